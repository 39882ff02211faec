/** Payouts of withdrawals on the EVM, and whether the vault has released one. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { createContract } from 'micro-eth-signer/abi.js';
import { bytesEqual, toHex, utf8 } from '../../base/bytes.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { type PaidPart, settlingParts } from '../settlingParts.js';
import { type EvmBridge, type EvmCoin, owedAmount } from './contracts.js';
import { type DecodedEvent, eventsOf } from './events.js';
import type { EvidenceTexts, ProvenTransaction } from './evidence.js';
import { data, type Result, reading } from './values.js';

export interface OwedPayout {
  /** Text of the withdrawal's id, with the prefix `xrge:` when it has one. */
  readonly withdrawalId: string;
  readonly coin: EvmCoin;
  /** Address in small letters. */
  readonly destination: string;
  /** Units that were burned here. */
  readonly units: bigint;
}

export interface VerifiedPayout {
  readonly hash: string;
  readonly blockHash: string;
  readonly height: number;
  /** Indexes of the logs that settle the withdrawal where nothing is settled yet: each settles one only, so the caller keeps (hash, index) for
   *  ever and asks `settlingLogs`. */
  readonly logs: readonly number[];
  /** Index of the release event that names the withdrawal; undefined for XRGE. */
  readonly release: number | undefined;
  /** Transfers that can belong to it: of USDC those of the released amount, of XRGE all from the vault to the destination. */
  readonly transfers: readonly PaidPart[];
  /** On the foreign side: wei, or base units of the token. */
  readonly amount: bigint;
}

export const payoutTexts: EvidenceTexts = {
  wrongChain: (expected, got) =>
    `payout not verified: EVM chain mismatch: daemon RPC reports ${got} but the bridge is configured for ${expected}`,
  chainUnknown: (why) => `payout not verified: could not verify EVM chain id (RPC unavailable: ${why})`,
  unavailable: (why) => `payout not verified: ${why}`,
  notFound: 'payout not verified: transaction not found or not yet mined',
  notMined: 'payout not verified: transaction not found or not yet mined',
  headUnknown: 'could not verify confirmations (Base RPC unavailable) — refusing to fulfill',
  tooShallow: (needed, height, head) => `payout needs ${needed} confirmations (block ${height}, latest ${head})`,
};

const refused = (why: string): Refusal => refuse('rule_violation', `payout not verified: ${why}`);

const isTransfer = ({ args }: DecodedEvent, from: string | undefined, to: string): boolean =>
  args.from === from && args.to === to;

/** The release event of this withdrawal. Its id is bound by hash, so one release cannot settle two withdrawals. */
function releaseOf(bridge: EvmBridge, owed: OwedPayout, proven: ProvenTransaction): DecodedEvent | Refusal {
  const name = owed.coin === 'ETH' ? 'BridgeReleaseETH' : 'BridgeReleaseERC20';
  const emitter = bridge.bridge;
  if (emitter === undefined) return refused('RougeBridge address not configured');
  if (proven.transaction.to !== emitter) return refused(`it was not sent to the RougeBridge ${emitter}`);
  const events = eventsOf(proven.receipt.logs, emitter, name);
  if (isRefusal(events)) return refused(events.message);
  const id = keccak_256(utf8(owed.withdrawalId));
  const own = events.find(
    ({ args }) =>
      args.recipient === owed.destination &&
      (owed.coin === 'ETH' || args.token === bridge.usdc) &&
      args.l1TxId !== undefined &&
      bytesEqual(args.l1TxId, id),
  );
  return own ?? refused(`no ${name} event of this withdrawal to ${owed.destination}`);
}

type PaidLogs = Pick<VerifiedPayout, 'amount' | 'release' | 'transfers'>;

const partOf = ({ log, args }: DecodedEvent): PaidPart => ({ position: log.index, amount: args.amount });

function verifyRelease(bridge: EvmBridge, owed: OwedPayout, proven: ProvenTransaction): PaidLogs | Refusal {
  const event = releaseOf(bridge, owed, proven);
  if (isRefusal(event)) return event;
  const { amount } = event.args;
  const release = event.log.index;
  if (owed.coin === 'ETH') return { amount, release, transfers: [] };
  const transfers = eventsOf(proven.receipt.logs, bridge.usdc, 'Transfer');
  if (isRefusal(transfers)) return refused(transfers.message);
  const moved = transfers.filter(
    (transfer) => isTransfer(transfer, bridge.bridge, owed.destination) && transfer.args.amount === amount,
  );
  if (moved.length === 0) return refused('no matching USDC Transfer(RougeBridge → recipient)');
  return { amount, release, transfers: moved.map(partOf) };
}

