/** Genesis: what a network starts from. The file has the shape of the existing network's genesis files, plus the
 *  members that set a native network's fees, limits and upgrades. Unknown members are refused, so that a misspelt one
 *  cannot silently start a different network from the one its author meant. */

import { QUANTA, XRGE, XRGE_DECIMALS } from '../base/amounts.js';
import { fromHex, U128_MAX, utf8 } from '../base/bytes.js';
import { canonicalJson, isJsonObject, JsonNumber, type JsonObject, parseJson } from '../base/json.js';
import {
  CONTRACT,
  FILE_JSON,
  MAX_ACTIVE_VALIDATORS,
  MAX_BLOCK_BYTES,
  MAX_BLOCK_FUEL,
  MAX_BLOCK_TRANSACTIONS,
  MAX_GENESIS_ALLOCATIONS,
  MAX_GENESIS_VALIDATORS,
} from '../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, accountOfKey, burnAccount, resolveAccount } from '../crypto/address.js';
import { PUBLIC_KEY_BYTES } from '../crypto/mldsa.js';
import { sha256Hex } from '../crypto/sha256.js';
import { type BridgeRules, readBridge } from './bridgeRules.js';
import { type CarriedState, readCarried } from './carriedState.js';
import { GenesisReader } from './genesisReader.js';
import { scheduleOf, type UpgradeSchedule } from './upgrades.js';

export interface GenesisValidator {
  readonly publicKey: Uint8Array;
  readonly account: AccountId;
  /** Quanta. */
  readonly stake: bigint;
  readonly name: string | null;
}

export interface GenesisAllocation {
  readonly account: AccountId;
  /** Public key, when the file names the account by key. */
  readonly publicKey?: Uint8Array;
  /** `XRGE`, or a token's symbol in upper case. */
  readonly token: string;
  /** Quanta, or base units of the token. */
  readonly amount: bigint;
}

export interface FeeParameters {
  /** Quanta, as are floor and ceiling. */
  readonly start: bigint;
  readonly floor: bigint;
  readonly ceiling: bigint | null;
  /** Transactions in a block at which the base fee stays the same. */
  readonly target: number;
}

/** The price of signed bytes beyond the allowance that the table fee covers. */
export interface ByteFees {
  readonly freeBytes: number;
  /** Quanta for each byte above the allowance. */
  readonly perByte: bigint;
}

export interface BlockLimits {
  readonly transactions: number;
  /** Sum of signed bytes. */
  readonly bytes: number;
  /** Fuel of contract calls: what the calls before one have used and its own limit may together not exceed it. */
  readonly fuel: number;
}

export interface Genesis {
  readonly chainId: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly blockTimeMs: number;
  readonly validators: readonly GenesisValidator[];
  readonly allocations: readonly GenesisAllocation[];
  readonly faucetEnabled: boolean;
  readonly fees: FeeParameters;
  readonly byteFees: ByteFees;
  readonly limits: BlockLimits;
  /** Blocks from an unstake to the release of the unstaked amount. */
  readonly unbondingBlocks: number;
  /** Most members of the active set, from the height of the upgrade `active_set` on. */
  readonly maxValidators: number;
  readonly schedule: UpgradeSchedule;
  /** What contracts pay for their instructions (`engine/vm/prices.ts`). */
  readonly contractPrices: 'native' | 'reference';
  /** Rules of a developer's network, whose clock can be moved: the faucet has no cool-down, and a request may be older than
   *  the window. Only on `LOCAL_CHAIN_ID`. */
  readonly developerRules: boolean;
  /** Of bridges to other chains; absent where there are none. */
  readonly bridge?: BridgeRules;
  /** What a successor network begins with; absent for a network that begins with nothing. */
  readonly carried?: CarriedState;
  /** SHA-256 of the file's canonical JSON: two nodes with different files are on different networks. */
  readonly fileHash: string;
}

export const defaultFees: FeeParameters = { start: QUANTA / 10n, floor: QUANTA / 1_000n, ceiling: null, target: 10 };

