/** What execution costs in fuel, in two tables. `native` is that of our own networks. `reference` counts as the reference's
 *  engine does (wasmi 0.31.2), which prices neither host functions nor instantiation.
 *
 *  A million fuel of ordinary code takes 0.03 to 0.3 ms; 500 fuel are about a microsecond of the slowest. What the native table
 *  charges beyond the reference's is priced by that: time on the main thread x 500. */

import { CONTRACT } from '../base/limits.js';

/** Prices of what an instance is made of. */
export interface InstantiationPrices {
  readonly base: number;
  readonly import: number;
  readonly export: number;
  readonly tableEntry: number;
  readonly global: number;
  readonly dataSegment: number;
  readonly page: number;
  /** Data bytes for one fuel. */
  readonly dataBytes: number;
  /** Bytes of the whole module for one fuel: a node that has not kept the compiled code compiles it again. */
  readonly codeBytes: number;
  /** Weight of the whole module for one fuel, for the same reason: it bounds how long V8 takes. */
  readonly weight: number;
}

/** Price of one call of a host function: base + bytes x perByte, rounded up. Which bytes count is the function's. */
export interface HostPrice {
  readonly base: number;
  readonly perByte: number;
}

export interface Prices {
  readonly name: 'reference' | 'native';
  readonly reinterpret: number;
  /** A conditional branch to the function's own label. */
  readonly branchToFunction: number;
  /** memory.copy and memory.fill, before their bytes: one fuel for 64. */
  readonly bulk: number;
  /** memory.grow, before its pages. */
  readonly grow: number;
  /** Each page that memory.grow adds. */
  readonly growPage: number;
  /** When a memory grows for the first time, each page that it began with: no other call can have it, so another one is made. */
  readonly lostPage: number;
  /** A load or a store in a module whose memory may exceed `smallMemory` pages. */
  readonly farAccess: number;
  /** Pages up to which loads and stores cost 1: what fits a core's cache. */
  readonly smallMemory: number;
  readonly instantiation: InstantiationPrices;
  readonly host: Readonly<Record<HostPriceName, HostPrice>>;
}

const HOST_PRICE_NAMES = [
  'environment',
  'text',
  'log',
  'return',
  'event',
  'storageRead',
  'storageWrite',
  'storageDelete',
  'balance',
  'transfer',
  'hash',
  'address',
  'verify',
  'nftWrite',
  'random',
  'blockHash',
  'queueCall',
] as const;

export type HostPriceName = (typeof HOST_PRICE_NAMES)[number];

const FREE: HostPrice = { base: 0, perByte: 0 };

export const referencePrices: Prices = {
  name: 'reference',
  reinterpret: 0,
  branchToFunction: 0,
  bulk: 1,
  grow: 1,
  growPage: 1_024,
  lostPage: 0,
  farAccess: 1,
  smallMemory: 65_536,
  instantiation: {
    base: 0,
    import: 0,
    export: 0,
    tableEntry: 0,
    global: 0,
    dataSegment: 0,
    page: 0,
    dataBytes: Number.POSITIVE_INFINITY,
    codeBytes: Number.POSITIVE_INFINITY,
    weight: Number.POSITIVE_INFINITY,
  },
  host: Object.fromEntries(HOST_PRICE_NAMES.map((name) => [name, FREE])) as Record<HostPriceName, HostPrice>,
};

export const nativePrices: Prices = {
  name: 'native',
  reinterpret: 1,
  branchToFunction: 1,
  bulk: 65,
  grow: 2_001,
  // Memory that was never used takes 35 us a page where it is first written, and up to 55 on a busy machine: 16 faults of the
  // processor, and its collection.
  growPage: 10_000,
  lostPage: 10_000,
  farAccess: 2,
  smallMemory: 16,
  instantiation: {
    base: 2_000,
    import: 300,
    export: 700,
    tableEntry: 50,
    global: 70,
    dataSegment: 250,
    // Zeros for a page take 1 us in the processor's cache and up to 6 outside of it: contracts of all sizes in turn.
    page: 1_500,
    dataBytes: 2,
    codeBytes: 4,
    weight: 8,
  },
  host: {
    environment: { base: 100, perByte: 0 },
    text: { base: 200, perByte: 1 },
    log: { base: 500, perByte: 10 },
    return: { base: 500, perByte: 10 },
    event: { base: 2_000, perByte: 20 },
    storageRead: { base: 1_000, perByte: 1 },
    // A changed record is hashed into the state root, written by the database and kept for good.
    storageWrite: { base: 10_000, perByte: 20 },
    storageDelete: { base: 10_000, perByte: 1 },
    balance: { base: 5_000, perByte: 1 },
    transfer: { base: 20_000, perByte: 1 },
    hash: { base: 1_000, perByte: 1 },
    address: { base: 5_000, perByte: 1 },
    // A signature whose key was not seen before takes the kernel about 150 us; a valid one over 2 MiB takes 6.5 ms.
    verify: { base: 100_000, perByte: 2 },
    nftWrite: { base: 40_000, perByte: 20 },
    random: { base: 1_000, perByte: 0 },
    blockHash: { base: 1_000, perByte: 0 },
    // The arguments are read as JSON and written again; the worst of it takes 0.16 us a byte.
    queueCall: { base: 20_000, perByte: 80 },
  },
};

/** What a call pays that ends before it has an instance. It follows from the size of the upload, so it is known before the code is compiled.
 *  @param bytes as uploaded. */
export const leastFuel = ({ instantiation: { base, codeBytes } }: Prices, bytes: number): number =>
  base + Math.floor(bytes / codeBytes);

export const pricesNamed = (name: Prices['name']): Prices => (name === 'native' ? nativePrices : referencePrices);

/** Most fuel of one call, and what a call gets that names none (specification, Limits). */
export const MAX_CALL_FUEL = CONTRACT.callFuel;
