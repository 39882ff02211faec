/** Deposits and payouts on a real EVM chain, and every attack on their verification: what a user, a contract, a reorganisation or a provider can
 *  do to be credited with what was not deposited. */

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, beforeEach, describe as describeAlways, expect, test } from 'vitest';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { VerifiedDeposit } from '../../engine/bridge/deposit.js';
import { claimText } from '../../engine/bridge/evm/claimSignature.js';
import type { EvmClaim } from '../../engine/bridge/evm/claims.js';
import type { EvmCoin } from '../../engine/bridge/evm/contracts.js';
import { addressOfKey } from '../../engine/crypto/address.js';
import type { Checked, EvmProviders } from '../../ops/bridge/evmProviders.js';
import { program } from '../../ops/cli/program.js';
import { ANVIL, type Json, type JsonMembers, type Lie } from '../support/evm/anvil.js';
import { ETHER, EvmScene, XRGE_WEI } from '../support/evm/scene.js';
import { recordedTerminal } from '../unit/ops/temporary.js';

const RECIPIENT = addressOfKey(new Uint8Array(1_952).fill(7));
const ANOTHER = addressOfKey(new Uint8Array(1_952).fill(8));

let scene: EvmScene;
let bridge: EvmProviders;

/** Elsewhere than in CI the variable may name none. */
const describe = describeAlways.skipIf(ANVIL === undefined && process.env.CI !== 'true');

beforeAll(async () => {
  if (ANVIL === undefined && process.env.CI !== 'true') return;
  scene = await EvmScene.start();
  bridge = scene.verifier();
});
afterAll(() => scene?.stop());
beforeEach(() => scene?.beHonest());

const sentence = (checked: Checked<unknown>): string =>
  isRefusal(checked.result)
    ? checked.result.message
    : `accepted: ${JSON.stringify(checked.result, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`;

function verified<T>({ result }: Checked<T>): T {
  if (isRefusal(result)) throw new Error(result.message);
  return result;
}

/** Sends and mines enough blocks above it. */
async function deep(sent: Parameters<EvmScene['send']>[0]): Promise<string> {
  const hash = await scene.send(sent);
  await scene.mine(8);
  return hash;
}

const depositEth = (value = ETHER, recipient = RECIPIENT) =>
  deep({ to: scene.contracts.bridge, value, call: ['depositETH', recipient] });

async function claimOf(coin: EvmCoin, hash: string, signer = scene.user, claimant = signer): Promise<EvmClaim> {
  const text = claimText(coin, hash, RECIPIENT);
  const signature = (await scene.chain.rpc('personal_sign', [`0x${toHex(utf8(text))}`, signer])) as string;
  return { coin, hash, claimant, signature, recipient: RECIPIENT };
}

