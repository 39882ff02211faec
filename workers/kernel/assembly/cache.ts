/** Cache of expanded public keys; the least recently used is evicted first.
 *
 *  In: the 1,952 bytes of a key. Out: the address of its slot. A slot keeps the whole key, and matches a key only when all of
 *  its bytes are equal: no choice of keys can lead to another key's matrix. A slot is linked in after it has been expanded.
 *  The hash that chooses a chain is NH (UMAC, section 5.2.1 of RFC 4418) under a random key from the host, so that nobody can
 *  prepare keys that share a chain. */

import { expandMatrix, SLOT_TR } from './expand';
import { CACHE_HEADER, CHAINS, HASH_KEY, SLOT_BYTES } from './layout';
import { CRH, PUBLIC_KEY_BYTES, RATE256 } from './parameters';
import { pad, shake256 } from './sponge';

// After tr in a slot: the key, then links, which are addresses of slots or 0.
const KEY: usize = SLOT_TR + CRH;
const NEXT: usize = KEY + PUBLIC_KEY_BYTES;
const NEWER: usize = NEXT + 4;
const OLDER: usize = NEXT + 8;
const CHAIN: usize = NEXT + 12;

// Header.
const NEWEST: usize = CACHE_HEADER;
const OLDEST: usize = CACHE_HEADER + 4;
const HITS: usize = CACHE_HEADER + 16;
const MISSES: usize = CACHE_HEADER + 24;
const EVICTIONS: usize = CACHE_HEADER + 32;

let slots: usize = 0;
let used: usize = 0;
let keeps: bool = false;
let chainBits: i32 = 0;
let firstSlot: usize = 0;

/** Grows the memory for the slots. @param capacity bytes. Two signatures at a time need two slots: with a smaller capacity nothing
 *  is kept, and both slots are working space. @returns false when the memory cannot grow. */
export function openCache(capacity: usize): bool {
  slots = capacity / (SLOT_BYTES + 8);
  keeps = slots >= 2;
  if (!keeps) slots = 2;
  chainBits = 1;
  // Between one and two chains per slot.
  while ((<usize>1) << chainBits < slots) chainBits++;
  firstSlot = (CHAINS + ((<usize>4) << chainBits) + 63) & ~(<usize>63);
  const pages = (firstSlot + slots * SLOT_BYTES + 65_535) >>> 16;
  const missing = <i32>pages - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0;
}

/** NH over 32-bit words, then a multiplication by a random number that spreads it over the chains. */
function chainOf(key: usize): usize {
  let sum = i64x2.splat(0);
  for (let at: usize = 0; at < PUBLIC_KEY_BYTES; at += 32) {
    const a = i32x4.add(v128.load(key + at), v128.load(HASH_KEY + at));
    const b = i32x4.add(v128.load(key + at, 16), v128.load(HASH_KEY + at, 16));
    const even = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
    const odd = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
    sum = i64x2.add(sum, i64x2.extmul_low_i32x4_u(even, odd));
    sum = i64x2.add(sum, i64x2.extmul_high_i32x4_u(even, odd));
  }
  const hash = <u64>(i64x2.extract_lane(sum, 0) + i64x2.extract_lane(sum, 1));
  const spread = (hash ^ (hash >> 32)) * (load<u64>(HASH_KEY + PUBLIC_KEY_BYTES) | 1);
  return CHAINS + ((<usize>(spread >> (64 - chainBits))) << 2);
}

function keysAreEqual(a: usize, b: usize): bool {
  let difference = i32x4.splat(0);
  for (let at: usize = 0; at < PUBLIC_KEY_BYTES; at += 16)
    difference = v128.or(difference, v128.xor(v128.load(a + at), v128.load(b + at)));
  return !v128.any_true(difference);
}

function count(counter: usize): void {
  store<f64>(counter, load<f64>(counter) + 1);
}

/** Removes a slot from the order of use. */
function unlinkUse(slot: usize): void {
  const newer = load<u32>(slot + NEWER);
  const older = load<u32>(slot + OLDER);
  store<u32>(newer ? newer + OLDER : NEWEST, older);
  store<u32>(older ? older + NEWER : OLDEST, newer);
}

function linkNewest(slot: usize): void {
  const newest = load<u32>(NEWEST);
  store<u32>(slot + NEWER, 0);
  store<u32>(slot + OLDER, newest);
  store<u32>(newest ? newest + NEWER : OLDEST, slot);
  store<u32>(NEWEST, slot);
}

/** Removes the least recently used slot from its chain and from the order of use. */
function evict(): usize {
  const slot: usize = load<u32>(OLDEST);
  let link: usize = load<u32>(slot + CHAIN);
  while (load<u32>(link) !== slot) link = load<u32>(link) + NEXT;
  store<u32>(link, load<u32>(slot + NEXT));
  unlinkUse(slot);
  count(EVICTIONS);
  return slot;
}

/** ExpandA and NTT(t1) of a key, and tr = H(key, 64). @param key followed by room for padding. */
function fill(slot: usize, key: usize): void {
  memory.copy(slot + KEY, key, PUBLIC_KEY_BYTES);
  expandMatrix(key, key + 32, slot);
  shake256(key, pad(key, PUBLIC_KEY_BYTES, RATE256), slot + SLOT_TR, CRH);
}

/** @param lane chooses between the two working slots when nothing is kept.
 *  @returns the slot of a key, expanded first if it was not there. It stays unchanged until two other keys have been asked for. */
export function slotOf(key: usize, lane: usize): usize {
  if (!keeps) {
    count(MISSES);
    const working = firstSlot + lane * SLOT_BYTES;
    fill(working, key);
    return working;
  }
  const chain = chainOf(key);
  for (let slot: usize = load<u32>(chain); slot; slot = load<u32>(slot + NEXT)) {
    if (!keysAreEqual(slot + KEY, key)) continue;
    count(HITS);
    if (load<u32>(NEWEST) !== slot) {
      unlinkUse(slot);
      linkNewest(slot);
    }
    return slot;
  }
  count(MISSES);
  const slot = used < slots ? firstSlot + used++ * SLOT_BYTES : evict();
  fill(slot, key);
  store<u32>(slot + CHAIN, chain);
  store<u32>(slot + NEXT, load<u32>(chain));
  store<u32>(chain, slot);
  linkNewest(slot);
  return slot;
}

export function cacheHits(): f64 {
  return load<f64>(HITS);
}

export function cacheMisses(): f64 {
  return load<f64>(MISSES);
}

export function cacheEvictions(): f64 {
  return load<f64>(EVICTIONS);
}

/** Slots that keep a key now, and how many can. */
export function cacheUsed(): usize {
  return used;
}

export function cacheSlots(): usize {
  return keeps ? slots : 0;
}
