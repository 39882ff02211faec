/** Claims over foreign chains that a test plays: who shares a verification, what comes right before the signature, and what is signed once. */

import { describe, expect, test } from 'vitest';
import { isRefusal, type Refusal, refuse } from '../../../../engine/base/refusal.js';
import type { VerifiedDeposit } from '../../../../engine/bridge/deposit.js';
import type { ForeignChains } from '../../../../engine/bridge/port.js';
import type { BridgeRules } from '../../../../engine/chain/bridgeRules.js';
import { type AccountId, accountOfKey, resolveAccount } from '../../../../engine/crypto/address.js';
import { Claims, factsOf, type Minted } from '../../../../engine/head/bridge/claims.js';
import type { Members } from '../../../../engine/head/bridge/ownTransactions.js';
import type { BlockContext } from '../../../../engine/ledger/blockContext.js';
import { bridgeClaims, waitingClaims } from '../../../../engine/ledger/bridgeTables.js';
import { actor } from '../../../support/transactions.js';

const HASH = `0x${'a1'.repeat(32)}`;
const own = actor('claims: own');
const recipient = actor('claims: recipient');

const deposit: VerifiedDeposit = {
  ...{ token: 'qETH', units: 5n, recipient: recipient.address, sender: `0x${'0c'.repeat(20)}`, claimKey: HASH },
  ...{ blockHash: `0x${'b2'.repeat(32)}`, height: 9, position: 3, depth: 7 },
};

interface Scene {
  readonly claims: Claims;
  readonly performed: Members[];
  readonly asked: string[];
  verdict: () => Promise<VerifiedDeposit | Refusal>;
  recheck: () => Promise<Refusal | undefined>;
  perform: (members: Members) => Promise<string | Refusal>;
  denied: Refusal | undefined;
  readonly records: Map<string, unknown>;
}