/** The free allowance covers a request that names three accounts by their keys (12.2 KB), or an NFT with the longest texts
 *  (14.5 KB); a transfer has 4.1 KB, 3.9 of them the signer's key in hex. Each byte beyond it costs what the specification
 *  charges for a byte of a contract. */
export const defaultByteFees: ByteFees = { freeBytes: 16 * 1024, perByte: QUANTA / 1_000_000n };

/** Block limits are validity rules and are set in genesis; these are their defaults. */
export const defaultLimits: BlockLimits = {
  transactions: MAX_BLOCK_TRANSACTIONS,
  bytes: 16 * 1024 * 1024,
  fuel: 20_000_000,
};

/** Block interval where the genesis file names none (specification, Limits). */
export const DEFAULT_BLOCK_TIME_MS = 400;

/** Unbonding where the genesis file names none (specification, Limits). */
const DEFAULT_UNBONDING_BLOCKS = 500;

/** Members of the active set where the genesis file names no number (specification, Limits). */
export const DEFAULT_MAX_VALIDATORS = 100;

/** Chain id of the networks that `run --local` makes; no public network has it. */
export const LOCAL_CHAIN_ID = 'rougechain-local-1';

/** Members without an effect on a native network; existing files carry them. */
const INFORMATIONAL = [
  'min_stake',
  'max_supply',
  'dev_mode',
  'slash_divisor',
  'missed_block_threshold',
  'jail_blocks',
  'treasury_fee_pct',
  'proposer_fee_pct',
  'validator_fee_pct',
];
const MEMBERS = new Set([
  'chain_id',
  'genesis_time',
  'block_time_ms',
  'initial_allocations',
  'initial_validators',
  'faucet_enabled',
  'fees',
  'limits',
  'unbonding_blocks',
  'max_validators',
  'upgrade_schedule',
  'contract_prices',
  'developer_rules',
  'state',
  'bridge',
  ...INFORMATIONAL,
]);

/** Most characters of a chain id. */
export const CHAIN_ID_CHARACTERS = 64;
const CHAIN_ID = /^[a-z0-9][a-z0-9-]{2,63}$/;
const SYMBOL = /^[A-Z0-9]{1,10}$/;

const VALIDATOR_MEMBERS = new Set(['pub_key', 'stake', 'name']);

function readValidators(reader: GenesisReader, genesis: JsonObject): GenesisValidator[] {
  return reader.list(genesis, 'initial_validators', MAX_GENESIS_VALIDATORS).flatMap((entry) => {
    reader.known(entry, VALIDATOR_MEMBERS, 'initial_validators.');
    const key = entry.get('pub_key');
    const publicKey = typeof key === 'string' ? fromHex(key, PUBLIC_KEY_BYTES) : undefined;
    const stake = reader.amount(entry, 'stake', 9, 0n);
    const name = entry.get('name');
    if (!publicKey) reader.fail('initial_validators.pub_key must be an ML-DSA-65 public key of 3,904 hex characters');
    if (stake <= 0n) reader.fail('initial_validators.stake must be above zero');
    if (!publicKey) return [];
    return [{ publicKey, account: accountOfKey(publicKey), stake, name: typeof name === 'string' ? name : null }];
  });
}

const ALLOCATION_MEMBERS = new Set(['address', 'amount', 'label', 'token']);

function readAllocations(reader: GenesisReader, genesis: JsonObject): GenesisAllocation[] {
  return reader.list(genesis, 'initial_allocations', MAX_GENESIS_ALLOCATIONS).flatMap((entry) => {
    reader.known(entry, ALLOCATION_MEMBERS, 'initial_allocations.');
    const address = entry.get('address');
    const named = typeof address === 'string' ? resolveAccount(address) : undefined;
    // No contract exists before the first block.
    const resolved = named?.contract === undefined ? named : undefined;
    const symbol = entry.get('token') ?? XRGE;
    const token = typeof symbol === 'string' ? symbol.toUpperCase() : '';
    if (!resolved) reader.fail('initial_allocations.address must be an address, a public key or a system account');
    if (resolved?.account === burnAccount) reader.fail('initial_allocations.address must not be the burn address');
    if (!SYMBOL.test(token)) reader.fail('initial_allocations.token must be 1 to 10 letters and digits');
    if (!entry.has('amount')) reader.fail('initial_allocations.amount is missing');
    const amount = reader.amount(entry, 'amount', token === XRGE ? 9 : 0, 0n);
    if (!resolved) return [];
    const { account, publicKey } = resolved;
    return [{ account, ...(publicKey && { publicKey }), token, amount }];
  });
}

