#![no_main]

bustan_fuzz::target!();
