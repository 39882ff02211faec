/** `rouged contract` at a real node. What the ledger in memory says of a call (success, fuel, answer, events) is what the node does:
 *  two implementations of custody, storage and sub-calls, one of which is consensus. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import { sha256 } from '../../engine/crypto/sha256.js';
import { program } from '../../ops/cli/program.js';
import { createKeyFile } from '../../ops/config/nodeKeys.js';
import type { CallReport } from '../../ops/contract/local/performCall.js';
import type { TestAccount, TestContract, TestLedger } from '../../ops/contract/local/testLedger.js';
import { type LiveNode, startNode } from '../support/liveNode.js';
import { ledgerOfExamples } from '../unit/ops/contract/exampleContracts.js';
import { recordedTerminal } from '../unit/ops/temporary.js';

interface Ended {
  readonly success: boolean;
  readonly gasUsed: number;
  readonly returnData: unknown;
  readonly events: readonly { readonly topic: string; readonly data: string }[];
}

let node: LiveNode;
let directory: string;
/** The wallets of the first two accounts of the ledger in memory. */
const wallets: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rouged-contracts-'));
  const allocations = [0, 1].map((number) => {
    const file = join(directory, `${number}.json`);
    const keys = createKeyFile(file, sha256(utf8(`account ${number} of a contract's tests`)));
    if (isRefusal(keys)) throw new Error(keys.message);
    wallets.push(file);
    return { address: addressOfKey(keys.publicKey), amount: '1000' };
  });
  node = await startNode({ genesis: { allocations } });
});

afterAll(async () => {
  await node?.remove();
  rmSync(directory, { recursive: true, force: true });
});

async function contract(...words: readonly string[]) {
  const terminal = recordedTerminal();
  const code = await program(['contract', ...words, '--url', node.url, '--json'], terminal);
  return { code, err: terminal.written.err, answer: JSON.parse(terminal.written.out) as Record<string, unknown> };
}

async function deploy(name: string): Promise<string> {
  const file = `ops/examples/contracts/${name}`;
  const { answer } = await contract('deploy', file, '--file', wallets[0] ?? '');
  expect(answer).toMatchObject({ success: true, address: expect.stringMatching(/^[0-9a-f]{40}$/) });
  return String(answer.address);
}

/** A contract at the node beside the same one in memory: what is done to one is done to the other and compared. */
class Pair {
  compared = 0;

  constructor(
    readonly address: string,
    readonly local: TestContract,
    readonly ledger: TestLedger,
  ) {}

  static async open(ledger: TestLedger, name: string): Promise<Pair> {
    return new Pair(await deploy(name), await ledger.deploy(name), ledger);
  }

  async call(account: 0 | 1, method: string, args: Record<string, unknown> = {}, attach?: string): Promise<void> {
    await this.callWith(account, method, () => args, attach);
  }

  /** @param argsFor arguments that name the contract, by its address. */
  async callWith(
    account: 0 | 1,
    method: string,
    argsFor: (address: string) => Record<string, unknown>,
    attach?: string,
  ): Promise<void> {
    const signer = this.ledger.accounts[account] as TestAccount;
    const args = argsFor(this.address);
    const attached = attach === undefined ? [] : ['--attach', attach];
    const words = ['call', this.address, method, '--args', JSON.stringify(args), '--file', wallets[account] ?? ''];
    const { answer } = await contract(...words, ...attached);
    const options = attach === undefined ? {} : { attach: BigInt(Math.round(Number(attach) * 1e9)) };
    const report = this.ledger.perform(this.local, signer, method, argsFor(this.local.address) as never, options);
    if (report.success) this.#succeeded(answer, report);
    else
      expect(answer, method).toMatchObject({
        success: false,
        error: report.error,
        gasUsed: report.gasUsed,
        logs: report.logs,
      });
    this.compared++;
  }

