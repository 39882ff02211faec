/* The counter as a component in C, without a library. `wit-bindgen c` generates what is declared here.
 *
 *   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -Wl,-z,stack-size=8192 -Wl,--max-memory=1048576 \
 *     -o component-counter.core.wasm component-counter.c
 *   rouged contract build component-counter.core.wasm --component --out component-counter.wasm
 *   rouged contract run component-counter.wasm turn
 *
 * Texts and lists are an address and a length. What is larger than one value is written where the last parameter says. */

typedef unsigned long long u64;
typedef unsigned char u8;

#define HOST(name) __attribute__((import_module("rouged:contract/host@1.0.0"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

typedef struct { const char *start; int bytes; } Text;
typedef struct { u8 is_error; Text text; } Answer;
typedef struct { u8 is_there; Text value; } Found;
typedef struct { u8 is_there; Text symbol; u64 amount; } Attached;

HOST("attached") void host_attached(Attached *result);
HOST("storage-read") void host_storage_read(const char *key, int key_length, Found *result);
HOST("storage-write") void host_storage_write(const char *key, int key_length, const void *value, int length);
HOST("emit-event") void host_emit_event(const char *topic, int topic_length, const char *data, int length);

/* Nothing is given back: an instance serves one call. */
extern char __heap_base;
static char *next = &__heap_base;

EXPORT("cabi_realloc") void *cabi_realloc(void *old, int had, int alignment, int bytes) {
  char *made = (char *)(((unsigned long)next + alignment - 1) & -(unsigned long)alignment);
  unsigned long end = (unsigned long)made + bytes;
  while (end > (unsigned long)__builtin_wasm_memory_size(0) * 65536)
    if (__builtin_wasm_memory_grow(0, 1) == (unsigned long)-1) __builtin_trap();
  next = (char *)end;
  for (int at = 0; at < had && at < bytes; at++) made[at] = ((char *)old)[at];
  return made;
}

static Answer result;

static Answer *answer(u8 is_error, const char *start, int bytes) {
  result = (Answer){is_error, {start, bytes}};
  return &result;
}

#define FAIL(message) answer(1, message, sizeof(message) - 1)

static int is(const char *name, int length, const char *start, int bytes) {
  if (bytes != length) return 0;
  for (int at = 0; at < length; at++)
    if (start[at] != name[at]) return 0;
  return 1;
}

static u64 stored(void) {
  Found found;
  host_storage_read("count", 5, &found);
  return found.is_there ? *(const u64 *)found.value.start : 0;
}

/* Decimal digits at the end of a buffer of 20. Returns the first one. */
static char *digits(u64 number, char *buffer) {
  char *at = buffer + 20;
  do *--at = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  return at;
}

static char buffer[20];

static Answer *turn(void) {
  Attached attached;
  host_attached(&attached);
  if (attached.is_there) return FAIL("this method takes no payment");
  u64 count = stored() + 1;
  host_storage_write("count", 5, &count, sizeof count);
  char *text = digits(count, buffer);
  host_emit_event("turned", 6, text, (int)(buffer + 20 - text));
  return answer(0, "null", 4);
}

EXPORT("call") Answer *call(const char *method, int method_length, const char *args, int args_length) {
  if (is("turn", 4, method, method_length)) return turn();
  if (is("show", 4, method, method_length)) {
    char *text = digits(stored(), buffer);
    return answer(0, text, (int)(buffer + 20 - text));
  }
  return FAIL("there is no such method");
}
