/** contract_call: runs a method of a contract, with everything that it does to others. (Specification, Smart contracts.)
 *
 *  The signer reserves the whole gas limit and pays for what was used, well or not. An attached payment is in the contract's balance
 *  before it runs, and stays there only when the call succeeds. */

import { CONTRACT_PRICE, unitsNumber, XRGE, xrgeNumber } from '../../base/amounts.js';
import { binaryToHex, toHex } from '../../base/bytes.js';
import { CONTRACT } from '../../base/limits.js';
import { type Refusal, refuse } from '../../base/refusal.js';
import { isActive } from '../../chain/upgrades.js';
import { accountOfContract } from '../../crypto/address.js';
import type { AttachedAmount } from '../../vm/scene.js';
import { attach } from '../attachedPayment.js';
import { CallTree, CROWDED, seedOf } from '../contractCalls.js';
import { CodeMissing, Postponed } from '../contractMachine.js';
import {
  type CallResult,
  callReceipt,
  callResult,
  movementOf,
  notRun,
  partiesOf,
  subjectsOf,
  symbolsOf,
} from '../contractResult.js';
import { shortOfFee, shortOfPayment } from '../contractShortage.js';
import { contractNotFound, contractOf, hasContracts } from '../contracts.js';
import { defineKind, KeptFailure } from '../kind.js';
import { amount, integer, layout, optional, text } from '../layout.js';
import { tokenUnits } from '../movement.js';
import type { PayloadMember } from '../payload.js';
import { type CallFields, readCall } from './callFields.js';

const members: readonly PayloadMember[] = [
  {
    name: 'contractAddr',
    aliases: ['contract_addr'],
    type: 'text',
    characters: 64,
    required: true,
    about: 'Address of the contract, 40 hex characters',
  },
  {
    name: 'method',
    type: 'text',
    characters: CONTRACT.methodCharacters,
    required: true,
    about: 'Name of an exported function without parameters',
  },
  {
    name: 'args',
    type: 'json',
    characters: CONTRACT.argsCharacters,
    required: false,
    about: 'Any JSON for the method; an empty object when absent',
  },
  {
    name: 'gasLimit',
    aliases: ['gas_limit'],
    type: 'integer',
    required: false,
    about: 'Most fuel that the call may use, 1,000 to 10,000,000; 10,000,000 when absent',
    least: 1,
  },
  {
    name: 'attach',
    type: 'json',
    characters: 256,
    required: false,
    about:
      'Payment to the contract, `{"symbol": "XRGE", "amount": 1}`: whole quanta of XRGE, or base units of a token, as a JSON integer',
  },
];

/** Characters of a log line in a refusal. */
const SAID_CHARACTERS = 256;

const outflowOf = ({ attached }: CallFields) => (attached ? [{ token: attached.symbol, amount: attached.amount }] : []);

