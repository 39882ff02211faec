/** contract_deploy: addresses, what is refused, what it costs, what the state holds afterwards. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../engine/base/limits.js';
import { accountOfContract } from '../../../engine/crypto/address.js';
import { feeOf } from '../../../engine/ledger/admission.js';
import { accountText, codeOf, contractOf, contractOfAccount } from '../../../engine/ledger/contracts.js';
import { contractCode } from '../../../engine/ledger/contractTables.js';
import { Mempool } from '../../../engine/mempool/mempool.js';
import { rulesOf, TestChain, throughTheWire } from '../../support/chain.js';
import { addressIn, deploy, deployOrder } from '../../support/contractOrders.js';
import { answerOf, by, decoded, play, problem, problemOf, told } from '../../support/ledgerScene.js';
import { alice, bob, chainOf } from '../../support/movementScene.js';
import { moduleOf } from '../../support/scriptedMachine.js';
import { actor, item, itemOfParts, partsOf } from '../../support/transactions.js';

const PROGRAM = { main: [['log', 'here']] } as const;
const wasm = moduleOf(PROGRAM);

/** By other code: from, nonce and code hash with zero bytes between. */
function addressOf(from: string, nonce: string, code: Uint8Array): string {
  const hash = createHash('sha256').update('rougechain/contract/v2').update(from).update('\0').update(nonce);
  return hash.update('\0').update(createHash('sha256').update(code).digest()).digest('hex').slice(0, 40);
}

describe('a deployed contract', () => {
  test('has the address that follows from signer, nonce and code', () => {
    for (const nonce of ['nonce-one', 'nonce-two', 'günther!'])
      for (const signer of [alice, bob])
        expect(addressIn(deploy({ signer, timestamp: 1, nonce }, wasm))).toBe(addressOf(signer.keyHex, nonce, wasm));
    // The key counts as it was written.
    const upper = { ...alice, keyHex: alice.keyHex.toUpperCase() };
    const order = deployOrder({ signer: upper, timestamp: 1, nonce: 'nonce-one' }, wasm);
    expect(addressIn(item(order))).toBe(addressOf(upper.keyHex, 'nonce-one', wasm));
  });

  test('is in the state with its code, which contracts of the same code share', () => {
    const chain = chainOf();
    const items = [deploy(by(chain, alice), wasm), deploy(by(chain, bob), wasm)];
    expect(play(chain, ...items)).toEqual([undefined, undefined]);
    const [one = '', two = ''] = items.map(addressIn);
    const facts = { codeBytes: wasm.length, createdHeight: chain.tip.height, createdAt: chain.tip.time };
    expect(contractOf(chain.state, one)).toMatchObject({ number: 1, deployer: alice.account, ...facts });
    expect(contractOf(chain.state, two)).toMatchObject({ number: 2, deployer: bob.account, ...facts });
    const contract = contractOf(chain.state, two);
    expect(contract && codeOf(chain.state, contract)).toEqual(wasm);
    expect([...chain.state.entries(contractCode)]).toHaveLength(1);
    const account = accountOfContract(one);
    expect([contractOfAccount(chain.state, account), accountText(chain.state, account)]).toEqual([one, one]);
    expect(accountText(chain.state, alice.account)).toBe(alice.address);
    for (const text of [one.toUpperCase(), `${one}zz`, one.slice(1), ''])
      expect(contractOf(chain.state, text)).toBeUndefined();
  });

  test('is told as the API shows it', () => {
    const chain = chainOf();
    const made = deploy(by(chain, alice), wasm);
    const address = addressIn(made);
    const hash = createHash('sha256').update(wasm).digest('hex');
    expect(told(made)).toMatchObject({
      logs: [{ event: 'contract_deploy', data: { contract: address, code_hash: hash, wasm_size: wasm.length } }],
      parties: [accountOfContract(address)],
      view: { contract_addr: address, contract_wasm: Buffer.from(wasm).toString('base64'), amount: wasm.length },
    });
    expect(answerOf(chain, made)).toEqual({ address, fee: wasm.length / 1e6 });
  });
});

describe('the fee of a deploy', () => {
  test('is 1,000 quanta for each byte; the rest of its text has one free allowance', () => {
    const chain = chainOf();
    const fee = (length: number, memo = 0) =>
      feeOf(
        item({
          ...deployOrder(by(chain, alice), new Uint8Array(length)),
          members: { wasm: Buffer.alloc(length).toString('base64'), ...(memo > 0 && { memo: 'm'.repeat(memo) }) },
        }).transaction,
        chain.context(),
      );
    expect([1, 2, 3, 100_000, CONTRACT.codeBytes].map((length) => fee(length))).toEqual([
      1_000n,
      2_000n,
      3_000n,
      100_000_000n,
      1_048_576_000n,
    ]);
    // A byte beyond the allowance costs as much as it does in any transaction, whatever the size of the module.
    const small = [13_000, 14_000].map((memo) => fee(3, memo) - fee(3));
    expect(small).toEqual([13_000, 14_000].map((memo) => fee(100_000, memo) - fee(100_000)));
    expect((small[1] ?? 0n) - (small[0] ?? 0n)).toBe(1_000_000n);
  });

  test('is charged once, and refused in its own words', () => {
    const chain = chainOf('0.000001');
    expect(problemOf(chain, deploy(by(chain, bob), wasm))).toEqual([
      'insufficient_balance',
      `insufficient XRGE for the deploy fee: have 0.000001, need 0.0000${wasm.length}`,
    ]);
    const { candidate } = chain.produce([deploy(by(chain, alice), wasm)]);
    expect(candidate.execution.outcomes.map(({ fee, fuel }) => [fee, fuel])).toEqual([
      [BigInt(wasm.length) * 1_000n, 0],
    ]);
  });
});