  #succeeded(answer: Record<string, unknown>, report: CallReport): void {
    const { preview, receipt } = answer as { preview: Ended; receipt: Record<string, unknown> };
    const events = report.events.map(({ topic, data }) => ({ topic, data: this.#there(data) }));
    expect(preview.gasUsed).toBe(report.gasUsed);
    expect(preview.returnData).toEqual(JSON.parse(this.#there(JSON.stringify(report.returnData))));
    expect(preview.events).toMatchObject(events);
    expect(receipt).toMatchObject({ status: 'Success', contract_events: events, gas_used: report.gasUsed });
  }

  /** A text of the ledger in memory as the node says it: the contract has another address there. */
  #there(text: string): string {
    const [here, there] = [this.local.address, this.address];
    // The id of a collection begins with a part of the address.
    return text.replaceAll(here, there).replaceAll(here.slice(0, 16), there.slice(0, 16));
  }

  async query(method: string, args: Record<string, unknown> = {}): Promise<void> {
    const { answer } = await contract('query', this.address, method, '--args', JSON.stringify(args));
    expect(answer.returnData, method).toEqual(this.local.query(method, args as never));
    this.compared++;
  }
}

describe('the node and the ledger in memory agree', () => {
  test('on a token: success, refusals, fuel, events, answers', async () => {
    const ledger = ledgerOfExamples();
    const token = await Pair.open(ledger, 'token.ts');
    const [alice, bob] = ledger.accounts as [TestAccount, TestAccount];
    await token.call(0, 'init', { name: 'Lamp', symbol: 'LMP', decimals: 2, supply: '1000' });
    await token.call(1, 'init', { name: 'Lamp', symbol: 'LMP', decimals: 2, supply: '1000' });
    await token.call(0, 'transfer', { to: bob.publicKey, amount: 40 });
    await token.call(1, 'transfer', { to: alice.address, amount: '41' });
    await token.call(1, 'approve', { spender: alice.address, amount: 30 });
    await token.call(0, 'transferFrom', { from: bob.address, to: alice.address, amount: 30 });
    await token.call(0, 'transferFrom', { from: bob.address, to: alice.address, amount: 1 });
    await token.call(0, 'transfer', { to: bob.address, amount: 1 }, '0.5');
    for (const { address } of [alice, bob]) await token.query('balanceOf', { account: address });
    await token.query('info');
    expect(token.compared).toBe(11);
  });

  test('on payments: what a game takes, reserves and gives back', async () => {
    const ledger = ledgerOfExamples();
    const game = await Pair.open(ledger, 'game.ts');
    await game.call(0, 'init');
    await game.call(0, 'fund', {}, '10');
    await game.call(1, 'play', { guess: 1 });
    await game.call(1, 'play', { guess: 1 }, '20');
    await game.call(1, 'play', { guess: 1 }, '2.5');
    await game.call(0, 'withdraw', { amount: '10000000000' });
    await game.call(0, 'withdraw', { amount: '7500000000' });
    expect(game.compared).toBe(7);
  });

  test('on signatures of ML-DSA keys', async () => {
    const ledger = ledgerOfExamples();
    const vault = await Pair.open(ledger, 'vault.ts');
    const [alice, bob] = ledger.accounts as [TestAccount, TestAccount];
    await vault.call(0, 'init', { keys: [alice.publicKey, bob.publicKey], threshold: 2 });
    await vault.call(1, 'deposit', {}, '3');
    const to = bob.address;
    const pay = (amount: number, signed: number) => (address: string) => {
      const text = `vault ${address} order 0 pays ${signed} to ${to}`;
      const signatures = [alice, bob].map((account, key) => ({ key, signature: account.sign(text) }));
      return { to, amount, signatures };
    };
    await vault.callWith(0, 'pay', pay(1_000, 1_001));
    await vault.callWith(0, 'pay', pay(1_000, 1_000));
    await vault.callWith(0, 'pay', pay(1_000, 1_000));
    await vault.query('info');
    expect(vault.compared).toBe(6);
    expect(vault.local.query('info')).toEqual({ keys: 2, threshold: 2, next: 1 });
  });

  test('on NFTs: a collection, mints, an offer', async () => {
    const ledger = ledgerOfExamples();
    const shop = await Pair.open(ledger, 'nft-shop.ts');
    await shop.call(0, 'init', { symbol: 'LAMPS', name: 'Lamps', most: 2, price: '500000000' });
    await shop.call(1, 'mint', { name: 'Lamp 1' }, '0.4');
    await shop.call(1, 'mint', { name: 'Lamp 1', metadata: '{"light":"green"}' }, '0.5');
    await shop.call(1, 'mint', { name: 'Lamp 2', metadata: 'none' }, '0.5');
    await shop.call(1, 'mint', { name: 'Lamp 2' }, '0.5');
    await shop.call(1, 'mint', { name: 'Lamp 3' }, '0.5');
    const lamp = (id: number) => (address: string) => ({
      collection: `col:${address.slice(0, 16)}:LAMPS`,
      id,
      price: 7,
    });
    await shop.callWith(0, 'offer', lamp(1));
    await shop.callWith(1, 'offer', lamp(1));
    await shop.callWith(1, 'offer', lamp(3));
    await shop.callWith(0, 'buy', lamp(1), '0.000000007');
    await shop.callWith(1, 'cancel', lamp(1));
    expect(shop.compared).toBe(11);
  });

  test('on calls between contracts, one of which fails', async () => {
    const ledger = ledgerOfExamples();
    const token = await Pair.open(ledger, 'token.ts');
    const payroll = await Pair.open(ledger, 'payroll.ts');
    const [, bob] = ledger.accounts as [TestAccount, TestAccount];
    await token.call(0, 'init', { name: 'Wage', symbol: 'WGE', decimals: 0, supply: '1000' });
    const both = async (method: string, argsFor: (token: string, payroll: string) => Record<string, unknown>) => {
      const there = argsFor(token.address, payroll.address);
      const words = ['call', method === 'transfer' ? token.address : payroll.address, method];
      const { answer } = await contract(...words, '--args', JSON.stringify(there), '--file', wallets[0] ?? '');
      const local = method === 'transfer' ? token.local : payroll.local;
      const here = argsFor(token.local.address, payroll.local.address);
      const report = local.call(ledger.accounts[0] as TestAccount, method, here as never);
      expect((answer as unknown as { preview: Ended }).preview.gasUsed, method).toBe(report.gasUsed);
      return { answer, report };
    };
    await both('transfer', (_token, to) => ({ to, amount: 100 }));
    await both('init', (address) => ({ token: address }));
    const wages = [30, 90, 70].map((amount) => ({ to: bob.address, amount }));
    const { answer, report } = await both('pay', () => ({ wages }));
    expect(report.calls.map(({ success }) => success)).toEqual([true, false, true]);
    const { receipt } = answer as { receipt: { calls: { error: string | null }[]; contract_events: unknown[] } };
    expect(receipt.calls.map(({ error }) => error ?? null)).toEqual(report.calls.map(({ error }) => error ?? null));
    expect(receipt.contract_events).toHaveLength(report.events.length);
    await token.query('balanceOf', { account: bob.address });
  });
});