describe('deposits', () => {
  test('through the contract of ETH: exact units, recipient and place', async () => {
    const hash = await depositEth(1_500_000n * 10n ** 12n, ` xrge:${RECIPIENT.toUpperCase()}`);
    const receipt = (await scene.chain.rpc('eth_getTransactionReceipt', [hash])) as JsonMembers;
    expect(verified(await bridge.deposit('ETH', hash))).toEqual({
      ...{ token: 'qETH', units: 1_500_000n, recipient: RECIPIENT, sender: scene.user, claimKey: hash },
      ...{ blockHash: String(receipt.blockHash), height: Number(receipt.blockNumber), position: 0, depth: 8 },
    } satisfies VerifiedDeposit);
  });

  test('through the contract of USDC and the vault of XRGE', async () => {
    const { bridge: contract, usdc, vault } = scene.contracts;
    const paid = await deep({ to: contract, call: ['depositERC20', usdc, 25_000_000n, RECIPIENT] });
    expect(verified(await bridge.deposit('USDC', paid))).toMatchObject({ token: 'qUSDC', units: 25_000_000n });
    const moved = await deep({ to: vault, call: ['deposit', (XRGE_WEI * 3n) / 2n, RECIPIENT] });
    expect(verified(await bridge.deposit('XRGE', moved))).toMatchObject({
      ...{ token: 'XRGE', units: 1_500_000_000n, claimKey: `xrge:${moved}`, position: 1 },
    });
  });

  test('claimed by hand under a signature of the wallet: ETH, USDC, XRGE', async () => {
    const { usdc, vault, xrge } = scene.contracts;
    const eth = await deep({ to: scene.custody, value: ETHER + 1n });
    expect(verified(await bridge.claim(await claimOf('ETH', eth)))).toMatchObject({ units: 1_000_000n, claimKey: eth });
    const coins = await deep({ to: usdc, call: ['transfer', scene.custody, 7n] });
    expect(verified(await bridge.claim(await claimOf('USDC', coins)))).toMatchObject({ token: 'qUSDC', units: 7n });
    const moved = await deep({ to: xrge, call: ['transfer', vault, XRGE_WEI + 10n ** 9n] });
    expect(verified(await bridge.claim(await claimOf('XRGE', moved)))).toMatchObject({ units: 1_000_000_001n });
  });

  test('with raw binding: hash, roots and sender recomputed in a block of 140 transactions of several types', async () => {
    const strict = scene.verifier({
      ROUGED_BRIDGE_EVM_RAW_BINDING: 'required',
      ROUGED_BRIDGE_EVM_FINALITY: 'finalized',
    });
    const hashes: string[] = [];
    for (let number = 0; number < 140; number++)
      hashes.push(
        await scene.queue({ to: scene.contracts.bridge, value: ETHER, call: ['depositETH', RECIPIENT], gas: 100_000 }),
      );
    const legacy = await scene.chain.rpc('eth_sendTransaction', [
      { from: scene.stranger, to: scene.custody, value: '0xde0b6b3a7640000', gasPrice: '0x77359400', gas: '0x5208' },
    ]);
    await scene.mine(1);
    await scene.mine(9);
    const receipt = (await scene.chain.rpc('eth_getTransactionReceipt', [hashes[137]])) as JsonMembers;
    expect(Number(receipt.transactionIndex)).toBeGreaterThan(0x7f);
    expect(verified(await strict.deposit('ETH', String(hashes[137])))).toMatchObject({ units: 1_000_000n });
    expect(verified(await strict.claim(await claimOf('ETH', String(legacy), scene.stranger)))).toMatchObject({
      sender: scene.stranger,
    });
    const shifted: Lie = (method, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as JsonMembers), transactionIndex: '0x1' } : result;
    for (const provider of scene.providers) provider.lie = shifted;
    expect(sentence(await strict.deposit('ETH', String(hashes[137])))).toMatch(/raw binding: it is not at its index/);
  });
});

