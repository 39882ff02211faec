;; A counter in the text format of WebAssembly: what every other language becomes.
;;
;;   rouged contract build counter.wat
;;   rouged contract run counter.wat turn

(module
  (import "env" "host_log" (func $log (param i32 i32)))
  (import "env" "host_storage_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "env" "host_storage_write" (func $write (param i32 i32 i32 i32)))
  (import "env" "host_emit_event" (func $emit (param i32 i32 i32 i32)))
  (import "env" "host_set_return" (func $return (param i32 i32)))
  (import "env" "host_get_attached_amount" (func $attached (result i64)))
  (memory (export "memory") 1 1)

  ;; 0: texts. 64: the count, 8 bytes. 100 to 120: its digits.
  (data (i32.const 0) "countturnedthis method takes no payment")

  (func $stored (result i64)
    (drop (call $read (i32.const 0) (i32.const 5) (i32.const 64) (i32.const 8)))
    (i64.load (i32.const 64)))

  ;; Writes decimal digits that end at 120. The result is where they begin.
  (func $digits (param $number i64) (result i32)
    (local $at i32)
    (local.set $at (i32.const 120))
    (loop $next
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8
        (local.get $at)
        (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $number) (i64.const 10)))))
      (local.set $number (i64.div_u (local.get $number) (i64.const 10)))
      (br_if $next (i64.ne (local.get $number) (i64.const 0))))
    (local.get $at))

  (func $turn (export "turn")
    (local $at i32)
    (if (i64.ne (call $attached) (i64.const 0))
      (then
        (call $log (i32.const 11) (i32.const 28))
        (unreachable)))
    (i64.store (i32.const 64) (i64.add (call $stored) (i64.const 1)))
    (call $write (i32.const 0) (i32.const 5) (i32.const 64) (i32.const 8))
    (local.set $at (call $digits (i64.load (i32.const 64))))
    (call $emit
      (i32.const 5) (i32.const 6)
      (local.get $at) (i32.sub (i32.const 120) (local.get $at))))

  (func $show (export "show")
    (local $at i32)
    (local.set $at (call $digits (call $stored)))
    (call $return (local.get $at) (i32.sub (i32.const 120) (local.get $at)))))
