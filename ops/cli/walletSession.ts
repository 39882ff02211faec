/** One wallet at one node: the base of the wallet commands. Sends signed requests, waits for their blocks, reads
 *  balances. Every answer is a value or a fault; only the progress of a wait is printed here. */

import { formatXrge, parseUnits, parseXrge, XRGE } from '../../engine/base/amounts.js';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import { accountSentence, resolveAccount } from '../../engine/crypto/address.js';
import type { KeyPair } from '../../engine/crypto/mldsa.js';
import { badOption, quoted } from '../config/optionKinds.js';
import { type Inclusion, isNodeFault, type NodeClient, NodeFault, numberMember, textMember } from './client.js';
import { signRequest } from './signedRequest.js';
import type { Terminal } from './terminal.js';

export interface TransferOrder {
  readonly to: string;
  readonly amount: string;
  readonly token: string;
  readonly priorityFee?: string;
}

/** Members of a transfer's payload, in the units and the plain decimal digits that are signed.
 *  @returns a refusal for a recipient that is not an account and for an amount that is zero or has too many decimals. */
export function transferMembers(order: TransferOrder): Record<string, JsonValue> | Refusal {
  if (!resolveAccount(order.to))
    return badOption(
      accountSentence(`--to must be a rouge1 address or a public key, not ${quoted(order.to)}`, order.to),
    );
  const token = order.token.toUpperCase() === XRGE ? XRGE : order.token;
  const amount = token === XRGE ? parseXrge(order.amount, '--amount') : parseUnits(order.amount, 0, '--amount');
  if (isRefusal(amount)) return badOption(amount.message);
  if (amount === 0n) return badOption('--amount must be above zero');
  const members: Record<string, JsonValue> = {
    to: order.to,
    amount: new JsonNumber(token === XRGE ? formatXrge(amount) : amount.toString()),
    token,
  };
  return withPriorityFee(members, order.priorityFee);
}

function withPriorityFee(
  members: Record<string, JsonValue>,
  priorityFee: string | undefined,
): Record<string, JsonValue> | Refusal {
  if (priorityFee === undefined) return members;
  const fee = parseXrge(priorityFee, '--priority-fee');
  if (isRefusal(fee)) return badOption(fee.message);
  return { ...members, priority_fee: new JsonNumber(formatXrge(fee)) };
}

/** Members of a stake's or an unstake's payload. */
export function stakingMembers(
  order: Pick<TransferOrder, 'amount' | 'priorityFee'>,
): Record<string, JsonValue> | Refusal {
  const amount = parseXrge(order.amount, '--amount');
  if (isRefusal(amount)) return badOption(amount.message);
  if (amount === 0n) return badOption('--amount must be above zero');
  return withPriorityFee({ amount: new JsonNumber(formatXrge(amount)) }, order.priorityFee);
}

/** One validator as a node lists it; amounts are exact decimal XRGE. */
export interface ListedValidator {
  readonly address: string;
  /** Empty when it has none. */
  readonly name: string;
  readonly stake: string;
  readonly status: string;
  readonly unbonding: string;
}

/** An exact amount as decimal XRGE, from the member with its quanta. */
function exactXrge(answer: JsonObject, name: string): string {
  const quanta = textMember(answer, `${name}_quanta`);
  return quanta !== undefined && /^\d+$/.test(quanta)
    ? formatXrge(BigInt(quanta))
    : (numberMember(answer, name) ?? '0');
}

const readValidator = (value: JsonObject): ListedValidator => ({
  address: textMember(value, 'address') ?? '',
  name: textMember(value, 'name') ?? '',
  stake: exactXrge(value, 'stake'),
  status: textMember(value, 'status') ?? '',
  unbonding: exactXrge(value, 'unbonding'),
});

/** An account's balances: exact decimal text by symbol, XRGE first. */
export type Balances = ReadonlyMap<string, string>;

function readBalances(answer: JsonObject): Balances {
  const balances = new Map([[XRGE, exactXrge(answer, 'balance')]]);
  const raw = answer.get('token_balances_raw');
  const tokens = isJsonObject(raw) ? raw : answer.get('tokens');
  if (!isJsonObject(tokens)) return balances;
  for (const [symbol, value] of tokens) {
    const text = value instanceof JsonNumber ? value.text : value;
    if (typeof text === 'string') balances.set(symbol, text);
  }
  return balances;
}

/** An operation that a node has taken. */
export interface Submitted {
  readonly transactionId: string;
  /** The members of the node's answer. */
  readonly answer: JsonObject;
}

export interface Completed extends Submitted {
  /** Undefined when it was not waited for. */
  readonly inclusion: Inclusion | undefined;
}

export class WalletSession {
  constructor(
    readonly client: NodeClient,
    readonly terminal: Terminal,
  ) {}

  /** Signs and posts one operation.
   *  @param path route below /api. */
  async submit(
    keys: KeyPair,
    path: string,
    type: string,
    members: Readonly<Record<string, JsonValue>> = {},
  ): Promise<Submitted | NodeFault> {
    const chainId = await this.client.chainId();
    if (isNodeFault(chainId)) return chainId;
    const context = { timestamp: Date.now(), ...(chainId === undefined ? {} : { chainId }) };
    const request = signRequest(keys, type, members, context);
    const answer = await this.client.post(path, request.body);
    if (isNodeFault(answer)) return answer;
    return { transactionId: textMember(answer, 'txId') ?? request.transactionId, answer };
  }

  /** Waits for a transaction's block, with a progress line for a person. */
  async inclusionOf(transactionId: string): Promise<Inclusion | NodeFault> {
    const { interactive } = this.terminal;
    const inclusion = await this.client.inclusionOf(transactionId, (waitedMs) => {
      if (interactive) this.terminal.err(`\rwaiting for a block: ${(waitedMs / 1_000).toFixed(1)} s`);
    });
    if (interactive) this.terminal.err('\r\u001b[K');
    return inclusion;
  }

  /** @param account public key in hex or address. */
  async balancesOf(account: string): Promise<Balances | NodeFault> {
    const answer = await this.client.get(`/balance/${encodeURIComponent(account)}`);
    return isNodeFault(answer) ? answer : readBalances(answer);
  }

  /** @param account public key in hex or address; all validators when absent. */
  async validators(
    account: string | undefined,
  ): Promise<{ readonly validators: readonly ListedValidator[]; readonly totalStaked: string } | NodeFault> {
    const query = account === undefined ? '' : `?publicKey=${encodeURIComponent(account)}`;
    const answer = await this.client.get(`/validators${query}`);
    if (isNodeFault(answer)) return answer;
    const list = answer.get('validators');
    const validators = (Array.isArray(list) ? list : []).filter(isJsonObject).map(readValidator);
    return { validators, totalStaked: exactXrge(answer, 'totalStaked') };
  }

  /** Posts one operation and, by default, waits for its block. */
  async complete(
    keys: KeyPair,
    path: string,
    type: string,
    members: Readonly<Record<string, JsonValue>>,
    wait: boolean,
  ): Promise<Completed | NodeFault> {
    const submitted = await this.submit(keys, path, type, members);
    if (isNodeFault(submitted)) return submitted;
    const { transactionId } = submitted;
    if (!wait) return { ...submitted, inclusion: undefined };
    const inclusion = await this.inclusionOf(transactionId);
    if (isNodeFault(inclusion)) return inclusion;
    if (inclusion.failure === undefined) return { ...submitted, inclusion };
    const sentence = `transaction ${transactionId} is in block ${inclusion.height}, but failed: ${inclusion.failure}`;
    return new NodeFault('failed_in_block', sentence, 200, inclusion.receipt);
  }
}
