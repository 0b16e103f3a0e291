//! Integration tests of the workspace, one binary.

mod river_traces;