describe('attacks by a depositor', () => {
  test('rule 4: a contract that emits the same event', async () => {
    const hash = await deep({ to: scene.contracts.fake, value: ETHER, call: ['depositETH', RECIPIENT] });
    expect(sentence(await bridge.deposit('ETH', hash))).toBe(
      'No verifiable RougeBridge deposit: no BridgeDepositETH event from the configured RougeBridge in this transaction',
    );
  });

  test('rule 5: two events in one transaction', async () => {
    const hash = await deep({ to: scene.contracts.bridge, value: ETHER, call: ['depositETHTwice', RECIPIENT] });
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(/: 2 supported RougeBridge deposit events/);
  });

  test('rule 4: failed transactions, also of direct ETH', async () => {
    const failed = await deep({ to: scene.contracts.bridge, call: ['depositETH', RECIPIENT], gas: 100_000 });
    expect(sentence(await bridge.deposit('ETH', failed))).toMatch(/: deposit transaction reverted$/);
    const custody = scene.verifier({ QV_BRIDGE_CUSTODY_ADDRESS: scene.contracts.usdc });
    const direct = await deep({ to: scene.contracts.usdc, value: ETHER, gas: 60_000 });
    expect(sentence(await custody.claim(await claimOf('ETH', direct)))).toBe('deposit transaction reverted');
  });

  test('rule 4: an event without the coins, and of a coin of its own', async () => {
    const { bridge: contract, usdc, xrge } = scene.contracts;
    const unpaid = await deep({ to: contract, call: ['claimERC20', usdc, 5n, RECIPIENT] });
    expect(sentence(await bridge.deposit('USDC', unpaid))).toMatch(/no matching USDC Transfer/);
    const own = await deep({ to: contract, call: ['depositERC20', xrge, 5n, RECIPIENT] });
    expect(sentence(await bridge.deposit('USDC', own))).toBe(
      `No verifiable RougeBridge deposit: deposit token ${xrge} is not the configured Base USDC ${usdc}`,
    );
  });

  test('rule 11: dust, nothing, no recipient and a recipient that is nobody', async () => {
    const { vault } = scene.contracts;
    const refusals = [
      [
        await depositEth(ETHER + 1n),
        'ETH',
        /is not a whole number of qETH units \(10\^12 wei\) — sub-unit dust rejected$/,
      ],
      [await depositEth(ETHER, '  '), 'ETH', /deposit has an empty RougeChain pubkey$/],
      [await depositEth(ETHER, 'somebody'), 'ETH', /the recipient is neither/],
      [await deep({ to: vault, call: ['deposit', XRGE_WEI + 1n, RECIPIENT] }), 'XRGE', /dust rejected$/],
      [
        await deep({ to: vault, call: ['deposit', XRGE_WEI - 10n ** 9n, RECIPIENT] }),
        'XRGE',
        /XRGE deposit amount too small$/,
      ],
      [await deep({ to: vault, call: ['deposit', 0n, RECIPIENT] }), 'XRGE', /deposit amount is zero$/],
    ] as const;
    for (const [hash, coin, pattern] of refusals) expect(sentence(await bridge.deposit(coin, hash))).toMatch(pattern);
  });

  test("rule 6: somebody else's deposit, and a Transfer of somebody else in a summed claim", async () => {
    const { vault, xrge } = scene.contracts;
    const hash = await deep({ to: scene.custody, value: ETHER });
    expect(sentence(await bridge.claim(await claimOf('ETH', hash, scene.stranger)))).toBe(
      `Transaction sender mismatch: expected ${scene.stranger}, got ${scene.user}`,
    );
    expect(sentence(await bridge.claim(await claimOf('ETH', hash, scene.stranger, scene.user)))).toMatch(
      /^Invalid signature -/,
    );
    const moved = await deep({ to: xrge, call: ['move', scene.stranger, vault, XRGE_WEI] });
    expect(sentence(await bridge.claim(await claimOf('XRGE', moved)))).toBe(
      `Deposit sender mismatch: XRGE was sent from ${scene.stranger}, but the claim is signed as ${scene.user}`,
    );
  });

  test('rule 3: a deposit before its depth, before it is final, and one that is not there', async () => {
    const hash = await scene.send({ to: scene.contracts.bridge, value: ETHER, call: ['depositETH', RECIPIENT] });
    await scene.mine(5);
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(/^Need 6 confirmations \(tx block \d+, latest \d+\)$/);
    await scene.mine(1);
    verified(await bridge.deposit('ETH', hash));
    const final = scene.verifier({ ROUGED_BRIDGE_EVM_FINALITY: 'finalized' });
    expect(sentence(await final.deposit('ETH', hash))).toMatch(/is not finalized yet/);
    expect(sentence(await bridge.deposit('ETH', `0x${'12'.repeat(32)}`))).toBe(
      'No verifiable RougeBridge deposit: transaction not found or not yet mined',
    );
  });
});

/** Changes a member of the first log of the receipt. */
const inLog =
  (change: (log: JsonMembers) => JsonMembers): Lie =>
  (method, result) => {
    if (method !== 'eth_getTransactionReceipt' || result === null) return result;
    const receipt = result as JsonMembers;
    const [log, ...rest] = receipt.logs as JsonMembers[];
    return { ...receipt, logs: [change(log as JsonMembers), ...rest] as Json };
  };

const inResult =
  (method: string, change: (result: JsonMembers) => Json): Lie =>
  (called, result) =>
    called === method && result !== null ? change(result as JsonMembers) : result;

