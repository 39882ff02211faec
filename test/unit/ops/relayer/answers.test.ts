/** What a node's answers to claims mean, and what its configuration must not contradict. */

import { describe, expect, test } from 'vitest';
import { refused } from '../../../../api/routes/bridge/bridgeAnswers.js';
import { type JsonObject, parseJson } from '../../../../engine/base/json.js';
import { FILE_JSON } from '../../../../engine/base/limits.js';
import { isRefusal, refuse, refuseOneSided } from '../../../../engine/base/refusal.js';
import { NodeFault } from '../../../../ops/cli/client.js';
import { claimAnswer } from '../../../../ops/relayer/answers.js';
import { contradiction, type NodeBridge, readNodeBridge } from '../../../../ops/relayer/nodeBridge.js';
import { walletOf } from '../../../support/bitcoinChain.js';

const members = (value: object): JsonObject => parseJson(JSON.stringify(value), FILE_JSON) as JsonObject;
const said = (message: string, status = 200, code = `http_${status}`) => new NodeFault(code, message, status);

/** Sentences of the facts that no later moment can change. */
const FINAL = [
  'No verifiable RougeBridge deposit: 2 supported RougeBridge deposit events in one transaction — ambiguous, refusing to credit any of them',
  'No verifiable RougeBridge deposit: deposit transaction reverted',
  'No verifiable RougeBridge deposit: deposit amount is zero',
  'No verifiable RougeBridge deposit: deposit has an empty RougeChain pubkey',
  'No verifiable RougeBridge deposit: ETH deposit 1 wei is not a whole number of qETH units (10^12 wei) — sub-unit dust rejected',
  'No verifiable RougeBridge deposit: deposit token 0x1 is not the configured Base USDC 0x2',
  'No verifiable RougeBridge deposit: no matching USDC Transfer(sender → RougeBridge, amount) in this receipt',
  'No verifiable BridgeDeposit to the vault: XRGE deposit amount too small',
  'No verifiable BridgeDeposit to the vault: the recipient is neither a rouge1 address nor a public key of this chain',
  'no output pays the custody address bc1q',
  'deposit has no OP_RETURN carrying a RougeChain recipient address',
  'deposit OP_RETURN did not decode to a RougeChain recipient',
  'deposit input 0 spends coins of the bridge itself; change is no deposit — refusing to mint',
  'invalid BTC txid (expected 64 hex chars)',
];

/** Those that another moment, another provider or an operator changes. */
const LATER = [
  'No verifiable RougeBridge deposit: transaction not found or not yet mined',
  'No verifiable RougeBridge deposit: RPC error: Transaction already claimed',
  'No verifiable RougeBridge deposit: no BridgeDepositETH event from the configured RougeBridge in this transaction',
  'could not verify EVM chain id (RPC unavailable: x) — refusing to credit',
  'EVM chain mismatch: daemon RPC reports 1 but the bridge is configured for 8453 — refusing to credit',
  'could not verify confirmations (Base RPC unavailable) — refusing to credit',
  'Need 6 confirmations (tx block 10, latest 12)',
  'providers contradict each other: a against b — refusing',
  'RougeBridge address not configured — refusing to credit',
  'XRGE bridge not enabled',
  'deposit is still unconfirmed (0 confirmations)',
  'deposit has 1 confirmation(s); 2 required',
  'second provider shows only 1 confirmation(s); 2 required',
  'mint failed: mempool full',
  'Failed to persist claim: disk full',
  'claim approved by 1 of 2 authorities; ask again',
  'a sentence that nobody has thought of',
];

/** Those that quote what one provider says, which the node marks. */
const ONE_SIDED = [
  'provider disagreement on amount (1 vs 2 sats) — refusing to mint',
  'second Esplora provider could not confirm the deposit (deposit has no OP_RETURN carrying a RougeChain recipient address) — refusing to mint',
  'provider disagreement on the deposit (no output pays the custody address bc1q; the second Esplora provider: it confirms the deposit) — refusing to mint',
  '1 of 3 providers answered, 2 must agree (a: deposit transaction reverted; b: unreachable)',
  '1 of 2 providers answered, 2 must agree (a: RPC error: already claimed)',
];

describe('answers to a claim', () => {
  test('done: minted now or claimed before', () => {
    expect(claimAnswer(members({ success: true, txId: 'ab', amount: 5, token: 'qETH' }))).toEqual({
      kind: 'done',
      was: 'minted',
    });
    expect(claimAnswer(said('Transaction already claimed'))).toEqual({ kind: 'done', was: 'claimed' });
    expect(claimAnswer(members({ success: true, txId: null, error: 'Deposit already claimed' }))).toEqual({
      kind: 'done',
      was: 'claimed',
    });
  });

  test.each(FINAL)('refused for good: %s', (reason) =>
    expect(claimAnswer(said(reason))).toEqual({ kind: 'refused', reason }),
  );
  test.each(LATER)('asked for again: %s', (reason) =>
    expect(claimAnswer(said(reason))).toEqual({ kind: 'later', reason }),
  );

  test.each(ONE_SIDED)('asked for again, as one provider alone says it: %s', (reason) => {
    const answer = members(refused(refuseOneSided('rule_violation', reason), { txId: null }));
    expect(claimAnswer(new NodeFault('rule_violation', reason, 200, answer))).toEqual({ kind: 'later', reason });
    const plain = members(refused(refuse('rule_violation', FINAL[1] as string), {}));
    expect(claimAnswer(new NodeFault('rule_violation', FINAL[1] as string, 200, plain))).toMatchObject({
      kind: 'refused',
    });
  });

  test.each<readonly [string, NodeFault]>([
    ['unreachable', new NodeFault('unreachable', 'no node answers', 0)],
    ['unreachable', said('did not answer as a node does', 502, 'malformed_answer')],
    ['rate_limited', said('HTTP 429', 429)],
    ['unauthorized', said('unauthorized: only the node operator can perform this action')],
    ['unauthorized', said('HTTP 403', 403)],
    ['unavailable', said('this node has no key of an authority of the bridge; ask http://other', 503, 'busy')],
    ['unavailable', said('no such route', 404, 'route_not_found')],
  ])('says nothing about the claim: %s', (why, fault) =>
    expect(claimAnswer(fault)).toEqual({ kind: 'node', why, reason: fault.message }),
  );

  test('what quotes a provider that gives no usable answer is asked for again', () => {
    const reason = 'No verifiable RougeBridge deposit: RPC error: deposit transaction reverted';
    expect(claimAnswer(said(reason, 200, 'busy'))).toEqual({ kind: 'later', reason });
  });

  test('a fault of the node at one claim is that claim alone', () =>
    expect(claimAnswer(said('internal error', 500))).toMatchObject({ kind: 'later' }));
});

