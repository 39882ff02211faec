/** Contracts that run for readers: what they answer, deadlines, bounds, a tip that moves, threads that misbehave. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { utf8 } from '../../../../engine/base/bytes.js';
import { isRefusal } from '../../../../engine/base/refusal.js';
import type { BlockContext } from '../../../../engine/ledger/blockContext.js';
import { noMachine } from '../../../../engine/ledger/contractMachine.js';
import { SIGNED_BODY } from '../../../../engine/ledger/contractQuery.js';
import { contractStorage, storageKey } from '../../../../engine/ledger/contractTables.js';
import { collections } from '../../../../engine/ledger/nftTables.js';
import type { PreviewOrder } from '../../../../engine/ledger/previewOrder.js';
import type { StateView } from '../../../../engine/state/state.js';
import { StoreError } from '../../../../engine/store/port.js';
import { type CalledChain, CallPool, type CallPoolOptions } from '../../../../workers/contracts/callPool.js';
import { rulesOf } from '../../../support/chain.js';
import { LogBook } from '../../../support/engineNode.js';
import { actor } from '../../../support/transactions.js';
import {
  ContractState,
  endlessModule,
  numberedModule,
  readingModule,
  trappingModule,
} from '../../../support/wasm/contractModules.js';
import { assemble, ModuleBuilder } from '../../../support/wasm/encoder.js';
import { threadFile } from './threadFile.js';

const { genesis, protocol } = rulesOf({ validators: [{ actor: actor('v'), stake: '10000' }] });

/** Answers with the method's name, unless that says something else. */
const MISBEHAVING = `
const never = () => {};
parentPort.on('message', ({ what: { order: { method } } }) => {
  if (method === 'endless') for (;;);
  if (method === 'hold') return never();
  if (method === 'pause') return setTimeout(() => parentPort.postMessage({ preview: method, reads: 1 }), 2_000);
  if (method === 'exit') process.exit(3);
  if (method === 'throw') throw new Error('a call it cannot stand');
  if (method === 'fault') return parentPort.postMessage({ fault: 'a bug' });
  if (method === 'stale') return parentPort.postMessage(marker('stale') ? { preview: method, reads: 0 } : { stale: true });
  parentPort.postMessage({ preview: method, reads: 1 });
});
const started = Date.now();
while (Date.now() - started < startMs);
parentPort.postMessage({ ready: true });`;

/** A thread that takes time to start. @param milliseconds of it. */
const slowToStart = (milliseconds: number): URL => threadFile(`const startMs = ${milliseconds};${MISBEHAVING}`);

/** A chain of which a test moves the tip. */
class MovedChain implements CalledChain {
  height = 5;
  reads = 0;

  constructor(
    private readonly contracts: ContractState,
    private readonly onRead: (chain: MovedChain) => void = () => {},
  ) {}

  readonly state: StateView = {
    get: (table, key) => {
      this.reads++;
      const value = this.contracts.get(table, key);
      this.onRead(this);
      return value;
    },
  };

  tip() {
    return { height: this.height };
  }

  nextBlock(): BlockContext {
    const at = { height: this.height + 1, time: 1_000_000, baseFee: 0n, prevHash: '00'.repeat(32) };
    return { genesis, protocol, limits: genesis.limits, contracts: noMachine, ...at };
  }

  pastReads = 0;

  async pastRecord(key: Uint8Array): Promise<Uint8Array | undefined> {
    this.pastReads++;
    return this.contracts.encoded(key);
  }
}

function open(chain: CalledChain | undefined, options: Partial<CallPoolOptions> = {}) {
  const log = new LogBook();
  // A thread may take longer to start than a call may take on a machine with nothing else to do.
  const pool = new CallPool({ genesis, signatureBackend: 'auto', log, deadlineMs: 60_000, ...options });
  onTestFinished(() => pool.close());
  pool.serve(chain);
  return { pool, log };
}

const misbehaving = (options: Partial<CallPoolOptions> = {}) =>
  open(new MovedChain(new ContractState()), { file: slowToStart(0), ...options });

const order = (method: string, address = '00'.repeat(20), gasLimit = 1_000_000): PreviewOrder => ({
  ...{ address, method, args: '{}', caller: '', gasLimit, attached: undefined },
});

