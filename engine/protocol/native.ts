/** The rules of our own networks: ids, roots and hashes of transactions and blocks, and what each kind of transaction costs
 *  (specification, Fees). Test vectors pin the bytes; changing one changes the network. */

import { CONTRACT_PRICE, QUANTA } from '../base/amounts.js';
import { toHex } from '../base/bytes.js';
import { canonicalJson } from '../base/json.js';
import { certificateHash, voteBytes } from '../chain/certificate.js';
import type { ByteFees, FeeParameters, Genesis } from '../chain/genesis.js';
import { blockHash, type Header, headerBytes } from '../chain/header.js';
import { isActive } from '../chain/upgrades.js';
import { sha256, sha256Hex, sha256Of } from '../crypto/sha256.js';
import { merkleRoot } from './merkleRoot.js';
import type { FeeSplit, GenesisBlock, Protocol } from './protocol.js';

const LEAF = Uint8Array.of(0x00);

/** Shares of the tip pool in percent; the treasury takes the remainder of all divisions. */
const PROPOSER_PERCENT = 20n;
const VALIDATORS_PERCENT = 70n;

/** The base fee moves by at most an eighth (12.5%) a block. */
const BASE_FEE_DIVISOR = 8n;

const TENTH = QUANTA / 10n;

/** Fees that are not the base fee, in quanta. For nft_batch_mint the fee is per NFT, for contract_deploy per byte of the module, for
 *  contract_call per unit of fuel. */
const FIXED_FEES: ReadonlyMap<string, bigint> = new Map([
  ['faucet', 0n],
  ['stake', TENTH],
  ['unstake', TENTH],
  ['create_token', 100n * QUANTA],
  ['mint_tokens', TENTH],
  ['update_token_metadata', TENTH],
  ['claim_token_metadata', TENTH],
  ['approve', TENTH],
  ['transfer_from', TENTH],
  ['token_freeze', TENTH],
  ['create_pool', 10n * QUANTA],
  ['add_liquidity', QUANTA],
  ['remove_liquidity', QUANTA],
  ['swap', QUANTA],
  ['nft_create_collection', 50n * QUANTA],
  ['nft_mint', 5n * QUANTA],
  ['nft_batch_mint', 5n * QUANTA],
  ['nft_transfer', QUANTA],
  ['nft_burn', TENTH],
  ['nft_lock', TENTH],
  ['nft_freeze_collection', TENTH],
  ['contract_deploy', CONTRACT_PRICE],
  ['contract_call', CONTRACT_PRICE],
  ['register_wallet', 0n],
  ['register_name', 0n],
  ['release_name', 0n],
  ['bridge_mint', 0n],
  ['bridge_attest', 0n],
  ['bridge_withdraw', TENTH],
  ['bridge_fail', 0n],
  ['bridge_fulfil', 0n],
  ['bridge_refund', 0n],
]);

/** Kinds that pay the base fee of their block: both move one balance. */
const BASE_FEE_KINDS: ReadonlySet<string> = new Set(['transfer', 'burn']);

function tableFee(operation: string, baseFee: bigint, units: number): bigint | undefined {
  if (BASE_FEE_KINDS.has(operation)) return baseFee;
  const fee = FIXED_FEES.get(operation);
  return fee === undefined ? undefined : fee * BigInt(units);
}

/** The byte fee counts as tip, so it goes to those who store the bytes: half of the base fee is burned for each paying
 *  transaction (specification, Fees), whatever else it pays. */
function byteFee(signedBytes: number, units: number, { freeBytes, perByte }: ByteFees): bigint {
  const above = signedBytes - freeBytes * units;
  return above > 0 ? BigInt(above) * perByte : 0n;
}

const transactionLeafOfHash = (id: Uint8Array, signatureHash: Uint8Array): Uint8Array =>
  sha256Of(LEAF, id, signatureHash);

function nextBaseFee(current: bigint, transactions: number, fees: FeeParameters): bigint {
  const target = BigInt(fees.target);
  const away = BigInt(transactions) - target;
  const distance = away < 0n ? -away : away;
  const step = (current * (distance < target ? distance : target)) / (BASE_FEE_DIVISOR * target);
  const next = away < 0n ? current - step : current + step;
  if (next < fees.floor) return fees.floor;
  return fees.ceiling !== null && next > fees.ceiling ? fees.ceiling : next;
}

function splitFees(collected: bigint, baseFee: bigint, paying: number, stakes: readonly bigint[]): FeeSplit {
  const half = (baseFee * BigInt(paying)) / 2n;
  const burned = half < collected ? half : collected;
  const tip = collected - burned;
  const proposer = (tip * PROPOSER_PERCENT) / 100n;
  const pool = (tip * VALIDATORS_PERCENT) / 100n;
  const total = stakes.reduce((sum, stake) => sum + stake, 0n);
  const validators = stakes.map((stake) => (total === 0n ? 0n : (pool * stake) / total));
  const treasury = tip - proposer - validators.reduce((sum, share) => sum + share, 0n);
  return { burned, proposer, validators, treasury };
}

export function genesisBlock(genesis: Pick<Genesis, 'chainId' | 'time'>): GenesisBlock {
  const header: Header = {
    version: 1,
    chain_id: genesis.chainId,
    height: 0,
    time: genesis.time,
    prev_hash: '0',
    tx_hash: toHex(merkleRoot([])),
    proposer_pub_key: 'genesis',
  };
  const bytes = headerBytes(header);
  const proposerSignature = sha256Hex(bytes);
  return { header, headerBytes: bytes, proposerSignature, hash: blockHash(bytes, proposerSignature) };
}

export const nativeProtocol: Protocol = {
  name: 'native',
  payloadText: canonicalJson,
  transactionId: (publicKey, signedBytes) => sha256Of(publicKey, signedBytes),
  transactionLeaf: (id, signature) => transactionLeafOfHash(id, sha256(signature)),
  transactionLeafOfHash,
  transactionsRoot: (leaves) => toHex(merkleRoot(leaves)),
  headerBytes,
  blockHash,
  voteBytes,
  certificateHash,
  stateTree: { leafPrefix: 0x00 },
  genesisBlock,
  requiresStateRoot: (height) => height >= 1,
  requiresCertificate: (genesis, height) => height >= 2 && isActive(genesis.schedule, 'finality_v2', height - 1),
  tableFee,
  byteFee,
  nextBaseFee,
  splitFees,
};
