/** `rouged contract deploy`, `call` and `query`: a contract at a node, with the wallet that every other command signs with. */

import { CONTRACT_PRICE, formatXrge } from '../../../engine/base/amounts.js';
import { toHex } from '../../../engine/base/bytes.js';
import { canonicalJson, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../../engine/base/json.js';
import { isRefusal, type Refusal } from '../../../engine/base/refusal.js';
import { MAX_CALL_FUEL } from '../../../engine/vm/prices.js';
import type { AttachedAmount } from '../../../engine/vm/scene.js';
import { badOption, quoted } from '../../config/optionKinds.js';
import { isNodeFault, NodeFault, numberMember, textMember } from '../client.js';
import { EXIT_FAILED, EXIT_OK, printable, type Terminal } from '../terminal.js';
import { failWith, outMembers, sessionOf, walletKeys } from '../walletAccess.js';
import type { Completed, WalletSession } from '../walletSession.js';
import { contractFile, loadContract } from './buildCommand.js';
import { attachedAmount, type ContractValues, callArguments } from './options.js';

const ADDRESS = /^[0-9a-f]{40}$/i;

/** How much more than a preview needed a call gets: the state may change before its block. */
const GAS_SHARE = 1.5;
const GAS_MARGIN = 1_000;

interface Order {
  readonly address: string;
  readonly method: string;
  readonly args: JsonValue;
  readonly attached: AttachedAmount | undefined;
}

function orderOf(values: ContractValues, words: readonly string[], command: string): Order | Refusal {
  const [address, method] = words;
  if (address === undefined || method === undefined)
    return badOption(`rouged contract ${command} needs the address of a contract and a method`);
  if (!ADDRESS.test(address)) return badOption(`${quoted(address)} is not the address of a contract, 40 hex digits`);
  const args = callArguments(values);
  const attached = attachedAmount(values);
  if (isRefusal(args)) return args;
  return isRefusal(attached) ? attached : { address: address.toLowerCase(), method, args, attached };
}

const attachMember = ({ attached }: Order): Record<string, JsonValue> =>
  attached
    ? {
        attach: new Map<string, JsonValue>([
          ['symbol', attached.symbol],
          ['amount', new JsonNumber(attached.amount.toString())],
        ]),
      }
    : {};

function preview(session: WalletSession, order: Order, caller: string | undefined) {
  const body = new Map<string, JsonValue>([
    ['method', order.method],
    ['args', order.args],
  ]);
  if (caller !== undefined) body.set('caller', caller);
  for (const [name, value] of Object.entries(attachMember(order))) body.set(name, value);
  return session.client.post(`/contract/${order.address}/query`, canonicalJson(body));
}

/** What the contract has said and where it stopped, from a preview's answer or from a receipt. */
function showFailure(terminal: Terminal, facts: JsonObject): void {
  const logs = facts.get('logs');
  const lines =
    Array.isArray(logs) && logs.every((line) => typeof line === 'string') ? logs : facts.get('contract_logs');
  for (const line of Array.isArray(lines) ? lines : []) terminal.err(`log        ${printable(String(line))}\n`);
  const place = facts.get('failed_at');
  if (!isJsonObject(place)) return;
  const name = textMember(place, 'name') ?? `function ${numberMember(place, 'function') ?? '?'}`;
  terminal.err(`at         ${printable(name)}, byte ${numberMember(place, 'offset') ?? '?'} of the module\n`);
}

/** Tells why a call fails. */
function failCall(terminal: Terminal, fault: NodeFault, json: boolean): number {
  const { answer } = fault;
  if (!json) {
    const code = failWith(terminal, fault, json);
    if (answer) showFailure(terminal, answer);
    return code;
  }
  if (!answer?.has('gasUsed')) return failWith(terminal, fault, json);
  terminal.out(`${canonicalJson(answer)}\n`);
  return EXIT_FAILED;
}

/** What a call returned in its block; before it is in one, what it would return. */
function showReturned(terminal: Terminal, { answer, inclusion }: Completed): void {
  const preview = answer.get('preview');
  const facts = inclusion?.receipt ?? (isJsonObject(preview) ? preview : undefined);
  const returned = facts?.get('return_data') ?? facts?.get('returnData') ?? null;
  const fuel = facts && (numberMember(facts, 'gas_used') ?? numberMember(facts, 'gasUsed'));
  if (fuel === undefined) return;
  terminal.out(`${inclusion ? 'returned ' : 'preview  '}   ${printable(canonicalJson(returned))}\n`);
  terminal.out(`fuel        ${fuel}\n`);
}

const inclusionMembers = ({ transactionId, inclusion }: Completed): Record<string, JsonValue> => ({
  tx_id: transactionId,
  block_height: inclusion ? new JsonNumber(String(inclusion.height)) : null,
  receipt: inclusion?.receipt ?? null,
});

function showInclusion(terminal: Terminal, { transactionId, inclusion }: Completed): void {
  terminal.out(`transaction ${printable(transactionId)}\n`);
  terminal.out(inclusion ? `in block    ${inclusion.height}\n` : 'accepted; not waited for its block\n');
}

export async function runDeploy(
  values: ContractValues,
  terminal: Terminal,
  [named]: readonly string[],
): Promise<number | Refusal> {
  const file = contractFile(terminal, named);
  if (isRefusal(file)) return file;
  const keys = walletKeys(values);
  if (isRefusal(keys)) return keys;
  const built = await loadContract(file, values);
  if (isRefusal(built)) return built;
  const members = { wasm: Buffer.from(built.wasm).toString('base64') };
  const session = sessionOf(values, terminal);
  const done = await session.complete(keys, '/v2/contract/publish', 'contract_deploy', members, values.wait);
  if (isNodeFault(done)) return failWith(terminal, done, values.json);
  const address = textMember(done.answer, 'address') ?? '';
  if (values.json) outMembers(terminal, { address, ...inclusionMembers(done) });
  else {
    terminal.out(`address     ${printable(address)}\n`);
    terminal.out(`fee         ${formatXrge(BigInt(built.wasm.length) * CONTRACT_PRICE)} XRGE\n`);
    showInclusion(terminal, done);
  }
  return EXIT_OK;
}

/** Most fuel of a call: as asked, or what a preview needed with room for change. What it used would not do: a sub-call may get only half of
 *  the limit. */
async function gasOf(
  session: WalletSession,
  order: Order,
  caller: string,
  asked: number | undefined,
): Promise<number | NodeFault> {
  if (asked !== undefined) return asked;
  const answer = await preview(session, order, caller);
  if (isNodeFault(answer)) return answer;
  const needed = Number(numberMember(answer, 'gasNeeded') ?? numberMember(answer, 'gasUsed') ?? Number.NaN);
  if (!Number.isSafeInteger(needed))
    return new NodeFault('malformed_answer', 'the node did not say what the call costs', 200);
  return Math.min(Math.ceil(needed * GAS_SHARE) + GAS_MARGIN, MAX_CALL_FUEL);
}

export async function runCall(
  values: ContractValues,
  terminal: Terminal,
  words: readonly string[],
): Promise<number | Refusal> {
  const order = orderOf(values, words, 'call');
  if (isRefusal(order)) return order;
  const keys = walletKeys(values);
  if (isRefusal(keys)) return keys;
  const session = sessionOf(values, terminal);
  const gas = await gasOf(session, order, toHex(keys.publicKey), values.gas);
  if (isNodeFault(gas)) return failCall(terminal, gas, values.json);
  const members: Record<string, JsonValue> = {
    ...{ contractAddr: order.address, method: order.method, args: order.args },
    gasLimit: new JsonNumber(String(gas)),
    ...attachMember(order),
  };
  const done = await session.complete(keys, '/v2/contract/execute', 'contract_call', members, values.wait);
  if (isNodeFault(done)) return failCall(terminal, done, values.json);
  if (values.json) outMembers(terminal, { ...inclusionMembers(done), preview: done.answer.get('preview') ?? null });
  else {
    showInclusion(terminal, done);
    showReturned(terminal, done);
  }
  return EXIT_OK;
}

export async function runQuery(
  values: ContractValues,
  terminal: Terminal,
  words: readonly string[],
): Promise<number | Refusal> {
  const order = orderOf(values, words, 'query');
  if (isRefusal(order)) return order;
  const answer = await preview(sessionOf(values, terminal), order, values.caller);
  if (isNodeFault(answer)) return failCall(terminal, answer, values.json);
  if (values.json) terminal.out(`${canonicalJson(answer)}\n`);
  else {
    terminal.out(`${printable(canonicalJson(answer.get('returnData') ?? null))}\n`);
    terminal.err(`${numberMember(answer, 'gasUsed') ?? '?'} fuel\n`);
  }
  return EXIT_OK;
}