/** Transfers from the vault to the destination, summed. */
function verifyVaultTransfers(
  { vault, xrge }: EvmBridge,
  owed: OwedPayout,
  proven: ProvenTransaction,
): PaidLogs | Refusal {
  if (vault === undefined) return refuse('not_found', 'XRGE vault not configured');
  const transfers = eventsOf(proven.receipt.logs, xrge, 'Transfer');
  if (isRefusal(transfers)) return refused(transfers.message);
  const paid = transfers.filter(({ args }) => args.to === owed.destination);
  const stranger = paid.find((event) => !isTransfer(event, vault, owed.destination));
  if (stranger) return refused(`payout sender ${stranger.args.from} is not the XRGE vault ${vault}`);
  const amount = paid.reduce((sum, { args }) => sum + args.amount, 0n);
  return { amount, release: undefined, transfers: paid.map(partOf) };
}

/** The logs that settle a withdrawal beside others that the same transaction has paid. @param isSettled whether a log has settled one.
 *  @returns their indexes, or why what is left does not pay what is owed. */
export function settlingLogs(
  { coin, units }: Pick<OwedPayout, 'coin' | 'units'>,
  { release, transfers }: Pick<PaidLogs, 'release' | 'transfers'>,
  isSettled: (index: number) => boolean,
): readonly number[] | Refusal {
  const left = transfers.filter(({ position }) => !isSettled(position));
  if (coin === 'ETH' && release !== undefined) return [release];
  const [first] = left;
  if (!first) return refuse('already_exists', 'payout not verified: it has settled another withdrawal');
  if (release !== undefined) return [release, first.position];
  const due = owedAmount(coin, units);
  const own = settlingParts(left, due);
  const amount = own.reduce((sum, part) => sum + part.amount, 0n);
  return amount < due ? refused(`payout ${amount} is less than the ${due} owed`) : own.map(({ position }) => position);
}

const NOTHING_SETTLED = (): boolean => false;

/** @param proven the transaction that the operator names as the payout. */
export function verifyPayout(bridge: EvmBridge, owed: OwedPayout, proven: ProvenTransaction): VerifiedPayout | Refusal {
  const { receipt } = proven;
  if (!receipt.succeeded) return refused('the payout transaction reverted');
  const found = owed.coin === 'XRGE' ? verifyVaultTransfers(bridge, owed, proven) : verifyRelease(bridge, owed, proven);
  if (isRefusal(found)) return found;
  const due = owedAmount(owed.coin, owed.units);
  if (found.amount < due) return refused(`payout ${found.amount} is less than the ${due} owed`);
  const logs = settlingLogs(owed, found, NOTHING_SETTLED);
  if (isRefusal(logs)) return logs;
  return { hash: receipt.transactionHash, blockHash: receipt.blockHash, height: receipt.height, logs, ...found };
}

const VAULT = createContract([
  {
    type: 'function',
    name: 'processedL1Txs',
    stateMutability: 'view',
    inputs: [{ name: 'id', type: 'string' }],
    outputs: [{ name: 'processed', type: 'bool' }],
  },
] as const);

/** Call data of `processedL1Txs(string)`, hex with 0x. @param withdrawalId text of the withdrawal's id. */
export const processedCall = (withdrawalId: string): string =>
  `0x${toHex(VAULT.processedL1Txs.encodeInput(withdrawalId))}`;

/** Whether the vault has released the withdrawal. An address without code answers no bytes, which is no answer. */
export function readProcessed(result: Result): boolean | Refusal {
  const text = isRefusal(result) ? result : reading('eth_call', () => data(result, 'the result'));
  if (isRefusal(text)) return text;
  if (/^0x0{63}[01]$/.test(text)) return text.endsWith('1');
  return refuse('busy', 'Invalid RPC response: eth_call: processedL1Txs did not return a boolean');
}

/** The sentence of a refund whose release state is unknown. */
export const unknownRelease = (why: string): Refusal =>
  refuse('busy', `Refund refused: could not verify vault release state (${why}). Not minting.`);