/** The answer of a thread of a test, or the refusal's code. */
async function outcome(pool: CallPool, method: string): Promise<unknown> {
  const result = await pool.preview(order(method));
  return isRefusal(result) ? result.code : result;
}

describe('a call', () => {
  test('is run on the state, and says what it would do', async () => {
    const contracts = new ContractState();
    const [good, bad, endless] = [numberedModule(1), trappingModule(), endlessModule()].map((wasm) =>
      contracts.deploy(wasm),
    );
    const { pool, log } = open(new MovedChain(contracts));
    expect(pool.threads()).toEqual([]);
    expect(await pool.preview(order('main', good))).toMatchObject({ success: true, error: null });
    const trapped = await pool.preview(order('trap', bad));
    expect(trapped).toMatchObject({ success: false, error: expect.stringMatching(/unreachable/), returnData: null });
    expect(trapped).toMatchObject({ place: { function: 0 } });
    expect(await pool.preview(order('spin', endless, 50_000))).toMatchObject({
      success: false,
      error: expect.stringMatching(/^Out of gas \(limit: 50000, used: \d+\)$/),
    });
    expect(await pool.preview(order('none', good))).toMatchObject({ success: false });
    expect(await pool.preview(order('main'))).toMatchObject({
      success: false,
      error: `Contract not found: ${'00'.repeat(20)}`,
    });
    expect(pool.threads()).toHaveLength(1);
    expect(pool.stats()).toMatchObject({ calls: 5, refused: 0, killed: 0, stale: 0, waiting: 0 });
    expect(pool.stats().seconds).toBeGreaterThan(0);
    expect(log.lines).toEqual([]);
  });

  test('is read out of the body of a request', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(numberedModule(1));
    const { pool } = open(new MovedChain(contracts));
    const body = (text: string): Uint8Array => utf8(text);
    expect(await pool.query(body('{"method":"main"}'), address)).toMatchObject({ success: true });
    expect(await pool.query(body(`{"method":"main","contractAddr":"${address}"}`))).toMatchObject({ success: true });
    expect(await pool.query(body('{"method":"main","signature":"00"}'), address)).toBe(SIGNED_BODY);
    expect(await pool.query(body('{"method":'), address)).toMatchObject({ code: 'malformed_body' });
    expect(await pool.query(body('{}'), address)).toMatchObject({ message: 'method is required' });
    expect(await pool.query(body('{"method":"main"}'), '00'.repeat(20))).toMatchObject({
      code: 'not_found',
      status: 404,
    });
    expect(pool.stats().calls).toBe(6);
  });

  test('is not needed to know what code offers', async () => {
    const contracts = new ContractState();
    const wasm = numberedModule(1);
    const address = contracts.deploy(wasm);
    const { pool, log } = open(new MovedChain(contracts));
    const described = await pool.describe(address);
    expect(described).toMatchObject({ isComponent: false, methods: ['main'], codeBytes: wasm.length });
    expect(await pool.describe(address)).toEqual(described);
    expect(await pool.preview(order('main', address))).toMatchObject({ success: true });
    expect(await pool.describe('00'.repeat(20))).toMatchObject({ code: 'not_found' });
    expect(await pool.describe('none')).toMatchObject({ code: 'not_found' });
    expect(pool.stats()).toMatchObject({ calls: 5, killed: 0 });
    expect(log.lines).toEqual([]);
    await pool.close();
    expect(await pool.describe(address)).toMatchObject({ code: 'stopping' });
  });

  test('asks for each record once, also for those that are absent, and sees what the state has', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(readingModule(40));
    for (let key = 0; key < 20; key++)
      contracts.put(contractStorage, storageKey(address, Uint8Array.of(key)), Uint8Array.of(1, 2, 3));
    const chain = new MovedChain(contracts);
    const { pool } = open(chain);
    expect(await pool.preview(order('read', address))).toMatchObject({ success: true });
    expect(chain.reads).toBeGreaterThanOrEqual(42);
    expect(chain.reads).toBeLessThan(60);
    expect(pool.stats().reads).toBe(chain.reads);
  });
});

