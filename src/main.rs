//! The binary: everything is in the library's `cli`.

fn main() -> std::process::ExitCode {
    custodian::cli::main()
}