function scene(bridge: Partial<BridgeRules> = {}): Scene {
  const records = new Map<string, unknown>();
  const performed: Members[] = [];
  const asked: string[] = [];
  const rules = { threshold: 1, attest: false, authorities: new Map([[own.account, own.publicKey]]), ...bridge };
  const made: Omit<Scene, 'claims'> = {
    ...{ performed, asked, records, denied: undefined },
    verdict: async () => deposit,
    recheck: async () => undefined,
    perform: async () => {
      const account = resolveAccount(deposit.recipient)?.account as AccountId;
      records.set(HASH, { ...factsOf(deposit, account, ''), mintedAt: 1, mintedIn: 2 });
      return 'f'.repeat(64);
    },
  };
  const chains = {
    facts: { evm: { custody: `0x${'cc'.repeat(20)}`, vault: undefined }, btc: undefined },
    claim: () => {
      asked.push('claim');
      return made.verdict();
    },
    deposit: () => {
      asked.push('deposit');
      return made.verdict();
    },
    recheck: () => {
      asked.push('recheck');
      return made.recheck();
    },
  } as unknown as ForeignChains;
  const state = {
    get: (table: { id: number }, key: string) =>
      table.id === bridgeClaims.id
        ? records.get(key)
        : table.id === waitingClaims.id
          ? records.get(`w${key}`)
          : undefined,
  };
  const claims = new Claims({
    ...{ bridge: rules as BridgeRules, chains, state: state as never, publicKey: own.publicKey },
    own: {
      notAuthority: () => made.denied,
      perform: async (_: string, members: Members) => {
        performed.push(members);
        return made.perform(members);
      },
    } as never,
    keyOf: async () => null,
    nextBlock: () => ({ genesis: { bridge: rules } }) as unknown as BlockContext,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  return Object.assign(made, { claims });
}

const manual = (claims: Claims, change: object = {}): Promise<Minted | Refusal> =>
  claims.manual({
    ...{ coin: 'ETH', hash: HASH, claimant: `0x${'0c'.repeat(20)}`, signature: '0xAB', recipient: recipient.address },
    ...change,
  });

const said = (result: Minted | Refusal): string => (isRefusal(result) ? result.message : result.txId);

describe('a claim', () => {
  test('is verified, looked at again, signed with its facts, and answered with what was minted', async () => {
    const { claims, performed, asked } = scene();
    expect(await manual(claims)).toEqual({ txId: 'f'.repeat(64), token: 'qETH', units: 5n });
    expect(asked).toEqual(['claim', 'recheck']);
    expect(performed).toEqual([
      {
        ...{ claimKey: HASH, tokenSymbol: 'qETH', amountUnits: '5', recipient: recipient.address, proof: '0xab' },
        ...{ blockHash: deposit.blockHash, height: 9, position: 3, sender: deposit.sender },
      },
    ]);
    expect(said(await manual(claims))).toBe('Transaction already claimed');
    expect(asked).toHaveLength(2);
    expect(claims.counts).toEqual({ minted: 1, refused: 0 });
  });

  test('rule 5: a hundred equal ones share a verification and a signature', async () => {
    const { claims, performed, asked } = scene();
    const answers = await Promise.all(Array.from({ length: 100 }, () => manual(claims)));
    expect(new Set(answers.map(said))).toEqual(new Set(['f'.repeat(64)]));
    expect([asked.length, performed.length, claims.size]).toEqual([2, 1, 0]);
  });

  test('a wrong one does not keep the right one waiting, and one mint is under way at a time', async () => {
    const made = scene();
    let wrong = (_: Refusal): void => {};
    made.verdict = () =>
      new Promise((resolve) => {
        wrong = resolve;
      });
    const slow = manual(made.claims, { recipient: own.address });
    while (made.asked.length === 0) await Promise.resolve();
    made.verdict = async () => deposit;
    const [first, second] = await Promise.all([manual(made.claims), made.claims.event('ETH', HASH, '')]);
    expect([first, second].filter((result) => !isRefusal(result))).toHaveLength(1);
    expect([said(first), said(second)].sort()).toEqual(['Transaction already claimed', 'f'.repeat(64)].sort());
    wrong(refuse('rule_violation', 'Transaction sender mismatch'));
    expect(said(await slow)).toBe('Transaction sender mismatch');
    expect(made.performed).toHaveLength(1);
  });

  test('rule 2: one that was reorganised since its verification is not signed', async () => {
    const made = scene();
    made.recheck = async () => refuse('rule_violation', 'reorganised — refusing to credit');
    expect(said(await manual(made.claims))).toBe('reorganised — refusing to credit');
    expect(made.performed).toEqual([]);
    made.recheck = async () => undefined;
    expect(said(await manual(made.claims))).toBe('f'.repeat(64));
  });

  test('is refused before any provider is asked: off, claimed, no authority, no hash', async () => {
    const made = scene();
    expect(said(await manual(made.claims, { coin: 'XRGE' }))).toBe('XRGE bridge not enabled');
    expect(said(await manual(made.claims, { hash: '0x1' }))).toMatch(/^invalid request: evmTxHash/);
    made.denied = refuse('no_authority', 'elsewhere');
    expect(said(await manual(made.claims))).toBe('elsewhere');
    expect(made.asked).toEqual([]);
  });

  test('rule 5: one of which the providers do not name the block is not signed', async () => {
    const made = scene();
    made.verdict = async () => ({ ...deposit, blockHash: '' });
    expect(said(await manual(made.claims))).toMatch(/do not name the block/);
    expect(made.performed).toEqual([]);
  });

  test('that needs others says how many have approved, and is signed once', async () => {
    const made = scene({ threshold: 2 });
    const facts = factsOf(deposit, recipient.account, '0xab');
    made.perform = async () => {
      made.records.set(`w${HASH}`, {
        proposals: [{ facts, authorities: [accountOfKey(own.publicKey)], attesters: [] }],
      });
      return 'e'.repeat(64);
    };
    for (let time = 0; time < 3; time++)
      expect(said(await manual(made.claims))).toBe('claim approved by 1 of 2 authorities; ask again');
    expect(made.performed).toHaveLength(1);
  });

  test('whose mint is refused can be made again', async () => {
    const made = scene();
    const { perform } = made;
    made.perform = async () => refuse('mempool_full', 'no room');
    expect(said(await manual(made.claims))).toBe('no room');
    made.perform = async () => {
      throw new Error('a bug');
    };
    await expect(manual(made.claims)).rejects.toThrow('a bug');
    made.perform = perform;
    expect(said(await manual(made.claims))).toBe('f'.repeat(64));
  });
});
