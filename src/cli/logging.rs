//! The log on stderr: for a person or, a JSON object a line, for a machine.

use crate::config::{Log, LogFormat, LogLevel};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, filter::Targets, fmt};

/// Sets up the log for the rest of the process. Libraries speak only of what goes wrong: some would tell too much.
pub(super) fn start(log: &Log) {
    let filter = Targets::new().with_default(LevelFilter::WARN).with_target("custodian", level(log.level));
    let plain = fmt::layer().with_writer(std::io::stderr).with_target(false);
    // What cannot be written to stderr cannot be complained of there either: the disk that is full may be the one that the log goes to.
    let plain = plain.log_internal_errors(false);
    let layer = match log.format {
        LogFormat::Human => plain.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr())).boxed(),
        LogFormat::Json => plain.json().flatten_event(true).with_current_span(false).with_span_list(false).boxed(),
    };
    // A second start in one process (the demo's daemon) keeps the first log.
    let _ = tracing_subscriber::registry().with(layer.with_filter(filter)).try_init();
}

fn level(level: LogLevel) -> LevelFilter {
    match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    }
}
