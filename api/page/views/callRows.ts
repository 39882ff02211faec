/** A call or a deploy of a contract, as the view of its transaction shows it. */

import type { Tx, TxAnswer } from '../apiAnswers.js';
import { held } from '../assets.js';
import type { CallReceipt } from '../contractAnswers.js';
import {
  bytes,
  contractLink,
  contractText,
  eventTable,
  failedAt,
  gas,
  logLines,
  nameText,
  value,
} from '../contracts.js';
import { type Child, h } from '../dom.js';
import { shortened } from '../format.js';
import { card, facts, hashText, table } from '../parts.js';

type Row = readonly [name: string, value: Child];
type Members = Readonly<Record<string, unknown>>;

/** Members of a payload that the rows show; the code itself is as long as a module. */
export const CALL_MEMBERS = [
  ...['contract_addr', 'contract_method', 'contract_args', 'contract_gas_limit', 'contract_wasm'],
  ...['contract_attach_symbol', 'contract_attach_amount', 'contract_attach_amount_units'],
];

export const isOfContract = ({ tx_type }: Tx): boolean => tx_type === 'contract_call' || tx_type === 'contract_deploy';

const known = (rows: readonly (Row | undefined)[]): readonly Row[] => rows.filter((row) => row !== undefined);

/** What was attached: quanta of XRGE, base units of a token. */
function attached(payload: Members): HTMLElement | undefined {
  const { contract_attach_symbol: symbol, contract_attach_amount_units: units } = payload;
  if (typeof symbol !== 'string' || typeof units !== 'string') return undefined;
  return symbol === 'XRGE' ? held({ amount_quanta: units }, 'amount') : held({ amount_units: units }, 'amount', symbol);
}

export function callRows({ tx, receipt }: TxAnswer): readonly Row[] {
  const { payload, tx_type } = tx;
  const address = typeof payload.contract_addr === 'string' ? payload.contract_addr : '';
  const to: Row = ['Contract', contractLink(address, true)];
  if (tx_type === 'contract_deploy') {
    const hash = receipt?.logs[0]?.data.code_hash;
    return known([
      to,
      typeof hash === 'string' ? ['Code hash', hashText(hash, 'code hash', true)] : undefined,
      typeof payload.amount === 'number' ? ['Size', bytes(payload.amount)] : undefined,
    ]);
  }
  const used = (receipt as CallReceipt | null)?.gas_used;
  const paid = attached(payload);
  return known([
    to,
    ['Method', nameText(String(payload.contract_method ?? ''))],
    payload.contract_args === undefined ? undefined : ['Arguments', value(payload.contract_args)],
    paid && ['Pays', paid],
    used === undefined ? undefined : ['Gas used', gas(used)],
    ['Gas limit', gas(Number(payload.contract_gas_limit))],
  ]);
}

function subCalls(calls: NonNullable<CallReceipt['calls']>): HTMLElement {
  const rows = calls.map(({ contract, method, gas_used, error }): readonly Child[] => [
    contractLink(contract),
    nameText(method),
    gas(gas_used),
    error === null ? 'success' : contractText(error),
  ]);
  const columns = [{ name: 'Contract' }, { name: 'Method' }, { name: 'Gas', look: 'end' }, { name: 'Result' }] as const;
  return table('Calls of other contracts', columns, rows, 'stacks');
}

/** Characters of a contract's own reason in a sentence. */
const REASON_CHARACTERS = 200;

/** Why a transaction failed; a contract that stops itself says why in its log. */
export function failureText(reason: string, receipt: TxAnswer['receipt']): string {
  const said = (receipt as CallReceipt | null)?.contract_logs?.at(-1);
  return said === undefined ? reason : `${reason}; the contract says: ${shortened(said, REASON_CHARACTERS, 0)}`;
}

/** What a call did, beside what it moved. */
export function callCards({ tx, receipt }: TxAnswer): readonly HTMLElement[] {
  if (tx.tx_type !== 'contract_call' || !receipt) return [];
  const {
    return_data = null,
    contract_events = [],
    contract_logs = [],
    calls = [],
    failed_at,
  } = receipt as CallReceipt;
  const rows = known([
    failed_at && ['Failed', failedAt(failed_at)],
    return_data === null ? undefined : ['Returned', value(return_data)],
    contract_logs.length > 0 ? ['Log', logLines(contract_logs)] : undefined,
  ]);
  return [
    ...(rows.length > 0 ? [card('Result', facts(rows))] : []),
    ...(contract_events.length > 0
      ? [card('Events', eventTable(contract_events, String(tx.payload.contract_addr)))]
      : []),
    ...(calls.length > 0 ? [card('Calls of other contracts', h('div', {}, subCalls(calls)))] : []),
  ];
}
