/* A counter in C, without a library.
 *
 *   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -Wl,-z,stack-size=8192 -Wl,--max-memory=1048576 \
 *     -o counter.wasm counter.c
 *   rouged contract run counter.wasm turn
 *
 * Up to 16 pages of memory, 1,048,576 bytes, a load or store costs 1 fuel; above it 2. */

typedef long long i64;

#define HOST(name) __attribute__((import_module("env"), import_name(#name))) name
#define METHOD(name) __attribute__((export_name(#name))) void name(void)

void HOST(host_log)(const char *text, int length);
int HOST(host_storage_read)(const char *key, int key_length, void *buffer, int capacity);
void HOST(host_storage_write)(const char *key, int key_length, const void *value, int length);
void HOST(host_emit_event)(const char *topic, int topic_length, const char *data, int length);
void HOST(host_set_return)(const char *data, int length);
i64 HOST(host_get_attached_amount)(void);

/* What a failed call says is in its log. */
#define REFUSE(message) (host_log(message, sizeof(message) - 1), __builtin_trap())

static i64 stored(void) {
  i64 count = 0;
  host_storage_read("count", 5, &count, sizeof count);
  return count;
}

/* Decimal digits at the end of a buffer of 20. Returns the first one. */
static char *digits(i64 number, char *buffer) {
  char *at = buffer + 20;
  do *--at = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  return at;
}

METHOD(turn) {
  char buffer[20];
  if (host_get_attached_amount() != 0) REFUSE("this method takes no payment");
  i64 count = stored() + 1;
  host_storage_write("count", 5, &count, sizeof count);
  char *text = digits(count, buffer);
  host_emit_event("turned", 6, text, (int)(buffer + 20 - text));
}

METHOD(show) {
  char buffer[20];
  char *text = digits(stored(), buffer);
  host_set_return(text, (int)(buffer + 20 - text));
}
