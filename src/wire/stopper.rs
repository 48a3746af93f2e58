//! The stop of a waiting mailbox, from another thread, at once.

use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a call that cannot be interrupted is left to look for the stop.
const LOOK: Duration = Duration::from_millis(20);

/// Ends every present and future wait of the ports that were made with it. Clones are one stopper.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct State {
    stopped: bool,
    socket: Option<TcpStream>,
}

impl Stopper {
    pub fn new() -> Stopper {
        Stopper::default()
    }

    /// Stops for good: sleepers wake, and a socket that somebody reads from is shut.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        if let Some(socket) = state.socket.take() {
            // a socket that is closed already needs no shutting
            let _ = socket.shutdown(Shutdown::Both);
        }
        self.shared.bell.notify_all();
    }

    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Sleeps for `time`, or until the stop.
    pub fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        let mut state = self.lock();
        while !state.stopped {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.shared.bell.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Runs what cannot be interrupted, such as a name look-up or a connect, on a thread of its own. `None` at the stop: the thread is left to end by itself.
    pub(super) fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (done, waiting) = sync_channel(1);
        // nobody listens any more after the stop
        std::thread::spawn(move || done.send(work()).ok());
        loop {
            match waiting.recv_timeout(LOOK) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) if !self.is_stopped() => {}
                Err(_) => return None,
            }
        }
    }

    /// Names the socket to shut at the stop, one at a time; `None` forgets it.
    pub(super) fn watch(&self, socket: Option<TcpStream>) {
        let mut state = self.lock();
        if state.stopped
            && let Some(socket) = &socket
        {
            let _ = socket.shutdown(Shutdown::Both);
        }
        state.socket = socket;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleeper_wakes_at_the_stop_and_nobody_sleeps_after_it() {
        let stopper = Stopper::new();
        let other = stopper.clone();
        let begun = Instant::now();
        let sleeper = std::thread::spawn(move || other.sleep(Duration::from_secs(60)));
        std::thread::sleep(Duration::from_millis(20));
        stopper.stop();
        sleeper.join().unwrap();
        stopper.sleep(Duration::from_secs(60));
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn what_runs_gives_its_result_or_is_left_at_the_stop() {
        let stopper = Stopper::new();
        assert_eq!(stopper.run(|| 7), Some(7));
        let begun = Instant::now();
        let other = stopper.clone();
        let ringer = std::thread::spawn(move || other.stop());
        assert_eq!(stopper.run(|| std::thread::sleep(Duration::from_secs(30))), None);
        ringer.join().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}