const CONTRADICTIONS: readonly (readonly [string, Lie])[] = [
  [
    'another amount',
    inLog((log) => ({ ...log, data: String(log.data).replace(/^0x.{64}/, `0x${'f'.padStart(64, '0')}`) })),
  ],
  [
    'another recipient',
    inLog((log) => ({ ...log, data: String(log.data).replace(toHex(utf8(RECIPIENT)), toHex(utf8(ANOTHER))) })),
  ],
  ['another emitter', inLog((log) => ({ ...log, address: scene.contracts.fake }))],
  ['a failure', inResult('eth_getTransactionReceipt', (receipt) => ({ ...receipt, status: '0x0' }))],
  [
    'another block',
    (method, result) => {
      if (!['eth_getTransactionReceipt', 'eth_getBlockByNumber'].includes(method)) return result;
      const hash = /"(?:blockHash|hash)":"(0x[0-9a-f]{64})"/.exec(JSON.stringify(result))?.[1] ?? '';
      return JSON.parse(JSON.stringify(result).replaceAll(hash, `0x${'ab'.repeat(32)}`)) as Json;
    },
  ],
];

/** Goes on as long as somebody reads. */
function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 << 10, 0x20);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

/** A hundred megabytes of white space. */
const BOMB = gzipSync(Buffer.alloc(100 << 20, 0x20));

/** A byte each tenth of a second: every one of them comes in time. */
function drip(response: ServerResponse, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (response.destroyed || at === text.length) clearInterval(timer);
    else response.write(text[at++] as string);
  }, 100);
}

const FAILURES: readonly (readonly [string, Lie])[] = [
  ['rule 2: another chain', (method, result) => (method === 'eth_chainId' ? '0x1' : result)],
  ['no such transaction', (method, result) => (method === 'eth_getTransactionReceipt' ? null : result)],
  ['rule 4: a removed log', inLog((log) => ({ ...log, removed: true }))],
  ['rule 4: a log of another transaction', inLog((log) => ({ ...log, transactionHash: `0x${'cd'.repeat(32)}` }))],
  [
    'rule 3: another block at the height',
    inResult('eth_getBlockByNumber', (block) => ({ ...block, hash: `0x${'ab'.repeat(32)}` })),
  ],
  ['garbage', (_, result) => (result === null ? null : (response) => response.end('<html>'))],
  ['a number that is none', (method, result) => (method === 'eth_blockNumber' ? '0x0f' : result)],
  [
    'the answer to another request',
    (_, result) => (response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 99, result })),
  ],
  [
    'an endless answer',
    () => (response) => response.end(`{"jsonrpc":"2.0","id":1,"result":"0x${'0'.repeat(300_000)}"}`),
  ],
  ['gigabytes without an end', () => (response) => endless(response)],
  [
    'gigabytes in a few compressed bytes',
    () => (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  ],
  [
    'one byte at a time',
    (_, result) => (response) => drip(response, JSON.stringify({ jsonrpc: '2.0', id: 1, result })),
  ],
  [
    'an answer that breaks off',
    () => (response) =>
      void response.writeHead(200, { 'content-length': 500 }).write('{"jsonrpc"', () => response.destroy()),
  ],
  [
    'a page with the status 200',
    () => (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Log in'),
  ],
  ['a redirect to itself', () => (response) => void response.writeHead(307, { location: '/' }).end()],
  ['a list of answers', (_, result) => (response) => response.end(JSON.stringify([{ jsonrpc: '2.0', id: 1, result }]))],
  [
    'an answer with a result and an error',
    (_, result) => (response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result, error: { code: 1 } })),
  ],
  ['silence', () => (response) => void response.writeHead(200).write('{')],
  ['a redirect', () => (response) => void response.writeHead(302, { location: scene.chain.url }).end()],
  ['a depth of its own', () => (response) => response.end('['.repeat(100_000))],
];