describe('a deploy is refused', () => {
  const readAs = (text: unknown) => {
    const result = decoded(alice, 'contract_deploy', { wasm: text as string });
    return Array.isArray(result) ? result : 'read';
  };

  test('for code that is none', () => {
    const notBase64 = ['malformed_payload', 'wasm must be base64'];
    for (const text of ['AA', 'AA=', 'AAA', 'AB==', ' AAAA', 'AAAA\n', 'AA-_', '=', '!', null])
      expect([text, readAs(text)]).toEqual([text, notBase64]);
    expect(readAs('')).toEqual(['malformed_payload', 'Empty WASM module']);
    expect(readAs(true)).toEqual(['malformed_payload', 'wasm must be text']);
    expect(['AA==', 'AAA=', 'AAAA', '+/+/'].map(readAs)).toEqual(Array(4).fill('read'));
    const large = Buffer.alloc(CONTRACT.codeBytes + 1).toString('base64');
    expect(readAs(large)).toEqual(['too_large', 'WASM too large: 1048577 bytes (max 1048576)']);
    expect(readAs(Buffer.alloc(CONTRACT.codeBytes).toString('base64'))).toBe('read');
  });

  test('for code that the machine does not take: no block carries it', () => {
    const chain = chainOf();
    const bad = deploy(by(chain, alice), new Uint8Array([1, 2, 3]));
    const refusal = ['malformed_payload', 'Invalid WASM: it is no program'];
    expect(problemOf(chain, bad)).toEqual(refusal);
    const { candidate } = chain.produce([bad]);
    expect(candidate.refused.map((one) => problem(one.refusal))).toEqual([refusal]);
  });

  test('for an address that is taken', () => {
    const chain = chainOf();
    const common = { signer: alice, nonce: 'the same nonce' };
    expect(play(chain, deploy({ ...common, timestamp: chain.tip.time }, wasm))).toEqual([undefined]);
    // The replay guard forgets a nonce after ten minutes.
    const later = chain.tip.time + 700_000;
    const { candidate } = chain.produce([deploy({ ...common, timestamp: later }, wasm)], later);
    expect(candidate.execution.outcomes.map(({ failure }) => problem(failure))).toEqual([
      ['already_exists', 'a contract already exists at that address; sign with a new nonce'],
    ]);
    expect(contractOf(chain.state, addressIn(deploy({ ...common, timestamp: later }, wasm)))?.createdHeight).toBe(2);
  });

  test.each(['contracts', 'game_ready'])('before %s is active', (upgrade) => {
    const chain = new TestChain(
      rulesOf({
        validators: [{ actor: actor('v'), stake: '10000' }],
        allocations: [{ to: alice.keyHex, amount: '10' }],
        upgrades: { [upgrade]: 3 },
      }),
    );
    chain.produce();
    const early = deploy(by(chain, alice), wasm);
    expect(problemOf(chain, early)).toEqual([
      'rule_violation',
      'player-signed contract deployment is not active yet (GAME_READY)',
    ]);
    chain.produce();
    expect(problemOf(chain, early)).toBeUndefined();
  });
});

describe('a deploy whose code is not compiled', () => {
  test('is not taken before it is known, waits in the mempool afterwards, and an importer can try again', () => {
    const chain = chainOf();
    const rules = rulesOf({ validators: [], allocations: [] });
    const machine = (chain.rules as typeof rules).contracts;
    const made = deploy(by(chain, alice), wasm);
    machine.ready = new Set();
    const mempool = new Mempool({ transactions: 9, bytes: 1e6, perSender: 9, senderBytes: 1e6 }, chain.replay);
    expect(mempool.add(made, chain.scratch(), chain.context())).toMatchObject({ lacks: 'code' });
    expect(mempool.size).toBe(0);
    const [asked = ''] = machine.asked;
    machine.ready.add(asked);
    expect(mempool.add(made, chain.scratch(), chain.context())).toBeUndefined();
    machine.ready.clear();
    const { candidate } = chain.produce(mempool.candidates());
    expect([candidate.items, candidate.refused]).toEqual([[], []]);
    const [codeHash = ''] = machine.asked;
    machine.ready.add(codeHash);
    const importer = new TestChain(chain.rules);
    expect(importer.root).not.toBe(chain.root);
    const built = chain.build(mempool.candidates());
    const sealed = chain.seal(built);
    built.prepared.revert();
    machine.ready.clear();
    expect(chain.receive(throughTheWire(sealed))).toMatchObject({ lacks: 'code', code: 'busy' });
    machine.ready.add(codeHash);
    expect(chain.receive(throughTheWire(sealed))).not.toHaveProperty('code');
    expect(contractOf(chain.state, addressIn(made))).toBeDefined();
  });
});

test('a request without code is refused before anything is read of it', () => {
  const order = { signer: alice, timestamp: 1, operation: 'contract_deploy', members: {} };
  expect(itemOfParts(partsOf(order))).toMatchObject({ message: 'wasm must be base64' });
});
