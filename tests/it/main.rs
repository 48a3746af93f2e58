//! One binary for all integration tests, one module an area.

mod store;