export const contractCall = defineKind<CallFields, CallResult>({
  name: 'contract_call',
  route: '/api/v2/contract/execute',
  chapter: 'Smart contracts',
  summary: 'Runs a method of a contract; pays for the fuel that it uses',
  members,
  answers: [
    {
      name: 'fee',
      type: 'number',
      about:
        'XRGE for the whole gas limit: the most that its gas costs. A tip and signed bytes above 4,608 come on top',
    },
    {
      name: 'preview',
      type: 'record',
      about:
        'What the call would do in the next block: `returnData`, `gasUsed`, `events`. Absent where the call was sent by another way',
    },
  ],
  refusals: ['not_found', 'rule_violation'],
  layout: layout<CallFields>({
    address: text,
    method: text,
    args: text,
    gasLimit: integer,
    attached: optional(layout<AttachedAmount>({ symbol: text, amount })),
  }),
  result: callResult,
  admitsOutflow: true,

  decode: readCall,

  feeUnits: ({ gasLimit }) => gasLimit,
  isPricedByUse: true,
  allowances: () => 0,
  coveredBytes: () => CONTRACT.freeSignedBytes,
  dryRun: ({ publicKey, fields: { address, method, args, gasLimit, attached } }, fee) => ({
    ...{ address, method, args, gasLimit, attached, fee },
    caller: toHex(publicKey),
    mostFuel: CONTRACT.callFuel,
  }),

  // A sub-call without fuel fails alone, and its caller pays for the rest: nobody signs a low limit to get that.
  checkDryRun({ address, gasLimit }, { success, error, gasNeeded, logs }) {
    const missing = contractNotFound(address);
    if (!success && error === missing.message) return refuse(missing.code, `call would fail: ${error}`);
    if (gasNeeded > gasLimit)
      return refuse('rule_violation', `gasLimit ${gasLimit} is below the ${gasNeeded} gas this call needs`);
    // A contract that stops itself says why in its log.
    const said = logs.length > 0 ? `; the contract says: ${logs.at(-1)?.slice(0, SAID_CHARACTERS)}` : '';
    return success ? undefined : refuse('rule_violation', `call would fail: ${error}${said}`);
  },

  fuel: { limit: ({ gasLimit }) => gasLimit, used: ({ gasUsed }) => gasUsed },

  outflow: outflowOf,

  shortage: ({ attached }, token, have, need) =>
    refuse(
      'insufficient_balance',
      token === XRGE ? shortOfFee(attached?.symbol === XRGE, have, need) : shortOfPayment(token, have, need),
    ),

  admit(_view, { fields }, block) {
    if (!hasContracts(block))
      return refuse('rule_violation', 'player-signed contract calls are not active yet (GAME_READY)');
    if (fields.gasLimit < CONTRACT.leastCallFuel)
      return refuse(
        'rule_violation',
        `gasLimit ${fields.gasLimit} is below the ${CONTRACT.leastCallFuel} gas that every call needs`,
      );
    if (fields.attached && !isActive(block.genesis.schedule, 'payable_calls', block.height))
      return refuse('rule_violation', 'payable contract calls (attach) are not active yet');
    return undefined;
  },

  // In a block such a call fails and pays for it.
  checkBeside: (view, { fields: { address } }) => (contractOf(view, address) ? undefined : contractNotFound(address)),

  apply(state, { sender, publicKey, id, fields }, block) {
    const { address, method, args, gasLimit, attached } = fields;
    const refusal = contractOf(state, address) ? attach(state, sender, fields) : contractNotFound(address);
    if (refusal) return new KeptFailure(refusal.code, refusal.message, notRun(CONTRACT.leastCallFuel));
    const tree = new CallTree(state, block, gasLimit);
    const running = tree.run({
      address,
      method,
      args,
      caller: toHex(publicKey),
      fuel: gasLimit,
      depth: 0,
      seed: seedOf(block, binaryToHex(id)),
      attached,
    });
    const goOn = (): CallResult | Refusal | CodeMissing<CallResult> => {
      const { done, value } = running.next();
      if (!done)
        return value === CROWDED
          ? new Postponed('size', undefined, tree.gasUsed)
          : new CodeMissing(value, tree.gasUsed, goOn);
      // The reference's prices charge nothing for a call whose method cannot be found or linked.
      const result = !value.success && tree.gasUsed === 0 ? notRun(CONTRACT.leastCallFuel) : tree.result(value);
      return value.success ? result : new KeptFailure('rule_violation', value.error ?? 'Execution error', result);
    };
    return goOn();
  },

  // Events and return data have members of their own in the receipt.
  logs: ({ fields: { address, method } }, { gasUsed }) => [
    { event: 'contract_call', data: { contract: address, method, gas_used: gasUsed } },
  ],

  movements: ({ sender, fields: { address, attached } }, { moves }) => [
    ...(attached
      ? [
          {
            reason: 'transfer' as const,
            from: sender,
            to: accountOfContract(address),
            moved: tokenUnits(attached.symbol, attached.amount),
          },
        ]
      : []),
    ...moves.map(movementOf),
  ],

  parties: (_fields, result) => partiesOf(result),
  subjects: ({ attached }, result) => subjectsOf(result, attached?.symbol),
  tokens: ({ attached }, result) => symbolsOf(result, attached?.symbol),
  emitted: ({ events }) => events,
  receipt: (_fields, result) => callReceipt(result),

  answer: ({ gasLimit }, { preview }) => ({
    fee: xrgeNumber(BigInt(gasLimit) * CONTRACT_PRICE),
    ...(preview && {
      preview: { returnData: preview.returnData, gasUsed: preview.gasUsed, events: preview.events },
    }),
  }),

  event: ({ address, attached }) => ({
    to: { account: accountOfContract(address), text: address },
    ...(attached && { token: attached.symbol, amount: attached.amount }),
  }),

  view: ({ address, method, args, gasLimit, attached }) => ({
    contract_addr: address,
    contract_method: method,
    contract_args: JSON.parse(args) as unknown,
    contract_gas_limit: gasLimit,
    ...(attached && {
      contract_attach_symbol: attached.symbol,
      contract_attach_amount: unitsNumber(attached.amount),
      contract_attach_amount_units: String(attached.amount),
    }),
  }),

  exactJson: ({ args }) => ({ contract_args: args }),
});
