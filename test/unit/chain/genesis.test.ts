/** Genesis files: defaults, everything that may be in one, every refusal by its text. */

import { describe, expect, test } from 'vitest';
import { QUANTA } from '../../../engine/base/amounts.js';
import {
  defaultByteFees,
  defaultFees,
  defaultLimits,
  type Genesis,
  LOCAL_CHAIN_ID,
  parseGenesis,
} from '../../../engine/chain/genesis.js';
import { MAINNET_CHAIN_ID, TESTNET_CHAIN_ID, upgradeNames } from '../../../engine/chain/upgrades.js';
import { accountOfKey, accountOfName, addressOfKey, treasuryAccount } from '../../../engine/crypto/address.js';
import { hex, pattern } from '../../vectors/independent.js';
import { accepted, refusedAs } from '../base/outcome.js';

const key = pattern(1_952);
const otherKey = pattern(1_952, 1);
const keyHex = hex(key);

const read = (members: Readonly<Record<string, unknown>>): Genesis =>
  accepted(parseGenesis(JSON.stringify({ chain_id: 'small-net-1', ...members })));
const refusal = (members: Readonly<Record<string, unknown>>): string =>
  refusedAs(parseGenesis(JSON.stringify({ chain_id: 'small-net-1', ...members })));

describe('a genesis file', () => {
  test('of a chain id alone has the defaults', () => {
    const { fileHash, schedule, ...genesis } = read({});
    expect(genesis).toEqual({
      chainId: 'small-net-1',
      time: 0,
      blockTimeMs: 400,
      unbondingBlocks: 500,
      maxValidators: 100,
      developerRules: false,
      validators: [],
      allocations: [],
      faucetEnabled: false,
      fees: { start: 100_000_000n, floor: 1_000_000n, ceiling: null, target: 10 },
      byteFees: { freeBytes: 16_384, perByte: 1_000n },
      limits: { transactions: 20_000, bytes: 16_777_216, fuel: 20_000_000 },
      contractPrices: 'native',
    });
    expect([genesis.fees, genesis.byteFees, genesis.limits]).toEqual([defaultFees, defaultByteFees, defaultLimits]);
    expect(schedule).toMatchObject({ network: 'small-net-1', faucetMint: false });
    expect(fileHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('may say everything, amounts as numbers or as text', () => {
    const genesis = read({
      genesis_time: 1_700_000_000_000,
      block_time_ms: 10,
      initial_validators: [
        { pub_key: keyHex.toUpperCase(), stake: 100_000 },
        { pub_key: hex(otherKey), stake: '0.000000001', name: 'two' },
      ],
      initial_allocations: [
        { address: '__treasury__', amount: 3.5, label: 'treasury' },
        { address: keyHex, amount: '1000000000000000000000', token: 'gold' },
        { address: addressOfKey(otherKey), amount: 1, token: 'XRGE' },
        { address: '__team__', amount: 2 },
      ],
      faucet_enabled: true,
      contract_prices: 'reference',
      fees: { base_fee: 0.5, floor: '0.25', ceiling: 1, target: 100 },
      limits: { max_block_transactions: 1, max_block_bytes: 8_192, fuel: 10_000_000 },
      upgrade_schedule: { finality_v2: null, amm_integrity: 9 },
      ...{ max_validators: 100, min_stake: 10_000, max_supply: 36_000_000_000, dev_mode: true, unbonding_blocks: 7 },
      ...{ slash_divisor: 10, missed_block_threshold: 50, jail_blocks: 20 },
      ...{ treasury_fee_pct: 10, proposer_fee_pct: 20, validator_fee_pct: 70 },
    });
    expect(genesis).toMatchObject({ time: 1_700_000_000_000, blockTimeMs: 10, faucetEnabled: true });
    expect(genesis.contractPrices).toBe('reference');
    expect(genesis.validators).toEqual([
      { publicKey: key, account: accountOfKey(key), stake: 100_000n * QUANTA, name: null },
      { publicKey: otherKey, account: accountOfKey(otherKey), stake: 1n, name: 'two' },
    ]);
    expect(genesis.allocations).toEqual([
      { account: treasuryAccount, token: 'XRGE', amount: 3_500_000_000n },
      { account: accountOfKey(key), publicKey: key, token: 'GOLD', amount: 10n ** 21n },
      { account: accountOfKey(otherKey), token: 'XRGE', amount: QUANTA },
      { account: accountOfName('__team__'), token: 'XRGE', amount: 2n * QUANTA },
    ]);
    expect(genesis.fees).toEqual({ start: QUANTA / 2n, floor: QUANTA / 4n, ceiling: QUANTA, target: 100 });
    expect(genesis.limits).toEqual({ transactions: 1, bytes: 8_192, fuel: 10_000_000 });
    expect([genesis.unbondingBlocks, read({}).unbondingBlocks]).toEqual([7, 500]);
    expect(genesis.schedule).toMatchObject({ faucetMint: true, heights: { finality_v2: null, amm_integrity: 9 } });
  });

  test('may ask for the rules of a developer for the chain id of a local network alone', () => {
    expect(read({ chain_id: LOCAL_CHAIN_ID, developer_rules: true }).developerRules).toBe(true);
    expect(read({ chain_id: LOCAL_CHAIN_ID }).developerRules).toBe(false);
    for (const id of ['small-net-1', MAINNET_CHAIN_ID, TESTNET_CHAIN_ID])
      expect(refusal({ chain_id: id, developer_rules: true })).toContain(
        'are for the chain id rougechain-local-1 only',
      );
    expect(refusal({ chain_id: LOCAL_CHAIN_ID, developer_rules: 1 })).toContain('must be true or false');
  });

  test('has 1 to 1,000 places in the active set; without that upgrade the number means nothing', () => {
    const places = (max: number | undefined) =>
      read({ upgrade_schedule: { active_set: 1 }, ...(max === undefined ? {} : { max_validators: max }) })
        .maxValidators;
    expect([undefined, 1, 7, 1_000].map(places)).toEqual([100, 1, 7, 1_000]);
    for (const max_validators of [0, 5_000, 'all']) expect(read({ max_validators }).maxValidators).toBe(100);
  });

  test('that differs in any member has another hash; in form alone the same', () => {
    const files = [{}, { genesis_time: 1 }, { dev_mode: true }, { faucet_enabled: false }, { fees: {} }];
    const hashes = [
      ...files.map((file) => read(file).fileHash),
      accepted(parseGenesis('{"chain_id":"other-1"}')).fileHash,
    ];
    expect(new Set(hashes).size).toBe(6);
    const reordered = parseGenesis(' { "genesis_time" : 1 ,\n "chain_id" : "small-net-1" } ');
    expect(accepted(reordered).fileHash).toBe(hashes[1]);
  });
});

const validator = { pub_key: keyHex, stake: 1 };
const allocation = { address: '__team__', amount: 1 };
const KEY_RULE = 'initial_validators.pub_key must be an ML-DSA-65 public key of 3,904 hex characters';
const ADDRESS_RULE = 'initial_allocations.address must be an address, a public key or a system account';
const TOKEN_RULE = 'initial_allocations.token must be 1 to 10 letters and digits';

const refusals: [string, Record<string, unknown>, string][] = [
  [
    'a fee floor that the base fee could never leave',
    { fees: { floor: '0.000000079' } },
    'fees.floor must be at least 80 quanta: below that the base fee could never rise again',
  ],
  [
    'a supply of a token beyond 128 bits',
    {
      initial_allocations: [
        { address: '__team__', amount: String(2n ** 128n - 1n), token: 'gold' },
        { address: '__treasury__', amount: 1, token: 'GOLD' },
      ],
    },
    `allocations and stakes of GOLD add up to more than ${2n ** 128n - 1n} units`,
  ],
  [
    'a supply of XRGE that leaves the faucet no room',
    { initial_allocations: [{ address: '__team__', amount: `${2n ** 126n / 10n ** 9n + 1n}` }] },
    `allocations and stakes of XRGE add up to more than ${2n ** 126n} units`,
  ],
  [
    'an allocation to the burn address',
    { initial_allocations: [{ address: `XRGE_BURN_0x${'0'.repeat(60)}DEAD`, amount: 1 }] },
    'initial_allocations.address must not be the burn address',
  ],
  [
    'an allocation without an amount',
    { initial_allocations: [{ address: '__team__' }] },
    'initial_allocations.amount is missing',
  ],
  ['no unbonding time', { unbonding_blocks: 0 }, 'unbonding_blocks must be a whole number of at least 1'],
  [
    'no places in the active set',
    { upgrade_schedule: { active_set: 1 }, max_validators: 0 },
    'max_validators must be a whole number of at least 1',
  ],
  [
    'more places than a certificate has room for',
    { upgrade_schedule: { active_set: 9 }, max_validators: 1_001 },
    'max_validators must be at most 1000',
  ],
  [
    'places in text',
    { upgrade_schedule: { active_set: 1 }, max_validators: '100' },
    'max_validators must be a whole number of at least 1',
  ],
  ['an unbonding time in text', { unbonding_blocks: '500' }, 'unbonding_blocks must be a whole number of at least 1'],
  ['an unknown member', { chain_name: 'x' }, 'unknown member chain_name'],
  [
    'an unknown member of a validator',
    { initial_validators: [{ ...validator, stakes: 1 }] },
    'unknown member initial_validators.stakes',
  ],
  [
    'an unknown member of an allocation',
    { initial_allocations: [{ ...allocation, vest: 1 }] },
    'unknown member initial_allocations.vest',
  ],
  ['an unknown member of the fees', { fees: { burn: 1 } }, 'unknown member fees.burn'],
  ['an unknown member of the limits', { limits: { size: 1 } }, 'unknown member limits.size'],
  ['no chain id', { chain_id: undefined }, 'chain_id must be 3 to 64 of a-z, 0-9 and -'],
  ['a chain id in capitals', { chain_id: 'Net-1' }, 'chain_id must be 3 to 64 of a-z, 0-9 and -'],
  ['a chain id with a vote separator', { chain_id: 'net|1' }, 'chain_id must be 3 to 64 of a-z, 0-9 and -'],
  ['a chain id of two characters', { chain_id: 'n1' }, 'chain_id must be 3 to 64 of a-z, 0-9 and -'],
  ['a chain id of 65 characters', { chain_id: 'n'.repeat(65) }, 'chain_id must be 3 to 64 of a-z, 0-9 and -'],
  ['a chain id that is no text', { chain_id: 7 }, 'chain_id must be 3 to 64 of a-z, 0-9 and -'],
  ['a negative time', { genesis_time: -1 }, 'genesis_time must be a whole number of at least 0'],
  ['a time as text', { genesis_time: '1' }, 'genesis_time must be a whole number of at least 0'],
  ['a time of half a millisecond', { genesis_time: 0.5 }, 'genesis_time must be a whole number of at least 0'],
  ['a time that is null', { genesis_time: null }, 'genesis_time must be a whole number of at least 0'],
  ['too short a block time', { block_time_ms: 9 }, 'block_time_ms must be a whole number of at least 10'],
  ['a faucet that is a number', { faucet_enabled: 1 }, 'faucet_enabled must be true or false'],
  ['validators that are no list', { initial_validators: {} }, 'initial_validators must be a list of objects'],
  ['a validator that is a key', { initial_validators: [keyHex] }, 'initial_validators must be a list of objects'],
  ['a placeholder key', { initial_validators: [{ ...validator, pub_key: 'GENESIS_VALIDATOR_1' }] }, KEY_RULE],
  ['a key one byte short', { initial_validators: [{ ...validator, pub_key: keyHex.slice(2) }] }, KEY_RULE],
  ['a validator without key', { initial_validators: [{ stake: 1 }] }, KEY_RULE],
  ['no stake', { initial_validators: [{ pub_key: keyHex }] }, 'initial_validators.stake must be above zero'],
  [
    'a stake of zero',
    { initial_validators: [{ ...validator, stake: 0 }] },
    'initial_validators.stake must be above zero',
  ],
  ['a negative stake', { initial_validators: [{ ...validator, stake: -1 }] }, 'stake must not be negative'],
  [
    'a stake below a quantum',
    { initial_validators: [{ ...validator, stake: '1e-10' }] },
    'stake has more than 9 decimals',
  ],
  ['a stake that is an object', { initial_validators: [{ ...validator, stake: {} }] }, 'stake must be an amount'],
  [
    'a stake that is no number',
    { initial_validators: [{ ...validator, stake: 'all' }] },
    'stake must be a decimal number',
  ],
  [
    'one key twice',
    { initial_validators: [validator, { ...validator, pub_key: keyHex.toUpperCase() }] },
    'initial_validators names a key twice',
  ],
  ['allocations that are no list', { initial_allocations: 1 }, 'initial_allocations must be a list of objects'],
  ['an allocation to nobody', { initial_allocations: [{ amount: 1 }] }, ADDRESS_RULE],
  ['an allocation to a name', { initial_allocations: [{ ...allocation, address: 'alice' }] }, ADDRESS_RULE],
  ['an allocation of an unnamed token', { initial_allocations: [{ ...allocation, token: '' }] }, TOKEN_RULE],
  ['an allocation of a token with a dash', { initial_allocations: [{ ...allocation, token: 'a-b' }] }, TOKEN_RULE],
  [
    'an allocation of a token of 11 letters',
    { initial_allocations: [{ ...allocation, token: 'ABCDEFGHIJK' }] },
    TOKEN_RULE,
  ],
  ['an allocation of a token that is a number', { initial_allocations: [{ ...allocation, token: 1 }] }, TOKEN_RULE],
  [
    'a part of a base unit',
    { initial_allocations: [{ ...allocation, amount: 1.5, token: 'GOLD' }] },
    'amount must be a whole number of base units',
  ],
  [
    'an amount above 128 bits',
    { initial_allocations: [{ ...allocation, amount: `${1n << 128n}`, token: 'GOLD' }] },
    'amount is out of range',
  ],
  ['fees that are no object', { fees: [] }, 'fees must be an object'],
  ['fees that are null', { fees: null }, 'fees must be an object'],
  ['a base fee below the floor', { fees: { base_fee: 0.0001 } }, 'fees must keep floor <= base_fee <= ceiling'],
  [
    'a base fee above the ceiling',
    { fees: { base_fee: 2, ceiling: 1 } },
    'fees must keep floor <= base_fee <= ceiling',
  ],
  ['a ceiling that is a list', { fees: { ceiling: [] } }, 'ceiling must be an amount'],
  ['a negative floor', { fees: { floor: -1 } }, 'floor must not be negative'],
  ['a target of zero', { fees: { target: 0 } }, 'target must be a whole number of at least 1'],
  ['a free allowance below nothing', { fees: { free_bytes: -1 } }, 'free_bytes must be a whole number of at least 0'],
  ['a price of a byte below a quantum', { fees: { per_byte: '0.0000000001' } }, 'per_byte has more than 9 decimals'],
  [
    'more transactions than a block can hold',
    { limits: { max_block_transactions: 20_001 } },
    'max_block_transactions must be at most 20000',
  ],
  [
    'more bytes than a block can hold',
    { limits: { max_block_bytes: 268_435_457 } },
    'max_block_bytes must be at most 268435456',
  ],
  [
    'more validators than a block can walk',
    { initial_validators: Array(10_001).fill({}) },
    'initial_validators has 10001 entries, at most 10000 are allowed',
  ],
  [
    'more allocations than are read at once',
    { initial_allocations: Array(100_001).fill({}) },
    'initial_allocations has 100001 entries, at most 100000 are allowed',
  ],
  ['limits that are no object', { limits: 5 }, 'limits must be an object'],
  [
    'blocks of no transactions',
    { limits: { max_block_transactions: 0 } },
    'max_block_transactions must be a whole number of at least 1',
  ],
  [
    'blocks too small for a transaction',
    { limits: { max_block_bytes: 8_191 } },
    'max_block_bytes must be a whole number of at least 8192',
  ],
  [
    'blocks with too little fuel for a call',
    { limits: { fuel: 9_999_999 } },
    'fuel must be a whole number of at least 10000000',
  ],
  ['blocks with too much fuel', { limits: { fuel: 1_000_000_001 } }, 'fuel must be at most 1000000000'],
  [
    'an allocation to a contract',
    { initial_allocations: [{ address: '02a1036791edd91e0636df34a22af545aa3cfecb', amount: 1 }] },
    'initial_allocations.address must be an address, a public key or a system account',
  ],
  ['a table of prices that is none', { contract_prices: 'cheap' }, 'contract_prices must be native or reference'],
  ['a schedule that is no object', { upgrade_schedule: [] }, 'upgrade_schedule must be an object'],
  ['an unknown upgrade', { upgrade_schedule: { finality: 1 } }, 'upgrade_schedule names an unknown upgrade: finality'],
  [
    'an upgrade at height 0',
    { upgrade_schedule: { game_ready: 0 } },
    'upgrade_schedule.game_ready must be a height of at least 1, or null',
  ],
  [
    'an upgrade at half a height',
    { upgrade_schedule: { game_ready: 1.5 } },
    'upgrade_schedule.game_ready must be a height of at least 1, or null',
  ],
  [
    'an upgrade by word',
    { upgrade_schedule: { game_ready: 'never' } },
    'upgrade_schedule.game_ready must be a height of at least 1, or null',
  ],
  [
    'an upgrade by object',
    { upgrade_schedule: { game_ready: {} } },
    'upgrade_schedule.game_ready must be a height of at least 1, or null',
  ],
];

describe('a genesis file is refused with', () => {
  test.each(refusals)('%s', (_, members, message) => {
    expect(refusal(members)).toBe(`malformed_body: genesis file: ${message}`);
  });

  test.each([
    ['no JSON', 'chain_id: x', 'not valid JSON: expected a value at position 0'],
    ['a list', '[]', 'must be a JSON object'],
    ['a repeated member', '{"chain_id":"abc","chain_id":"abd"}', 'not valid JSON: key "chain_id" is repeated'],
    [
      'an upgrade named __proto__',
      '{"chain_id":"abc","upgrade_schedule":{"__proto__":1}}',
      'upgrade_schedule names an unknown upgrade: __proto__',
    ],
    ['a member named __proto__', '{"chain_id":"abc","__proto__":{}}', 'unknown member __proto__'],
    [
      'a time of 16 digits',
      '{"chain_id":"abc","genesis_time":1000000000000000}',
      'genesis_time must be a whole number of at least 0',
    ],
  ])('%s', (_, text, message) => {
    expect(refusedAs(parseGenesis(text))).toBe(`malformed_body: genesis file: ${message}`);
  });
});

test('every upgrade can be moved by the genesis file of an own network', () => {
  const upgrades = Object.fromEntries(upgradeNames.map((name, index) => [name, index + 2]));
  expect(read({ upgrade_schedule: upgrades }).schedule.heights).toEqual(upgrades);
  expect(upgradeNames).toHaveLength(19);
});

describe('addresses of the bridge itself', () => {
  const bridge = (own: unknown) => ({ bridge: { authority: { keys: [keyHex] }, own_addresses: own } });

  test('are kept as written', () => {
    const mixed = '0x52908400098527886E0F7030069857D2E4169EE7';
    const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    expect(read(bridge([mixed, btc])).bridge?.ownAddresses).toEqual([mixed, btc]);
    expect(read({ bridge: { authority: { keys: [keyHex] } } }).bridge?.ownAddresses).toEqual([]);
  });

  test.each([
    ['no list', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['a number', [7]],
    ['null', [null]],
    ['too short a hash', ['0x5290']],
    ['white space', [` 0x${'12'.repeat(20)}`]],
    ['a text', ['custody']],
    ['very many', Array.from({ length: 65 }, () => `0x${'12'.repeat(20)}`)],
  ])('are refused: %s', (_, own) => {
    expect(refusal(bridge(own))).toContain('bridge.own_addresses must be up to 64 addresses of the EVM or of Bitcoin');
  });
});
