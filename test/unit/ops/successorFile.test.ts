/** The genesis file of a successor: every rule of the chain before it holds on. */

import { expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import { isRefusal } from '../../../engine/base/refusal.js';
import { type Genesis, parseGenesis } from '../../../engine/chain/genesis.js';
import type { Header } from '../../../engine/chain/header.js';
import { successorFileText } from '../../../ops/config/genesisFile.js';
import { actor } from '../../support/transactions.js';

/** A file in which no rule has its default. */
const OLD = {
  chain_id: 'old-net-1',
  genesis_time: 1,
  block_time_ms: 700,
  max_validators: 7,
  unbonding_blocks: 77,
  faucet_enabled: true,
  initial_validators: [{ pub_key: actor('v').keyHex, stake: '10000' }],
  upgrade_schedule: { best_route: 3, ledger_rules_2: 200, active_set: 1, contracts: 150 },
  fees: { base_fee: '0.2', floor: '0.05', ceiling: '3', target: 17, free_bytes: 20_000, per_byte: '0.000003' },
  limits: { max_block_transactions: 1_234, max_block_bytes: 1_234_567, fuel: 123_456_789 },
  contract_prices: 'reference',
};

/** What is of one chain alone. */
const OWN = ['chainId', 'time', 'validators', 'allocations', 'schedule', 'developerRules', 'carried', 'fileHash'];

function read(file: object): Genesis {
  const genesis = parseGenesis(JSON.stringify(file));
  if (isRefusal(genesis)) throw new Error(genesis.message);
  return genesis;
}

const rulesOf = (genesis: Genesis): Record<string, unknown> =>
  Object.fromEntries(Object.entries(genesis).filter(([name]) => !OWN.includes(name)));

test('has every rule of the old chain, and heights of upgrades that count from its own first block', () => {
  const old = read(OLD);
  const text = successorFileText(old, {
    chainId: 'new-net-1',
    time: 2,
    validators: [{ publicKey: actor('w').keyHex, stake: 10_000n * QUANTA }],
    allocations: [],
    carried: {
      header: { height: 100 } as Header,
      headerBytes: new Uint8Array(0),
      proposerSignature: new Uint8Array(0),
      certificate: undefined,
      records: [],
    },
  });
  const { state: _state, ...file } = JSON.parse(text) as Record<string, unknown>;
  const successor = read(file);
  expect(Object.keys(rulesOf(old)).length).toBeGreaterThan(6);
  expect(rulesOf(successor)).toEqual(rulesOf(old));
  const defaults = read({
    chain_id: 'new-net-1',
    upgrade_schedule: { active_set: 1 },
    initial_validators: file.initial_validators,
  });
  for (const [name, value] of Object.entries(rulesOf(defaults)))
    expect(rulesOf(old)[name], `${name} is not its default here`).not.toEqual(value);
  expect(successor.schedule.heights).toMatchObject({
    best_route: 1,
    ledger_rules_2: 100,
    active_set: 1,
    contracts: 50,
  });
});
