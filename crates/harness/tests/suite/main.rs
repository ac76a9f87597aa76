//! Tests the harness on small test games. It must find every planted flaw, and shrink its game.

mod check;
mod exhaust;
mod exhaust_spilled;
mod findings;
mod hanging;
mod live;
mod past;
mod programs;
mod running;
mod shards;
mod shrink;
mod stepped;
mod strip;
mod triage;
mod unprinted;

use bustan_allocator as _;