const FEE_MEMBERS = new Set(['base_fee', 'floor', 'ceiling', 'target', 'free_bytes', 'per_byte']);
const LIMIT_MEMBERS = new Set(['max_block_transactions', 'max_block_bytes', 'fuel']);

function readFees(reader: GenesisReader, fees: JsonObject): FeeParameters {
  reader.known(fees, FEE_MEMBERS, 'fees.');
  const floor = reader.amount(fees, 'floor', 9, defaultFees.floor);
  const start = reader.amount(fees, 'base_fee', 9, defaultFees.start);
  const given = fees.get('ceiling');
  const ceiling = given === undefined || given === null ? null : reader.amount(fees, 'ceiling', 9, 0n);
  const target = reader.integer(fees, 'target', defaultFees.target, 1);
  if (floor < 8n * BigInt(target))
    reader.fail(`fees.floor must be at least ${8 * target} quanta: below that the base fee could never rise again`);
  if (floor > start || (ceiling !== null && start > ceiling))
    reader.fail('fees must keep floor <= base_fee <= ceiling');
  return { start, floor, ceiling, target };
}

const readByteFees = (reader: GenesisReader, fees: JsonObject): ByteFees => ({
  freeBytes: reader.integer(fees, 'free_bytes', defaultByteFees.freeBytes, 0),
  perByte: reader.amount(fees, 'per_byte', XRGE_DECIMALS, defaultByteFees.perByte),
});

/** No sum of balances may exceed 128 bits. The faucet mints XRGE on top of this; what is left for it outlasts any network. */
const maxSupply = (token: string): bigint => (token === XRGE ? 1n << 126n : U128_MAX);

function checkSupplies(reader: GenesisReader, genesis: Pick<Genesis, 'validators' | 'allocations'>): void {
  const supplies = new Map<string, bigint>();
  const amounts = [...genesis.allocations, ...genesis.validators.map(({ stake }) => ({ token: XRGE, amount: stake }))];
  for (const { token, amount } of amounts) supplies.set(token, (supplies.get(token) ?? 0n) + amount);
  for (const [token, supply] of supplies)
    if (supply > maxSupply(token))
      reader.fail(`allocations and stakes of ${token} add up to more than ${maxSupply(token)} units`);
}

/** XRGE with which the network begins, in quanta. */
const xrgeOf = ({ validators, allocations }: Pick<Genesis, 'validators' | 'allocations'>): bigint =>
  [
    ...validators.map(({ stake }) => stake),
    ...allocations.flatMap(({ token, amount }) => (token === XRGE ? amount : [])),
  ].reduce((sum, amount) => sum + amount, 0n);

/** Files without `active_set` may carry any number: existing ones state it, and nothing reads it. */
const readMaxValidators = (reader: GenesisReader, genesis: JsonObject, { heights }: UpgradeSchedule): number =>
  heights.active_set === null
    ? DEFAULT_MAX_VALIDATORS
    : reader.integer(genesis, 'max_validators', DEFAULT_MAX_VALIDATORS, 1, MAX_ACTIVE_VALIDATORS);

function readState(reader: GenesisReader, genesis: JsonObject): CarriedState | undefined {
  const value = genesis.get('state');
  const carried = value === undefined ? undefined : readCarried(value);
  return typeof carried === 'string' ? reader.fail(carried) : carried;
}

const plain = (object: JsonObject): Record<string, unknown> =>
  Object.fromEntries(
    [...object].map(([key, value]) => [key, value instanceof JsonNumber ? Number(value.text) : value]),
  );

