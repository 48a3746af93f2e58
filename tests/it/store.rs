//! The archive on disk and in memory: the port's contract, faults of the disk, crashes, tampering, and reading by hand.

mod contract;
mod crash_states;
mod disk_faults;
mod files;
mod kill;
mod simulated;
pub mod steps;
mod tampering;
