//! A counter in Rust, without the standard library.
//!
//!     rustc --target wasm32-unknown-unknown --crate-type cdylib -O -C panic=abort \
//!       -C link-arg=-zstack-size=8192 -C link-arg=--max-memory=1048576 counter.rs
//!     rouged contract run counter.wasm turn
//!
//! Up to 16 pages of memory, 1,048,576 bytes, a load or store costs 1 fuel; above it 2.

#![no_std]

use core::panic::PanicInfo;

#[link(wasm_import_module = "env")]
extern "C" {
    fn host_log(text: *const u8, length: i32);
    fn host_storage_read(key: *const u8, key_length: i32, buffer: *mut u8, capacity: i32) -> i32;
    fn host_storage_write(key: *const u8, key_length: i32, value: *const u8, length: i32);
    fn host_emit_event(topic: *const u8, topic_length: i32, data: *const u8, length: i32);
    fn host_set_return(data: *const u8, length: i32);
    fn host_get_attached_amount() -> i64;
}

const KEY: &[u8] = b"count";

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}

/// Ends the call. What it says is in the log.
fn refuse(message: &str) -> ! {
    unsafe { host_log(message.as_ptr(), message.len() as i32) };
    core::arch::wasm32::unreachable()
}

fn stored() -> u64 {
    let mut bytes = [0u8; 8];
    unsafe { host_storage_read(KEY.as_ptr(), KEY.len() as i32, bytes.as_mut_ptr(), 8) };
    u64::from_le_bytes(bytes)
}

/// Decimal digits at the end of the buffer. Returns where they begin.
fn digits(mut number: u64, buffer: &mut [u8; 20]) -> usize {
    let mut at = 20;
    loop {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 || at == 0 {
            return at;
        }
    }
}

#[no_mangle]
pub extern "C" fn turn() {
    if unsafe { host_get_attached_amount() } != 0 {
        refuse("this method takes no payment");
    }
    let count = stored() + 1;
    let bytes = count.to_le_bytes();
    let mut buffer = [0u8; 20];
    let at = digits(count, &mut buffer);
    let text = &buffer[at..];
    unsafe {
        host_storage_write(KEY.as_ptr(), KEY.len() as i32, bytes.as_ptr(), 8);
        host_emit_event(b"turned".as_ptr(), 6, text.as_ptr(), text.len() as i32);
    }
}

#[no_mangle]
pub extern "C" fn show() {
    let mut buffer = [0u8; 20];
    let at = digits(stored(), &mut buffer);
    let text = &buffer[at..];
    unsafe { host_set_return(text.as_ptr(), text.len() as i32) };
}