describe('a query of the past', () => {
  const ask = (chain: MovedChain, address: string) =>
    open(chain).pool.query(utf8(JSON.stringify({ method: 'main' })), address, chain.nextBlock());

  /** A contract that reads so many records, each once. */
  function counting(reads: number): Uint8Array<ArrayBuffer> {
    const module = new ModuleBuilder();
    const read = module.importFunction('host_storage_read', ['i32', 'i32', 'i32', 'i32'], ['i32']);
    module.memory(1, 1, 'memory');
    const count = 'i32.const 0 i32.const 0 i32.load i32.const 1 i32.add i32.store';
    const one = `i32.const 0 i32.const 4 i32.const 64 i32.const 64 call ${read} drop`;
    const more = `i32.const 0 i32.load i32.const ${reads} i32.lt_u br_if 0`;
    module.func({ exported: 'main' }, assemble(`loop ${count} ${one} ${more} end`));
    return module.finish();
  }

  test('reads a bounded number of records', async () => {
    const contracts = new ContractState();
    const [few, many] = [contracts.deploy(counting(900)), contracts.deploy(counting(1_100))];
    const chain = new MovedChain(contracts);
    expect(await ask(chain, few)).toMatchObject({ success: true });
    expect(chain.pastReads).toBeGreaterThan(900);
    expect(await ask(new MovedChain(contracts), many)).toMatchObject({
      code: 'rule_violation',
      message: 'a query at a height reads at most 1,000 records: ask for less at once',
    });
  });

  test('of an archive that cannot be read is refused, once', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(counting(1));
    const chain = new MovedChain(contracts);
    let tries = 0;
    chain.pastRecord = () => {
      tries++;
      return Promise.reject(new StoreError('STORE_BUSY', 'too much at once'));
    };
    expect(await ask(chain, address)).toMatchObject({ code: 'busy', message: expect.stringContaining('the past') });
    expect(tries).toBe(1);
  });

  test('finds no record under a text that is near to another one', async () => {
    const contracts = new ContractState();
    const module = new ModuleBuilder();
    const owner = module.importFunction('host_nft_owner', ['i32', 'i32', 'i64', 'i32', 'i32'], ['i32']);
    const give = module.importFunction('host_set_return', ['i32', 'i32'], []);
    const collection = '\u0141RT';
    module.memory(1, 1, 'memory');
    module.data(0, [...utf8(collection)]);
    const length = utf8(collection).length;
    const askOwner = `i32.const 0 i32.const ${length} i64.const 1 i32.const 256 i32.const 128 call ${owner} drop`;
    module.func({ exported: 'main' }, assemble(`${askOwner} i32.const 0 i32.const 1 call ${give}`));
    const address = contracts.deploy(module.finish());
    const chain = new MovedChain(contracts);
    const keys: number[] = [];
    const read = chain.pastRecord.bind(chain);
    chain.pastRecord = (key) => {
      keys.push(key[0] as number);
      return read(key);
    };
    expect(await ask(chain, address)).toMatchObject({ success: true });
    expect(keys.length).toBeGreaterThan(0);
    expect(keys).not.toContain(collections.id);
  });
});

describe('a tip that moves', () => {
  test('while a call reads has it run again, on the new state', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(readingModule(3));
    const chain = new MovedChain(contracts, (moved) => {
      if (moved.reads === 3) moved.height++;
    });
    const { pool } = open(chain);
    expect(await pool.preview(order('read', address))).toMatchObject({ success: true });
    expect(pool.stats()).toMatchObject({ stale: 1, calls: 1 });
  });

  test('again and again ends in a refusal', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(readingModule(3));
    const chain = new MovedChain(contracts, (moved) => {
      moved.height++;
    });
    const { pool } = open(chain);
    const result = await pool.preview(order('read', address));
    expect(result).toMatchObject({ code: 'busy', status: 503, message: expect.stringContaining('moved on') });
    expect(pool.stats()).toMatchObject({ stale: 5, calls: 1 });
    expect(pool.threads()).toHaveLength(1);
  });

  test('to another chain of the same height is noticed', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(readingModule(3));
    const next = new MovedChain(contracts);
    const { pool } = open(
      new MovedChain(contracts, ({ reads }) => {
        if (reads === 3) pool.serve(next);
      }),
    );
    expect(await pool.preview(order('read', address))).toMatchObject({ success: true });
    expect(pool.stats().stale).toBe(1);
    // The contract and its three records: compiled code is kept in the thread.
    expect(next.reads).toBe(4);
  });

  test('away altogether refuses calls until there is another', async () => {
    const { pool } = misbehaving();
    pool.serve(undefined);
    expect(await outcome(pool, 'main')).toBe('stopping');
    pool.serve(new MovedChain(new ContractState()));
    expect(await outcome(pool, 'main')).toBe('main');
  });

  test('keeps its place: the call is run again before those that came later', async () => {
    const { pool } = misbehaving();
    const ended: unknown[] = [];
    await Promise.all(['stale', 'b', 'c'].map(async (method) => ended.push(await outcome(pool, method))));
    expect(ended).toEqual(['stale', 'b', 'c']);
    expect(pool.stats()).toMatchObject({ stale: 1, calls: 3, reads: 2 });
  });
});

