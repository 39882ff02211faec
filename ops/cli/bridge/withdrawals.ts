/** The withdrawals of a node's bridge: which lists there are, and what an entry of either spelling says. */

import { formatUnits } from '../../../engine/base/amounts.js';
import { isJsonObject, type JsonObject } from '../../../engine/base/json.js';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import { isNodeFault, type NodeClient, NodeFault, textMember } from '../client.js';
import { shownMember } from './operator.js';

export const WITHDRAWAL_TYPES = ['eth', 'xrge', 'btc'] as const;
export type WithdrawalType = (typeof WITHDRAWAL_TYPES)[number];

interface Routes {
  /** Below /api: the list, and above it a withdrawal that is fulfilled. */
  readonly list: string;
  /** The member of a fulfilment that names the payout. */
  readonly payoutMember: string;
  readonly payout: RegExp;
  readonly payoutIs: string;
}

const EVM_PAYOUT = {
  ...{ payoutMember: 'evmTxHash', payout: /^0x[0-9a-f]{64}$/ },
  payoutIs: 'a transaction of the EVM chain: 0x and 64 hex digits',
} as const;

export const ROUTES: Readonly<Record<WithdrawalType, Routes>> = {
  eth: { list: '/bridge/withdrawals', ...EVM_PAYOUT },
  xrge: { list: '/bridge/xrge/withdrawals', ...EVM_PAYOUT },
  btc: {
    ...{ list: '/bridge/btc/withdrawals', payoutMember: 'btcTxid', payout: /^[0-9a-f]{64}$/ },
    payoutIs: 'a Bitcoin transaction: 64 hex digits',
  },
};

/** An id: 64 hex digits, with `xrge:` before them for XRGE. */
const ID = /^(?:xrge:)?[0-9a-f]{64}$/;

export interface Withdrawal {
  readonly type: WithdrawalType;
  readonly id: string;
  readonly token: string;
  /** Base units; of XRGE as the node shows it. */
  readonly amount: string;
  readonly destination: string;
  readonly status: string;
  readonly attempts: string;
  readonly lastError: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | undefined;
  readonly owner: string | undefined;
}

/** A list has thousands of entries at most; a larger one is not a list of what is pending. */
const LIST_BYTES = 64 * 1024 * 1024;

/** @returns the id in small letters, or a refusal. */
export function readWithdrawalId(text: string | undefined): string | Refusal {
  const id = text?.trim().toLowerCase() ?? '';
  return ID.test(id)
    ? id
    : refuse('malformed_parameter', 'the id of a withdrawal is 64 hex digits, with xrge: before them for XRGE');
}

function withdrawalOf(item: JsonObject, type: WithdrawalType): Withdrawal {
  const created = Number(shownMember(item, 'createdAt', 'created_at'));
  return {
    type,
    id: shownMember(item, 'txId', 'tx_id') ?? '',
    token:
      shownMember(item, 'tokenSymbol', 'token_symbol') ?? (type === 'xrge' ? 'XRGE' : type === 'btc' ? 'qBTC' : 'qETH'),
    amount: shownMember(item, 'amountUnits', 'amount_units', 'amount') ?? '',
    destination: shownMember(item, 'evmAddress', 'evm_address') ?? '',
    status: shownMember(item, 'status') ?? 'pending',
    attempts: shownMember(item, 'attempts') ?? '0',
    lastError: shownMember(item, 'lastError', 'last_error'),
    createdAt: Number.isFinite(created) ? created : undefined,
    owner: shownMember(item, 'ownerPubkey', 'owner_pubkey'),
  };
}

/** A list that the node cannot answer for is a fault, even where it answers with an empty one. */
function degradedFault(answer: JsonObject): NodeFault | undefined {
  if (answer.get('degraded') !== true) return undefined;
  return new NodeFault(
    'degraded',
    textMember(answer, 'error') ?? 'the node does not know its withdrawals',
    200,
    answer,
  );
}

/** The withdrawals of one list, as the node orders them. */
export async function listWithdrawals(
  node: NodeClient,
  type: WithdrawalType,
): Promise<readonly Withdrawal[] | NodeFault> {
  const { list } = ROUTES[type];
  const answer = await node.request(list, { method: 'GET', mostBytes: LIST_BYTES });
  if (isNodeFault(answer)) return answer;
  const fault = degradedFault(answer);
  if (fault) return fault;
  const items = answer.get('withdrawals');
  if (!Array.isArray(items)) return new NodeFault('malformed_answer', `${list} has no list of withdrawals`, 200);
  return items.filter(isJsonObject).map((item) => withdrawalOf(item, type));
}

/** Which list a withdrawal is in: its id tells XRGE, the lists tell the others. */
export async function typeOfWithdrawal(
  node: NodeClient,
  id: string,
  given: WithdrawalType | undefined,
): Promise<WithdrawalType | Refusal | NodeFault> {
  if (id.startsWith('xrge:')) {
    if (given === undefined || given === 'xrge') return 'xrge';
    return refuse('malformed_parameter', `${id} is a withdrawal of XRGE, not of --type ${given}`);
  }
  if (given === 'xrge') return refuse('malformed_parameter', 'the id of a withdrawal of XRGE begins with xrge:');
  if (given !== undefined) return given;
  for (const type of ['eth', 'btc'] as const) {
    const listed = await listWithdrawals(node, type);
    if (isNodeFault(listed)) return listed;
    if (listed.some((withdrawal) => withdrawal.id === id)) return type;
  }
  return refuse('not_found', `${id} is not among the pending and failed withdrawals of ${node.url}; it may be settled`);
}

/** @returns the id of the payout in small letters, or what it must be. */
export function readPayout(text: string, type: WithdrawalType): string | Refusal {
  const payout = text.trim().toLowerCase();
  const { payout: pattern, payoutIs } = ROUTES[type];
  return pattern.test(payout) ? payout : refuse('malformed_parameter', `--payout must be ${payoutIs}`);
}

const DECIMALS: Readonly<Record<string, number>> = { qETH: 6, qUSDC: 6, qBTC: 8 };

/** An amount in whole coins. */
export function shownAmount({ amount, token }: Pick<Withdrawal, 'amount' | 'token'>): string {
  const decimals = DECIMALS[token];
  return decimals === undefined || !/^\d{1,40}$/.test(amount) ? amount : formatUnits(BigInt(amount), decimals);
}

/** How long ago, in the largest unit. */
export function shownAge(createdAt: number | undefined, now: number): string {
  if (createdAt === undefined) return '-';
  const minutes = Math.max(0, Math.floor((now - createdAt) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}
