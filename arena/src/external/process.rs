//! One running program: lines go in, lines come out, and nothing that it does makes us wait longer than we said.
//!
//! The pipes are not blocking, and one loop writes, reads and watches the clock, so that a program that floods one stream,
//! does not read the other, or does nothing at all is told apart from one that answers. It runs in a process group of its
//! own, in an empty folder, without variables of ours; whatever is left of the group is killed when this is dropped.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use riverlab_bots::stopwatch::Stopwatch;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{ioctl_fionbio, ioctl_fionread};
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use super::fault::{Fault, FaultClass, Tail};
use super::limits::{Watched, is_stopped, kill_in_folder};
use super::reaper;
use crate::external::programs::Limits;

/// The longest line that a program may write.
const MAX_LINE: usize = 1 << 20;
/// How much a program may write to its standard output for one answer.
const MAX_STDOUT: u64 = 16 << 20;
/// How much a program may write to its standard error for one answer.
const MAX_STDERR: u64 = 64 << 20;
/// How long it is waited for signs of life between two looks at the clock.
const SLICE: Duration = Duration::from_millis(50);
/// How long a program may take to end once it has closed its pipes, or is told to quit.
const ENDING: Duration = Duration::from_secs(1);
/// How long it takes until a program that has closed a pipe is known to have ended.
const ENDED: Duration = Duration::from_millis(200);
/// The beginning of the names of variables that programs do not see.
const OUR_VARIABLES: &str = "RIVERLAB_";

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    /// Its streams, until it closes them.
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What is still to be written to its standard input.
    unwritten: Vec<u8>,
    /// What it wrote to its standard output and nobody has read yet.
    unread: Vec<u8>,
    /// How much of `unread` is known to hold no end of a line.
    searched: usize,
    stdout_tail: Tail,
    stderr_tail: Tail,
    /// How much it wrote since it was asked last.
    stdout_bytes: u64,
    stderr_bytes: u64,
    watched: Arc<Watched>,
    /// Runs since it was asked last.
    watch: Stopwatch,
    /// Whether it has closed its standard input.
    is_deaf: bool,
    /// The folder in which it runs.
    folder: TempDir,
}