function readContractPrices(reader: GenesisReader, genesis: JsonObject): Genesis['contractPrices'] {
  const prices = genesis.get('contract_prices') ?? 'native';
  if (prices !== 'native' && prices !== 'reference') reader.fail('contract_prices must be native or reference');
  return prices === 'reference' ? prices : 'native';
}

/** Reads a genesis file.
 *  @returns a refusal whose message names the member that is wrong. */
export function parseGenesis(text: string): Genesis | Refusal {
  const value = parseJson(text, FILE_JSON);
  if (isRefusal(value)) return refuse('malformed_body', `genesis file: ${value.message}`);
  if (!isJsonObject(value)) return refuse('malformed_body', 'genesis file: must be a JSON object');
  const reader = new GenesisReader();
  reader.known(value, MEMBERS, '');
  const chainId = value.get('chain_id');
  if (typeof chainId !== 'string' || !CHAIN_ID.test(chainId))
    return refuse('malformed_body', 'genesis file: chain_id must be 3 to 64 of a-z, 0-9 and -');
  const fees = reader.object(value, 'fees');
  const limits = reader.object(value, 'limits');
  reader.known(limits, LIMIT_MEMBERS, 'limits.');
  const faucetEnabled = reader.boolean(value, 'faucet_enabled');
  const schedule = scheduleOf(chainId, plain(reader.object(value, 'upgrade_schedule')), faucetEnabled);
  if (isRefusal(schedule)) return refuse(schedule.code, `genesis file: ${schedule.message}`);
  const developerRules = reader.boolean(value, 'developer_rules');
  if (developerRules && chainId !== LOCAL_CHAIN_ID)
    reader.fail(`developer_rules are for the chain id ${LOCAL_CHAIN_ID} only, not for ${chainId}`);
  const validators = readValidators(reader, value);
  if (new Set(validators.map(({ account }) => account)).size !== validators.length)
    reader.fail('initial_validators names a key twice');
  const carried = readState(reader, value);
  if (carried?.header.chain_id === chainId)
    reader.fail(`a successor needs a chain id of its own: the carried state is of ${chainId} too`);
  const allocations = readAllocations(reader, value);
  const bridge = value.has('bridge') ? readBridge(reader, value, xrgeOf({ validators, allocations })) : undefined;
  const genesis: Genesis = {
    chainId,
    time: reader.integer(value, 'genesis_time', 0, 0),
    blockTimeMs: reader.integer(value, 'block_time_ms', DEFAULT_BLOCK_TIME_MS, 10),
    validators,
    allocations,
    faucetEnabled,
    fees: readFees(reader, fees),
    byteFees: readByteFees(reader, fees),
    limits: {
      transactions: reader.integer(
        limits,
        'max_block_transactions',
        defaultLimits.transactions,
        1,
        MAX_BLOCK_TRANSACTIONS,
      ),
      bytes: reader.integer(limits, 'max_block_bytes', defaultLimits.bytes, 8_192, MAX_BLOCK_BYTES),
      fuel: reader.integer(limits, 'fuel', defaultLimits.fuel, CONTRACT.callFuel, MAX_BLOCK_FUEL),
    },
    unbondingBlocks: reader.integer(value, 'unbonding_blocks', DEFAULT_UNBONDING_BLOCKS, 1),
    maxValidators: readMaxValidators(reader, value, schedule),
    schedule,
    contractPrices: readContractPrices(reader, value),
    developerRules,
    ...(bridge && { bridge }),
    ...(carried && { carried }),
    fileHash: sha256Hex(utf8(canonicalJson(value))),
  };
  checkSupplies(reader, genesis);
  return reader.refusal ?? genesis;
}

const accountsOf = new WeakMap<Genesis['validators'], ReadonlySet<AccountId>>();

/** Whether the genesis file names an account as a validator. */
export function isGenesisValidator({ validators }: Pick<Genesis, 'validators'>, account: AccountId): boolean {
  let accounts = accountsOf.get(validators);
  if (!accounts) {
    accounts = new Set(validators.map((validator) => validator.account));
    accountsOf.set(validators, accounts);
  }
  return accounts.has(account);
}
