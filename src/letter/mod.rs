//!
pub mod templates;
pub mod views;