describe('a bound', () => {
  test('on time: an endless call is ended with its thread, and the next one runs in another', async () => {
    const { pool, log } = misbehaving({ deadlineMs: 1_500 });
    expect(await outcome(pool, 'main')).toBe('main');
    const [first] = pool.threads();
    const result = await pool.preview(order('endless'));
    expect(result).toMatchObject({ code: 'busy', message: expect.stringContaining('did not answer within 1500 ms') });
    expect(await outcome(pool, 'main')).toBe('main');
    expect(pool.threads()).toHaveLength(1);
    expect(pool.threads()[0]).not.toBe(first);
    expect(pool.stats()).toMatchObject({ calls: 3, killed: 1, waiting: 0 });
    expect(log.lines).toEqual([]);
  });

  test('on time is not on the start of a thread, which goes on after those who waited have given up', async () => {
    const { pool } = misbehaving({ deadlineMs: 300, file: slowToStart(1_500) });
    expect(await Promise.all(['a', 'b'].map((method) => outcome(pool, method)))).toEqual(['busy', 'busy']);
    const [first] = pool.threads();
    const later: unknown[] = [];
    while (later.at(-1) !== 'c' && later.length < 50) later.push(await outcome(pool, 'c'));
    expect(later.at(-1)).toBe('c');
    expect(pool.threads()).toEqual([first]);
    expect(pool.stats()).toMatchObject({ killed: 0, calls: 2 + later.length, waiting: 0 });
  });

  test('on time: what its client has given up is ended too when it runs for too long', async () => {
    const { pool } = misbehaving({ deadlineMs: 300, file: slowToStart(900) });
    expect(await outcome(pool, 'endless')).toBe('busy');
    const [first] = pool.threads();
    const later: unknown[] = [];
    while (later.at(-1) !== 'c' && later.length < 50) later.push(await outcome(pool, 'c'));
    expect(later.at(-1)).toBe('c');
    expect(pool.threads()[0]).not.toBe(first);
    expect(pool.stats()).toMatchObject({ killed: 1, calls: 1 + later.length });
  });

  test('on time begins with the run, whatever it has waited', async () => {
    const { pool } = misbehaving({ deadlineMs: 3_000 });
    expect(await outcome(pool, 'a')).toBe('a');
    const results = await Promise.all(['pause', 'pause'].map((method) => outcome(pool, method)));
    expect(results).toEqual(['pause', 'pause']);
    expect(pool.stats()).toMatchObject({ killed: 0 });
  });

  test('on time holds for the wait too', async () => {
    const { pool } = misbehaving({ deadlineMs: 500 });
    const results = await Promise.all(['hold', 'a', 'b'].map((method) => outcome(pool, method)));
    expect(results[0]).toBe('busy');
    expect(pool.stats()).toMatchObject({ calls: 3, waiting: 0 });
  });

  test('on those that wait: the newest is refused at once', async () => {
    const { pool } = misbehaving({ deadlineMs: 60_000 });
    const held = Array.from({ length: 65 }, () => outcome(pool, 'hold'));
    expect(pool.stats()).toMatchObject({ waiting: 64, refused: 0 });
    const refused = await pool.preview(order('main'));
    expect(refused).toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    expect(pool.stats()).toMatchObject({ waiting: 64, refused: 1, calls: 0 });
    await pool.close();
    expect(await Promise.all(held)).toEqual(Array(65).fill('stopping'));
    expect(pool.stats()).toMatchObject({ waiting: 0, calls: 65, killed: 0 });
  });

  test('on what its reads take of the main thread: the next call waits until that is its share of the time', async () => {
    const contracts = new ContractState();
    const address = contracts.deploy(readingModule(40));
    const slow = new MovedChain(contracts, () => {
      const until = performance.now() + 2;
      while (performance.now() < until);
    });
    for (const [mainShare, least] of [
      [0.1, 2 * 41 * 2 * 10],
      [1, 0],
    ] as const) {
      const { pool } = open(slow, { mainShare });
      await pool.preview(order('main'));
      const began = performance.now();
      const results = await Promise.all(['read', 'read', 'none'].map((method) => pool.preview(order(method, address))));
      expect(results.map((result) => !isRefusal(result) && result.success)).toEqual([true, true, false]);
      const took = performance.now() - began;
      expect(took).toBeGreaterThanOrEqual(least);
      expect(pool.stats()).toMatchObject({ calls: 4, killed: 0, refused: 0 });
    }
  });

  test('on records: where reads cost no fuel, a call that reads on is refused with a sentence', async () => {
    const module = new ModuleBuilder();
    const read = module.importFunction('host_storage_read', ['i32', 'i32', 'i32', 'i32'], ['i32']);
    module.memory(1, 1, 'memory');
    const count = 'i32.const 0 i32.const 0 i32.load i32.const 1 i32.add i32.store';
    const ask = `i32.const 0 i32.const 4 i32.const 1024 i32.const 64 call ${read} drop`;
    module.func({ exported: 'read' }, assemble(`loop ${count} ${ask} br 0 end`));
    const contracts = new ContractState();
    const address = contracts.deploy(module.finish());
    const chain = new MovedChain(contracts);
    const { pool, log } = open(chain, { genesis: { ...genesis, contractPrices: 'reference' } });
    expect(await pool.preview(order('read', address, 10_000_000))).toMatchObject({
      ...{ code: 'rule_violation', message: 'a call may read 10000 records outside of a block' },
    });
    expect([chain.reads, log.lines]).toEqual([10_000, []]);
  });

  test('on threads: a second one takes what the first leaves', async () => {
    const { pool } = misbehaving({ threads: 2, deadlineMs: 60_000 });
    const held = outcome(pool, 'hold');
    expect(await Promise.all(['a', 'b', 'c'].map((method) => outcome(pool, method)))).toEqual(['a', 'b', 'c']);
    expect(pool.threads()).toHaveLength(2);
    await pool.close();
    expect(await held).toBe('stopping');
  });
});

