/** Audits a chain after a crash from its blocks alone.
 *
 *  In: a running node, and the genesis file that it started from. Out: every block and the place of every transaction,
 *  after these have been checked: heights and hashes form one chain, block hashes are those of the headers, no
 *  transaction is in it twice, and the node's balances, fees and state root are those that a plain second ledger
 *  computes from the blocks. Balances and what was burned add up to what genesis gave. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fromHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../../engine/chain/genesis.js';
import { accountOfKey, addressOf, resolveAccount } from '../../engine/crypto/address.js';
import type { BlockShape, BlocksShape, Json, TxShape } from '../support/answerShapes.js';
import { exchange } from '../support/httpClient.js';
import type { LiveNode } from '../support/liveNode.js';
import type { Intent } from '../support/referenceActions.js';
import { ReferenceLedger } from '../support/referenceLedger.js';

/** Blocks in one answer of `/api/blocks`. */
const PAGE = 1_000;

export interface Placed {
  readonly height: number;
  readonly hash: string;
}

export interface CrashedChain {
  /** From genesis on. */
  readonly blocks: readonly BlockShape[];
  readonly tip: BlockShape;
  /** By transaction id. */
  readonly placed: ReadonlyMap<string, Placed>;
}

export function readGenesis(dataDir: string): Genesis {
  const genesis = parseGenesis(readFileSync(join(dataDir, 'genesis.json'), 'utf8'));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return genesis;
}

export async function getJson(url: string, path: string): Promise<Json> {
  const { status, json, text } = await exchange(url, path);
  if (status !== 200 || !json) throw new Error(`${path} answered ${status} ${text.slice(0, 500)}`);
  return json;
}

const sha256Hex = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const keyBytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();

/** SHA-256 over the signer's key and the signed bytes. */
const idOf = (tx: TxShape): string => sha256Hex(keyBytes(tx.from_pub_key), tx.signed_payload);

async function allBlocks(url: string): Promise<readonly BlockShape[]> {
  const blocks: BlockShape[] = [];
  for (;;) {
    const path = `/api/blocks?from_height=${blocks.length}&limit=${PAGE}`;
    const page = (await getJson(url, path)) as unknown as BlocksShape;
    blocks.push(...page.blocks);
    if (page.blocks.length < PAGE) return blocks;
  }
}

/** The bytes that the proposer signed: members in order, absent ones omitted. */
function headerText({ header }: BlockShape): string {
  const { version, chain_id, height, time, prev_hash, tx_hash, proposer_pub_key, state_root, parent_commit } = header;
  const first = { version, chain_id, height, time, prev_hash, tx_hash, proposer_pub_key };
  return JSON.stringify({
    ...first,
    ...(state_root === undefined ? {} : { state_root }),
    ...(parent_commit === undefined ? {} : { parent_commit }),
  });
}

function checkLinks(blocks: readonly BlockShape[]): void {
  let parent = '0';
  blocks.forEach((block, height) => {
    expect(block.header.height).toBe(height);
    expect(block.header.prev_hash).toBe(parent);
    expect(sha256Hex(headerText(block), block.proposer_sig)).toBe(block.hash);
    parent = block.hash;
  });
}

function placesOf(blocks: readonly BlockShape[]): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  for (const { header, hash, txs } of blocks)
    for (const tx of txs) {
      const id = idOf(tx);
      if (placed.has(id))
        throw new Error(`transaction ${id} stands in block ${placed.get(id)?.height} and ${header.height}`);
      placed.set(id, { height: header.height, hash });
    }
  return placed;
}

/** Quanta of a decimal member, from the text that was signed. */
function signedQuanta(text: string, member: string): bigint {
  const [, whole = '0', fraction = ''] = new RegExp(`"${member}":(\\d+)(?:\\.(\\d{1,9}))?[,}]`).exec(text) ?? [];
  return BigInt(whole + fraction.padEnd(9, '0'));
}

function intentOf(tx: TxShape): Intent {
  const { signed_payload: text } = tx;
  const payload = JSON.parse(text) as { readonly to: string; readonly nonce: string; readonly timestamp: number };
  const to = resolveAccount(payload.to)?.account;
  if (tx.tx_type !== 'transfer' || !to) throw new Error(`no transfer: ${text.slice(0, 200)}`);
  return {
    signer: accountOfKey(keyBytes(tx.from_pub_key)),
    timestamp: payload.timestamp,
    nonce: payload.nonce,
    priorityFee: signedQuanta(text, 'priority_fee'),
    accountNonce: undefined,
    action: { kind: 'transfer', to, token: 'XRGE', amount: signedQuanta(text, 'amount') },
  };
}

function recompute(genesis: Genesis, blocks: readonly BlockShape[]): ReferenceLedger {
  const ledger = new ReferenceLedger(genesis, new Map());
  for (const { header, txs } of blocks.slice(1)) {
    const proposer = accountOfKey(keyBytes(header.proposer_pub_key));
    const fates = ledger.block(Number(header.time), txs.map(intentOf), proposer);
    expect(fates, `what became of the transactions of block ${header.height}`).toEqual(txs.map(() => 'done'));
  }
  return ledger;
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);

async function checkLedger(node: LiveNode, genesis: Genesis, ledger: ReferenceLedger, tip: BlockShape): Promise<void> {
  const held = new Map<string, bigint>();
  for (const account of ledger.funds.balances.keys()) {
    const address = addressOf(account);
    const { balance_quanta } = await getJson(node.url, `/api/balance/${address}`);
    held.set(address, BigInt(String(balance_quanta)));
    expect(held.get(address), `balance of ${address}`).toBe(ledger.balance(account, 'XRGE'));
  }
  const stats = await getJson(node.url, '/api/stats');
  expect(stats).toMatchObject({
    network_height: tip.header.height,
    state_root: tip.header.height > 0 ? tip.header.state_root : stats.state_root,
    base_fee_quanta: String(ledger.baseFee),
    total_fees_collected_quanta: String(ledger.collected),
    total_fees_burned_quanta: String(ledger.feesBurned),
  });
  const { total_xrge_burned_quanta } = await getJson(node.url, '/api/burned');
  const pending = sum(ledger.pending.map(([, amount]) => amount));
  const gone = BigInt(String(total_xrge_burned_quanta)) + BigInt(String(stats.total_fees_burned_quanta));
  const given = sum(genesis.allocations.map(({ amount }) => amount));
  expect(held.size).toBeGreaterThan(0);
  expect(sum(held.values()) + pending + gone).toBe(given);
}

/** Fetches and checks everything. The chain must not move meanwhile: nothing pending, the heartbeat far away. */
export async function checkCrashedChain(node: LiveNode): Promise<CrashedChain> {
  const genesis = readGenesis(node.dataDir);
  const blocks = await allBlocks(node.url);
  checkLinks(blocks);
  const placed = placesOf(blocks);
  const tip = blocks.at(-1);
  if (!tip) throw new Error('the chain has no block');
  await checkLedger(node, genesis, recompute(genesis, blocks), tip);
  return { blocks, tip, placed };
}