describe('attacks by one of three providers', () => {
  let hash: string;
  const quick = () => scene.verifier({}, { timeoutMs: 5_000, mostBytes: 200_000 });
  beforeAll(async () => {
    hash = await depositEth();
  });

  test.each(CONTRADICTIONS)('rule 1: a lie that contradicts the others refuses: %s', async (_, lie) => {
    const [first] = scene.providers;
    if (first) first.lie = lie;
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(
      /^providers contradict each other: 127\.0\.0\.1:\d+ against 127\.0\.0\.2/,
    );
  });

  test.each(FAILURES)('%s: it leaves two of three providers, and a quorum of three refuses', async (_, lie) => {
    const [first] = scene.providers;
    if (first) first.lie = lie;
    const all = scene.verifier({ ROUGED_BRIDGE_EVM_QUORUM: '3' }, { timeoutMs: 5_000, mostBytes: 200_000 });
    const [two, three] = await Promise.all([quick().deposit('ETH', hash), all.deposit('ETH', hash)]);
    expect(verified(two)).toMatchObject({ units: 1_000_000n });
    expect(sentence(three)).toMatch(/^2 of 3 providers answered, 3 must agree \(127\.0\.0\.1:\d+: /);
  });

  test('rule 3: a stale head of one provider does not lower the depth, that of two does', async () => {
    const stale: Lie = (method, result) => (method === 'eth_blockNumber' ? '0x1' : result);
    const [first, second] = scene.providers;
    if (first) first.lie = stale;
    verified(await bridge.deposit('ETH', hash));
    if (second) second.lie = stale;
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(/^Need 6 confirmations \(tx block \d+, latest 1\)$/);
  });

  test('rule 1: two that are silenced leave too few', async () => {
    for (const provider of scene.providers.slice(1))
      provider.lie = () => (response) => void response.writeHead(500).end();
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(/^1 of 3 providers answered, 2 must agree/);
  });

  test('rule 9: raw binding refuses what all providers make up together', async () => {
    const strict = scene.verifier({ ROUGED_BRIDGE_EVM_RAW_BINDING: 'required' });
    for (const provider of scene.providers) provider.lie = CONTRADICTIONS[0]?.[1] as Lie;
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(/sub-unit dust rejected/);
    expect(sentence(await strict.deposit('ETH', hash))).toMatch(/raw binding: its receipt is another one/);
  });
});

describe('the second look', () => {
  test('rule 2: a reorganisation between verification and mint', async () => {
    const hash = await depositEth();
    const { blockHash, height } = verified(await bridge.deposit('ETH', hash));
    const seen = { hash, blockHash, height };
    expect(await bridge.recheck(seen)).toBeUndefined();
    expect((await bridge.recheck({ ...seen, blockHash: `0x${'ab'.repeat(32)}` }))?.message).toMatch(
      /reorganised — refusing/,
    );
    await scene.chain.rpc('anvil_reorg', [10, []]);
    expect((await bridge.recheck(seen))?.message).toMatch(/transaction not found or not yet mined/);
    expect(sentence(await bridge.deposit('ETH', hash))).toMatch(/transaction not found or not yet mined/);
  });

  test('rule 2: one provider that sees another block', async () => {
    const hash = await depositEth();
    const { blockHash, height } = verified(await bridge.deposit('ETH', hash));
    const [first] = scene.providers;
    if (first) first.lie = CONTRADICTIONS[4]?.[1] as Lie;
    expect((await bridge.recheck({ hash, blockHash, height }))?.message).toMatch(/^providers contradict each other/);
  });
});

describe('payouts', () => {
  const idHash = (text: string) => keccak_256(utf8(text));

  test('rule 7: a release settles its own withdrawal only, and not less than is owed', async () => {
    const { bridge: contract, usdc } = scene.contracts;
    await scene.send({ to: contract, value: 5n * ETHER, call: ['depositETH', RECIPIENT] });
    const paid = await deep({ to: contract, call: ['releaseETH', scene.stranger, ETHER, idHash('w1')] });
    const owed = { withdrawalId: 'w1', coin: 'ETH', destination: scene.stranger, units: 1_000_000n } as const;
    expect(verified(await bridge.payout(owed, paid))).toMatchObject({ hash: paid, logs: [0], amount: ETHER });
    expect(sentence(await bridge.payout({ ...owed, withdrawalId: 'w2' }, paid))).toMatch(
      /no BridgeReleaseETH event of this withdrawal/,
    );
    expect(sentence(await bridge.payout({ ...owed, destination: scene.user }, paid))).toMatch(
      /no BridgeReleaseETH event/,
    );
    expect(sentence(await bridge.payout({ ...owed, units: 1_000_001n }, paid))).toMatch(
      /is less than the 1000001000000000000 owed$/,
    );
    const other = await deep({
      to: scene.contracts.fake,
      value: 0n,
      call: ['releaseETH', scene.stranger, 0n, idHash('w1')],
    });
    expect(sentence(await bridge.payout(owed, other))).toMatch(/it was not sent to the RougeBridge/);
    const coins = await deep({ to: contract, call: ['releaseERC20', scene.stranger, usdc, 9n, idHash('w3')] });
    expect(
      verified(await bridge.payout({ ...owed, withdrawalId: 'w3', coin: 'USDC', units: 9n }, coins)),
    ).toMatchObject({
      logs: [1, 0],
    });
  });

  test('rule 12: XRGE comes from the vault, which says what it has released', async () => {
    const { vault, xrge } = scene.contracts;
    expect(await bridge.isReleased('xrge:w4', Date.now())).toBe(false);
    const paid = await deep({ to: vault, call: ['release', scene.stranger, 2n * XRGE_WEI, 'xrge:w4'] });
    const owed = { withdrawalId: 'xrge:w4', coin: 'XRGE', destination: scene.stranger, units: 2_000_000_000n } as const;
    expect(verified(await bridge.payout(owed, paid))).toMatchObject({ amount: 2n * XRGE_WEI });
    expect(await bridge.isReleased('xrge:w4', Date.now())).toBe(true);
    const gift = await deep({ to: xrge, call: ['transfer', scene.stranger, 2n * XRGE_WEI] });
    expect(sentence(await bridge.payout(owed, gift))).toBe(
      `payout not verified: payout sender ${scene.user} is not the XRGE vault ${vault}`,
    );
    for (const provider of scene.providers) provider.lie = (method, result) => (method === 'eth_call' ? '0x' : result);
    expect(await bridge.isReleased('xrge:w4', Date.now())).toMatchObject({
      message: expect.stringMatching(/^Refund refused: could not verify vault release state \(.*\)\. Not minting\.$/),
    });
  });
});

describe('rouged bridge check evm', () => {
  async function check(...words: readonly string[]) {
    const terminal = { ...recordedTerminal(), environment: scene.environment() };
    const code = await program(['bridge', 'check', 'evm', ...words], terminal);
    return { code, ...terminal.written };
  }

  test('shows a deposit, a claim and a refusal with what each provider says', async () => {
    const hash = await depositEth();
    const shown = await check(hash, '--token', 'ETH', '--json');
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({
      success: true,
      result: { token: 'qETH', units: '1000000', recipient: RECIPIENT },
      providers: [1, 2, 3].map((number) => ({ host: expect.stringMatching(`^127.0.0.${number}:`), success: true })),
    });
    const direct = await deep({ to: scene.custody, value: ETHER });
    const { signature } = await claimOf('ETH', direct);
    const claim = ['--claimant', scene.user, '--signature', signature, '--recipient', RECIPIENT];
    expect((await check(direct, ...claim)).out).toMatch(/units +1000000\n(?:.*\n)*OK: the providers prove it\n$/);
    const [first] = scene.providers;
    if (first) first.lie = FAILURES[0]?.[1] as Lie;
    const refused = await check(hash, '--token', 'XRGE');
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/Provider {4}127\.0\.0\.1:\d+: EVM chain mismatch: daemon RPC reports 1 /);
    expect(refused.out).toMatch(/NOT OK: No verifiable BridgeDeposit to the vault: no BridgeDeposit event/);
    expect((await check(direct, '--claimant', scene.user)).err).toMatch(
      /go together; --signature, --recipient is missing/,
    );
  });
});