describe('a thread', () => {
  test('that ends or throws costs one call; the others have a new one', async () => {
    for (const way of ['exit', 'throw']) {
      const { pool, log } = misbehaving();
      const results = await Promise.all([way, 'a', 'b'].map((method) => outcome(pool, method)));
      expect(results, way).toEqual(['internal', 'a', 'b']);
      expect(pool.threads()).toHaveLength(1);
      expect(log.lines.map(({ message }) => message)).toEqual(
        way === 'throw' ? ['a thread that runs contract queries failed'] : [],
      );
    }
  });

  test('that meets a bug says so in the log, and nothing of it to the client', async () => {
    const { pool, log } = misbehaving();
    const result = await pool.preview(order('fault'));
    expect(result).toMatchObject({ code: 'internal', message: expect.not.stringContaining('bug') });
    expect(log.lines).toMatchObject([
      { level: 'error', message: 'a contract query failed', fields: { error: 'a bug' } },
    ]);
    expect(await outcome(pool, 'main')).toBe('main');
  });

  test('is ended with the pool, which then refuses', async () => {
    const { pool, log } = misbehaving();
    expect(await outcome(pool, 'main')).toBe('main');
    const [thread] = pool.threads();
    const held = outcome(pool, 'hold');
    await pool.close();
    expect([await held, await outcome(pool, 'main')]).toEqual(['stopping', 'stopping']);
    expect([pool.threads().length, thread?.threadId, log.lines]).toEqual([0, -1, []]);
    expect(pool.stats()).toMatchObject({ calls: 2, killed: 0 });
    await pool.close();
  });
});