/// What became of reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Open,
    Closed,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(words: &[String], limits: Limits) -> Result<Process, Fault> {
        let not_started = |error: io::Error| Fault::new(FaultClass::NotStarted, format!("{}: {error}", words[0]));
        let folder = reaper::new_folder().map_err(|error| Fault::new(FaultClass::NotStarted, error.to_string()))?;
        let mut command = Command::new(absolute(&words[0], true));
        command.args(words[1..].iter().map(|word| absolute(word, false)));
        command.current_dir(folder.path()).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with(OUR_VARIABLES)) {
            command.env_remove(name);
        }
        let mut child = command.spawn().map_err(not_started)?;
        let group = Pid::from_child(&child);
        reaper::add(group);
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else { unreachable!("all streams are piped") };
        let unblocked = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()].map(|fd| ioctl_fionbio(fd, true));
        let process = Process {
            child,
            group,
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            unwritten: Vec::new(),
            unread: Vec::new(),
            searched: 0,
            stdout_tail: Tail::default(),
            stderr_tail: Tail::default(),
            stdout_bytes: 0,
            stderr_bytes: 0,
            watched: Watched::new(group, limits, folder.path()),
            watch: Stopwatch::since(Instant::now(), SLICE),
            is_deaf: false,
            folder,
        };
        match unblocked.into_iter().find_map(Result::err) {
            Some(error) => Err(not_started(error.into())),
            None => Ok(process),
        }
    }

    /// Writes a line, as far as that is possible without waiting; the rest is written while an answer is waited for.
    pub(crate) fn send(&mut self, line: &[u8]) {
        self.unwritten.extend_from_slice(line);
        self.write();
    }

    /// A question begins: what it writes from now on is counted anew.
    pub(crate) fn ask(&mut self, line: &[u8]) {
        self.watch = Stopwatch::since(Instant::now(), SLICE);
        (self.stdout_bytes, self.stderr_bytes) = (0, 0);
        self.send(line);
    }

    /// Runs since it was asked last. Time for which we are stopped ourselves is none of the program's: it does not count.
    pub(crate) fn watch(&mut self) -> &mut Stopwatch {
        &mut self.watch
    }

    /// The next line that it writes, without its end, within this time since it was asked, unless it is given up before.
    pub(crate) fn next_line(&mut self, within: Duration, is_given_up: &dyn Fn() -> bool) -> Result<String, Fault> {
        loop {
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if let Some((class, detail)) = self.watched.exceeded() {
                return Err(self.fault(class, detail));
            }
            let elapsed = self.watch.elapsed();
            if elapsed >= within || is_given_up() {
                return Err(self.no_answer());
            }
            self.write();
            self.wait(within.saturating_sub(elapsed).min(SLICE));
            // Whether we were stopped meanwhile is seen before anything is answered.
            self.watch.elapsed();
            let (read, stdout) = self.read_stdout();
            self.read_stderr();
            if self.stdout_bytes > MAX_STDOUT {
                return Err(self.fault(FaultClass::StdoutFlood, format!("more than {} MiB", MAX_STDOUT >> 20)));
            }
            if self.stderr_bytes > MAX_STDERR {
                return Err(self.fault(FaultClass::StderrFlood, format!("more than {} MiB", MAX_STDERR >> 20)));
            }
            if stdout == Stream::Closed {
                return self.take_line()?.map_or_else(|| Err(self.ended("output")), Ok);
            }
            if self.is_deaf && read == 0 && self.watch.elapsed() > ENDED {
                return Err(self.ended("input"));
            }
            // A process that has ended has written all that it ever will.
            if read == 0
                && let Some(status) = self.status()
            {
                return self.last_line(status);
            }
        }
    }

    /// What it wrote at last, once it has ended; processes that it started may end a little later.
    fn last_line(&mut self, status: ExitStatus) -> Result<String, Fault> {
        let until = Instant::now() + ENDED;
        while Instant::now() < until {
            let (_, stdout) = self.read_stdout();
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if stdout == Stream::Closed {
                return Err(self.ended("output"));
            }
            self.wait(Duration::from_millis(5));
        }
        self.read_stderr();
        let (class, detail) = self.watched.exceeded().unwrap_or_else(|| {
            let (_, how) = ending(status);
            (FaultClass::PipesHeld, format!("{how}, but another process holds its standard output open"))
        });
        Err(self.fault(class, detail))
    }

    /// Whether it has read all that it was told, as far as the pipe has room.
    pub(crate) fn has_been_told(&self) -> bool {
        self.unwritten.is_empty()
    }

    /// A fault of this program, with what it wrote last.
    pub(crate) fn fault(&self, class: FaultClass, detail: impl Into<String>) -> Fault {
        self.seen(Fault::new(class, detail))
    }

    /// Adds to a fault what was seen of the program.
    pub(crate) fn seen(&self, fault: Fault) -> Fault {
        Fault {
            ms: self.watch.elapsed_at_last_look().as_millis() as u64,
            stdout: self.stdout_tail.bytes().to_vec(),
            stderr: self.stderr_tail.bytes().to_vec(),
            ..fault
        }
    }

    /// Tells it to quit and waits until it has ended. What does not end is killed, which is a fault; so is another exit code
    /// than 0: whoever fails after the last question fails unseen otherwise.
    pub(crate) fn quit(mut self, line: &[u8]) -> Result<(), Fault> {
        self.ask(line);
        // What could not be written is given up with the pipe: a program that reads to the end of its input ends as well.
        while !self.unwritten.is_empty() && self.stdin.is_some() && self.watch.elapsed() < ENDING {
            self.wait(SLICE);
            self.drain();
            self.write();
        }
        self.stdin = None;
        let status = loop {
            if let Some(status) = self.status() {
                break status;
            }
            if self.watch.elapsed() >= ENDING {
                return Err(self.fault(FaultClass::IgnoresQuit, "did not end within a second"));
            }
            self.wait(Duration::from_millis(5));
            self.drain();
        };
        self.drain();
        let (class, how) = ending(status);
        if status.success() { Ok(()) } else { Err(self.fault(class, format!("{how} after its last game"))) }
    }

    /// Reads what there is and forgets it.
    fn drain(&mut self) {
        self.read_stdout();
        self.unread.clear();
        self.searched = 0;
        self.read_stderr();
    }

    /// A whole line, if there is one.
    fn take_line(&mut self) -> Result<Option<String>, Fault> {
        let Some(end) = self.unread[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.unread.len();
            if self.searched > MAX_LINE {
                return Err(self.fault(FaultClass::EndlessLine, format!("more than {} MiB", MAX_LINE >> 20)));
            }
            return Ok(None);
        };
        let end = self.searched + end;
        if end > MAX_LINE {
            return Err(self.fault(FaultClass::EndlessLine, format!("more than {} MiB", MAX_LINE >> 20)));
        }
        let mut line: Vec<u8> = self.unread.drain(..=end).collect();
        self.searched = 0;
        line.pop();
        String::from_utf8(line).map(Some).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            self.fault(FaultClass::NotUtf8, format!("byte {} of a line", at + 1))
        })
    }

    /// Why there is no answer although its time is up.
    fn no_answer(&self) -> Fault {
        let seconds = self.watch.elapsed_at_last_look().as_secs_f64();
        let unread = self.stdin.as_ref().and_then(|stdin| ioctl_fionread(stdin).ok()).unwrap_or(0);
        let (class, what) = if is_stopped(self.group) {
            (FaultClass::Stopped, "it is stopped")
        } else if unread > 0 || !self.unwritten.is_empty() {
            (FaultClass::StdinUnread, "it has not read the question")
        } else {
            (FaultClass::Silent, "no answer")
        };
        self.fault(class, format!("{what} after {seconds:.1} s"))
    }

    /// Why there is nothing more to come, after it has closed a stream.
    fn ended(&mut self, stream: &str) -> Fault {
        let until = Instant::now() + ENDED;
        while Instant::now() < until {
            let status = self.status();
            self.read_stderr();
            if let Some((class, detail)) = self.watched.exceeded() {
                return self.fault(class, detail);
            }
            if let Some(status) = status {
                let (class, how) = ending(status);
                return self.fault(class, how);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.fault(FaultClass::ClosedPipe, format!("closed its standard {stream}"))
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits until there is something to read or write.
    fn wait(&self, time: Duration) {
        let mut fds: Vec<PollFd<'_>> =
            self.stdout.as_ref().map(|stdout| PollFd::new(stdout, PollFlags::IN)).into_iter().collect();
        fds.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let stdin = self.stdin.as_ref().filter(|_| !self.unwritten.is_empty());
        fds.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        let _ = poll(&mut fds, Some(&time));
    }

    fn write(&mut self) {
        while let (Some(stdin), false) = (&mut self.stdin, self.unwritten.is_empty()) {
            match stdin.write(&self.unwritten) {
                Ok(written) => drop(self.unwritten.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => {
                    self.stdin = None;
                    self.is_deaf = true;
                    self.unwritten.clear();
                }
            }
        }
    }

    /// Reads what there is, at most about as much as a line may have; how much that was.
    fn read_stdout(&mut self) -> (usize, Stream) {
        let before = self.unread.len();
        let Some(stdout) = &mut self.stdout else { return (0, Stream::Closed) };
        let stream = read_some(stdout, &mut self.unread);
        if stream == Stream::Closed {
            self.stdout = None;
        }
        let read = self.unread.len() - before;
        self.stdout_tail.push(&self.unread[before..]);
        self.stdout_bytes += read as u64;
        (read, stream)
    }

    fn read_stderr(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut bytes = Vec::new();
        if read_some(stderr, &mut bytes) == Stream::Closed {
            self.stderr = None;
        }
        self.stderr_tail.push(&bytes);
        self.stderr_bytes += bytes.len() as u64;
    }
}

/// Kills what is left of it: the group, and what runs in its folder.
impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.kill();
        // A process of another user cannot be killed, and nobody waits for it.
        let until = Instant::now() + ENDING;
        while (kill_in_folder(self.folder.path()) > 0 || self.status().is_none()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        reaper::remove(self.group);
    }
}

/// Reads until there is nothing more for now, at most 256 KiB.
fn read_some(stream: &mut impl Read, bytes: &mut Vec<u8>) -> Stream {
    let mut buffer = [0; 1 << 14];
    for _ in 0..16 {
        match stream.read(&mut buffer) {
            Ok(0) => return Stream::Closed,
            Ok(read) => {
                bytes.extend_from_slice(&buffer[..read]);
                if read < buffer.len() {
                    return Stream::Open;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Stream::Open,
            Err(_) => return Stream::Closed,
        }
    }
    Stream::Open
}

/// How a program ended.
fn ending(status: ExitStatus) -> (FaultClass, String) {
    match (status.code(), status.signal()) {
        (Some(code), _) => (FaultClass::Exit, format!("it ended with exit code {code}")),
        (None, Some(signal)) => (FaultClass::Signal, format!("signal {signal} ended it")),
        (None, None) => (FaultClass::Exit, "it ended".to_owned()),
    }
}

/// A word of a command that names a file here and has a slash or a point, so that it names the same file in another folder. A
/// program without a slash is looked for where the shell would.
fn absolute(word: &str, is_program: bool) -> String {
    let is_path = word.contains('/') || (!is_program && word.contains('.'));
    let is_file = is_path && (is_program || std::path::Path::new(word).exists());
    let path = if is_file { std::path::absolute(word).ok() } else { None };
    path.map_or_else(|| word.to_owned(), |path| path.to_string_lossy().into_owned())
}
