;; A contract whose methods each do one thing that a client can see from outside.

(module
  (import "env" "host_log" (func $log (param i32 i32)))
  (import "env" "host_get_caller" (func $caller (param i32 i32) (result i32)))
  (import "env" "host_read_args" (func $readArgs (param i32 i32) (result i32)))
  (import "env" "host_storage_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "env" "host_storage_write" (func $write (param i32 i32 i32 i32)))
  (import "env" "host_storage_delete" (func $delete (param i32 i32)))
  (import "env" "host_emit_event" (func $emit (param i32 i32 i32 i32)))
  (import "env" "host_set_return" (func $return (param i32 i32)))
  (import "env" "host_transfer" (func $transfer (param i32 i32 i64) (result i32)))
  (import "env" "host_call_contract" (func $call (param i32 i32 i32 i32 i32 i32 i64) (result i32)))
  (import "env" "host_get_attached_amount" (func $attached (result i64)))
  (import "env" "host_get_attached_symbol" (func $attachedSymbol (param i32 i32) (result i32)))

  (memory (export "memory") 2 2)

  ;; 256: small results. 1024: arguments.
  (data (i32.const 0) "args")
  (data (i32.const 16) "kept")
  (data (i32.const 32) "wrong payment")
  (data (i32.const 48) "\ff\fe\00\ff")
  (data (i32.const 56) "fffe")
  (data (i32.const 64) "hello")
  (data (i32.const 72) "keeptrap")
  (data (i32.const 96) "0123456789abcdef0123456789abcdef01234567")
  (data (i32.const 144) "{ \"by\": \"relay\" }")

  (func $arguments (result i32)
    (call $readArgs (i32.const 1024) (i32.const 100000)))

  (func $refuse
    (call $log (i32.const 32) (i32.const 13))
    (unreachable))

  ;; Keeps, emits, logs and returns its arguments.
  (func (export "keep")
    (local $length i32)
    (local.set $length (call $arguments))
    (call $write (i32.const 0) (i32.const 4) (i32.const 1024) (local.get $length))
    (call $emit (i32.const 16) (i32.const 4) (i32.const 1024) (local.get $length))
    (call $log (i32.const 16) (i32.const 4))
    (call $return (i32.const 1024) (local.get $length)))

  ;; Emits 0 to 4.
  (func (export "many")
    (local $number i32)
    (loop $next
      (i32.store8 (i32.const 256) (i32.add (i32.const 48) (local.get $number)))
      (call $emit (i32.const 16) (i32.const 4) (i32.const 256) (i32.const 1))
      (local.set $number (i32.add (local.get $number) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $number) (i32.const 5)))))

  ;; Keys that are no UTF-8, that look like their hex, and that have no bytes.
  (func (export "binary")
    (call $write (i32.const 48) (i32.const 2) (i32.const 50) (i32.const 2))
    (call $write (i32.const 56) (i32.const 4) (i32.const 64) (i32.const 5))
    (call $write (i32.const 64) (i32.const 0) (i32.const 64) (i32.const 5)))

  ;; Does everything, then fails.
  (func (export "trap")
    (call $write (i32.const 16) (i32.const 4) (i32.const 16) (i32.const 4))
    (call $emit (i32.const 16) (i32.const 4) (i32.const 16) (i32.const 4))
    (call $return (i32.const 64) (i32.const 5))
    (call $refuse))

  (func (export "loop")
    (loop $again (br $again)))

  ;; Takes exactly 1000 of anything.
  (func (export "pay")
    (if (i64.ne (call $attached) (i64.const 1000)) (then (call $refuse)))
    (call $emit
      (i32.const 16) (i32.const 4)
      (i32.const 256) (call $attachedSymbol (i32.const 256) (i32.const 64))))

  ;; {"to": account}: 400 of the contract's own XRGE.
  (func (export "give")
    (if (call $transfer (i32.const 1031) (i32.sub (call $arguments) (i32.const 9)) (i64.const 400))
      (then (call $refuse))))

  ;; {"to": address of a contract}: calls keep and trap there, and a contract that does not exist.
  (func (export "relay")
    (drop (call $arguments))
    (drop (call $call
      (i32.const 1031) (i32.const 40) (i32.const 72) (i32.const 4) (i32.const 144) (i32.const 17) (i64.const 0)))
    (drop (call $call
      (i32.const 1031) (i32.const 40) (i32.const 76) (i32.const 4) (i32.const 64) (i32.const 5) (i64.const 200000)))
    (drop (call $call
      (i32.const 96) (i32.const 40) (i32.const 72) (i32.const 4) (i32.const 0) (i32.const 0) (i64.const 0)))
    (call $return (i32.const 64) (i32.const 5)))

  ;; Only the first call succeeds.
  (func (export "once")
    (if (i32.ne (call $read (i32.const 0) (i32.const 4) (i32.const 256) (i32.const 64)) (i32.const -1))
      (then (call $refuse)))
    (call $write (i32.const 0) (i32.const 4) (i32.const 64) (i32.const 5)))

  (func (export "remove")
    (call $delete (i32.const 0) (i32.const 4)))

  (func (export "text")
    (call $return (i32.const 64) (i32.const 5)))

  (func (export "bytes")
    (call $return (i32.const 48) (i32.const 4)))

  (func (export "nothing"))

  (func (export "who")
    (call $return (i32.const 1024) (call $caller (i32.const 1024) (i32.const 4000))))

  (func (export "add") (param i32) (result i32)
    (local.get 0)))
