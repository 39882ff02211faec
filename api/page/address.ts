/** Addresses from public keys: bech32m (BIP 350) of the SHA-256 (FIPS 180-4) of the key, prefix `rouge`.
 *
 *  Lists of the API name senders by their keys of 1,952 bytes, which are unreadable. Asking the node for each address
 *  would cost a request a sender, and the browser's own SHA-256 is missing on plain HTTP; so the page computes them. */

const PRIMES_NEEDED = 64;

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;

const primes = firstPrimes(PRIMES_NEEDED);
const ROUND_CONSTANTS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function schedule(block: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  const word = (index: number): number => words[index] ?? 0;
  for (let t = 0; t < 16; t++) words[t] = block.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const near = word(t - 2);
    const far = word(t - 15);
    const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    words[t] = sigma1 + word(t - 7) + sigma0 + word(t - 16);
  }
  return words;
}

/** One block of FIPS 180-4, section 6.2.2. */
function compress(state: Int32Array, block: DataView, at: number): void {
  const words = schedule(block, at);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = state;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choose = (e & f) ^ (~e & g);
    const first = (i + sum1 + choose + (ROUND_CONSTANTS[t] ?? 0) + (words[t] ?? 0)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [a, b, c, d, e, f, g, i] = [(first + sum0 + majority) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, i].entries()) state[index] = (state[index] ?? 0) + value;
}

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = INITIAL.slice();
  for (let at = 0; at < padded.length; at += 64) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(4 * index, word);
  return new Uint8Array(digest.buffer);
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const BECH32M = 0x2bc830a3;
const PREFIX = 'rouge';

function checksum(values: readonly number[]): readonly number[] {
  let state = 1;
  for (const value of [...values, 0, 0, 0, 0, 0, 0]) {
    const top = state >>> 25;
    state = ((state & 0x1ffffff) << 5) ^ value;
    for (const [bit, word] of GENERATOR.entries()) if ((top >>> bit) & 1) state ^= word;
  }
  state ^= BECH32M;
  return [25, 20, 15, 10, 5, 0].map((shift) => (state >>> shift) & 31);
}

function bech32m(bytes: Uint8Array): string {
  const words: number[] = [];
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) words.push((held >>> (bits - 5)) & 31);
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31);
  const codes = [...PREFIX].map((letter) => letter.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const data = [...words, ...checksum([...expanded, ...words])];
  return `${PREFIX}1${data.map((word) => ALPHABET[word]).join('')}`;
}

const PUBLIC_KEY = /^[0-9a-f]{3904}$/i;

/** Addresses of keys that the page has seen; blocks of one proposer repeat the same key. */
const known = new Map<string, string>();
const KNOWN_KEYS = 1_000;

/** The address of a public key in hex; undefined for any other text. */
export function addressOfKey(hex: string): string | undefined {
  const found = known.get(hex);
  if (found !== undefined || !PUBLIC_KEY.test(hex)) return found;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
  const address = bech32m(sha256(bytes));
  if (known.size >= KNOWN_KEYS) known.clear();
  known.set(hex, address);
  return address;
}