const VAULT = `0x${'ab'.repeat(20)}`;
const custody = walletOf('custody').address;

const evm = { enabled: true, custodyAddress: `0x${'01'.repeat(20)}`, chainId: 8453, supportedTokens: ['ETH', 'USDC'] };
const btc = { btcCustodyAddress: custody, btcNetwork: 'regtest' };
const xrge = {
  enabled: true,
  vaultAddress: VAULT.toUpperCase().replace('0X', '0x'),
  tokenAddress: null,
  chainId: 8453,
};

const read = (config: object, vault: object): NodeBridge => {
  const bridge = readNodeBridge(members(config), members(vault));
  if (isRefusal(bridge)) throw new Error(bridge.message);
  return bridge;
};

describe('the bridge of the node', () => {
  test('each part is on or off by itself', () => {
    const off = { enabled: false, custodyAddress: null, chainId: null };
    const noVault = { enabled: false, vaultAddress: null, tokenAddress: null, chainId: null };
    expect(read(off, noVault)).toEqual({});
    expect(read(evm, noVault)).toEqual({ evm: { chainId: 8453n } });
    const named = { ...evm, bridgeAddress: VAULT.toUpperCase().replace('0X', '0x'), confirmations: 3 };
    expect(read(named, noVault)).toEqual({ evm: { chainId: 8453n, contract: VAULT }, confirmations: 3 });
    expect(read({ ...off, ...btc, btcConfirmations: 4 }, noVault)).toMatchObject({ btc: { confirmations: 4 } });
    expect(read(off, xrge)).toEqual({ vault: { chainId: 8453n, address: VAULT } });
    expect(read({ ...off, ...btc }, noVault)).toMatchObject({
      btc: { network: 'regtest', custody: { text: custody } },
    });
    expect(Object.keys(read({ ...evm, ...btc }, xrge)).sort()).toEqual(['btc', 'evm', 'vault']);
  });

  test.each<readonly [object, object, string]>([
    [{ ...evm, chainId: null }, {}, 'chainId'],
    [{ ...evm, chainId: '8453' }, {}, 'chainId'],
    [{ ...evm, bridgeAddress: '0x12' }, {}, 'bridgeAddress'],
    [{}, { ...xrge, vaultAddress: 'here' }, 'vaultAddress'],
    [{ ...btc, btcNetwork: 'signet' }, {}, 'btcNetwork'],
    [{ ...btc, btcNetwork: 'mainnet' }, {}, 'btcCustodyAddress'],
  ])('an answer that cannot be used is not guessed at: %j %j', (config, vault, name) => {
    const answer = readNodeBridge(members(config), members(vault));
    expect(isRefusal(answer) && answer.message).toMatch(new RegExp(`cannot be used: ${name} is missing`));
  });

  const bridge = read({ ...evm, ...btc }, xrge);
  const nothing = { bridgeContract: undefined, vault: undefined, chainId: undefined, custody: undefined };

  test('agrees with options that are not set, or are the same', () => {
    const same = {
      bridgeContract: `0x${'cd'.repeat(20)}`,
      vault: VAULT,
      chainId: 8453n,
      custody: custody.toUpperCase(),
    };
    expect(contradiction(nothing, bridge)).toBeUndefined();
    expect(contradiction(same, bridge)).toBeUndefined();
    expect(contradiction({ ...same, vault: `0x${'ee'.repeat(20)}` }, {})).toBeUndefined();
  });

  test.each([
    [
      { vault: `0x${'ee'.repeat(20)}` },
      bridge,
      /^--vault is 0x(?:ee)+, but the vault of the node is 0x(?:ab)+; one of the two/,
    ],
    [{ chainId: 84532n }, bridge, /^--evm-chain-id is 84532, but the chain id of the node is 8453;/],
    [
      { custody: walletOf('other').address },
      bridge,
      /^--btc-custody is bcrt1\w+, but the custody address of the node is bcrt1/,
    ],
    [{ bridgeContract: VAULT }, bridge, /is the vault of the node$/],
    [
      { bridgeContract: `0x${'cd'.repeat(20)}` },
      { evm: { chainId: 8453n, contract: `0x${'ce'.repeat(20)}` } },
      /^--bridge-contract is 0x(?:cd)+, but the bridge contract of the node is 0x(?:ce)+;/,
    ],
    [
      {},
      { ...bridge, evm: { chainId: 1n, contract: undefined } },
      /^the node names two EVM chains, 1 and 8453 for XRGE/,
    ],
  ] as const)('contradicts %o', (expected, of, sentence) => {
    const fault = contradiction({ ...nothing, ...expected }, of);
    expect(fault?.message).toMatch(sentence);
    expect(fault?.code).toBe('malformed_parameter');
  });
});
