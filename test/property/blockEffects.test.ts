/** What a node tells of whole blocks against other readers of the same chain: the log of events number by number, receipts and lists of
 *  transactions, and the balances that genesis and blocks leave, after any traffic. */

import { expect, test } from 'vitest';
import { utf8Text } from '../../engine/base/bytes.js';
import { accountOfKey, addressOf } from '../../engine/crypto/address.js';
import { accounts, tokenBalances } from '../../engine/ledger/tables.js';
import { shownSymbol } from '../../engine/ledger/tokens.js';
import { genesisBalancesOf } from '../../engine/store/blockEffects.js';
import { ChainStore } from '../../engine/store/chainStore.js';
import { lastOf } from '../../engine/store/records.js';
import { recover } from '../../engine/store/recovery.js';
import { filterOf } from '../../engine/stream/audience.js';
import { readEvents } from '../../engine/stream/eventLog.js';
import { createQueries } from '../../engine/stream/queries.js';
import type { BlockEffects } from '../../ops/index/effects.js';
import type { Json } from '../support/answerShapes.js';
import { TestChain } from '../support/chain.js';
import { EmittingContracts } from '../support/emittingContracts.js';
import { MemoryDisks } from '../support/memoryDisk.js';
import { openMemoryStore } from '../support/memoryStore.js';
import { SeededRandom, testSeed } from '../support/random.js';
import type { Actor } from '../support/transactions.js';
import { Workload, workloadKinds } from '../support/workload.js';

const BLOCKS = 40;

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += utf8Text(piece);
  return text;
}

async function logOf(store: ChainStore): Promise<Json[]> {
  const events: Json[] = [];
  for await (const chunk of store.replay(1, lastOf(store.events), filterOf([], true), 'json'))
    for (const { bytes } of readEvents(chunk).events) events.push(JSON.parse(utf8Text(bytes)) as Json);
  return events;
}

const exact = (one: Json, name: string): unknown => one[`${name}_quanta`] ?? one[`${name}_units`] ?? null;

/** The events of a block, as its effects tell them. */
function* eventsOf(block: BlockEffects): Generator<readonly unknown[]> {
  if (block.height === 0) return;
  let seq = block.first_event;
  yield [seq++, 'new_block', block.hash, block.transactions.length];
  for (const { event, tx_id, kind, status, token, amount, contract_events = [] } of block.transactions) {
    expect(event).toBe(seq);
    yield [seq++, 'new_transaction', tx_id, kind, status, token, amount];
    for (const { contract, topic, data } of contract_events) yield [seq++, 'contract_event', contract, topic, data];
  }
  for (const [account, token, balance] of block.balances) yield [seq++, 'balance_update', account, token, balance];
  expect(seq - block.first_event).toBe(block.events);
}

/** The same of an event of the log. An amount without a token is XRGE. */
function factsOf(event: Json): readonly unknown[] {
  const { seq, type } = event;
  if (type === 'new_block') return [seq, type, event.hash, event.tx_count];
  if (type === 'contract_event') return [seq, type, event.contract_addr, event.topic, event.data];
  if (type === 'balance_update') return [seq, type, event.account, event.token, exact(event, 'new_balance')];
  const token = event.token ?? (event.amount === null ? null : 'XRGE');
  return [seq, type, event.tx_hash, event.tx_type, event.status, token, exact(event, 'amount')];
}

function balancesOf(chain: TestChain): Map<string, string> {
  const balances = new Map<string, string>();
  for (const [key, { balance }] of chain.state.entries(accounts))
    if (balance > 0n) balances.set(`${addressOf(key as never)} XRGE`, String(balance));
  for (const [key, units] of chain.state.entries(tokenBalances))
    balances.set(`${addressOf(key.slice(0, 32) as never)} ${shownSymbol(key.slice(32))}`, String(units));
  return balances;
}

test('blocks tell everything that they did', { timeout: 120_000 }, async () => {
  const random = new SeededRandom(testSeed());
  const workload = new Workload(random);
  const chain = new TestChain(workload.rules);
  const emitting = new EmittingContracts(workload.actors[24] as Actor);
  const port = await openMemoryStore({ disks: new MemoryDisks(), queries: createQueries() });
  const store = new ChainStore(port, await recover(port, workload.rules));
  for (let number = 1; number <= BLOCKS; number++) {
    const time = chain.tip.time + workload.pause();
    // Enough for the rarest kind, in all blocks together.
    const planned = workload.plans(time, random.between(10, 70));
    workload.play(time, planned, accountOfKey(chain.proposerKey));
    const { candidate, block, hash } = chain.produce(
      [...emitting.traffic(random, time), ...planned.map(({ item }) => item)],
      time,
    );
    await store.commit(candidate, block.proposerSignature, hash);
  }
  const genesisBalances = genesisBalancesOf(workload.rules.genesis.allocations);
  const blocks = JSON.parse(
    `[${await textOf(store.blockEffects({ first: 0, last: BLOCKS, genesisBalances }))}`,
  ) as BlockEffects[];
  expect(blocks.map(({ height }) => height)).toEqual(Array.from({ length: BLOCKS + 1 }, (_, height) => height));

  const log = (await logOf(store)).map(factsOf);
  expect(blocks.flatMap((block) => [...eventsOf(block)])).toEqual(log);
  expect(log.length).toBeGreaterThan(BLOCKS * 10);

  const held = new Map<string, string>();
  for (const { balances } of blocks)
    for (const [account, token, balance] of balances)
      if (balance === '0') held.delete(`${account} ${token}`);
      else held.set(`${account} ${token}`, balance);
  expect(held).toEqual(balancesOf(chain));

  const seen = new Set<string>();
  let pools = 0;
  for (const { transactions } of blocks)
    for (const { tx_id, kind, failure, pool_events = [], ...told } of transactions) {
      seen.add(kind);
      pools += pool_events.length;
      const found = await store.transaction(tx_id);
      const { contract_wasm: _, ...payload } = found?.tx.payload ?? {};
      const { receipt } = found ?? {};
      expect(JSON.parse(JSON.stringify([payload, found?.movements, receipt?.logs]))).toEqual(
        JSON.parse(JSON.stringify([told.payload, told.movements, told.logs])),
      );
      expect([receipt?.from_address, receipt?.fee_paid_quanta, receipt?.nonce, receipt?.status]).toEqual([
        ...[told.signer, told.fee_quanta, told.nonce, failure === undefined ? 'Success' : { Failed: failure }],
      ]);
    }
  expect([...seen].sort()).toEqual([...workloadKinds].sort());
  expect(pools).toBeGreaterThan(BLOCKS / 4);
  await port.close();
});
