/** contract_deploy: a WebAssembly module becomes a contract, at an address that follows from signer, nonce and code.
 *  (Specification, Smart contracts.) */

import { CONTRACT_PRICE, formatXrge, xrgeNumber } from '../../base/amounts.js';
import { binaryToHex, toBinary } from '../../base/bytes.js';
import type { JsonObject } from '../../base/json.js';
import { CONTRACT } from '../../base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { accountOfContract } from '../../crypto/address.js';
import { sha256 } from '../../crypto/sha256.js';
import { CodeMissing, NOT_READY, Postponed } from '../contractMachine.js';
import { checkCodeBytes, contractOf, deployedAddress, hasContracts } from '../contracts.js';
import { type CodeHash, contractAccounts, contractCode, contractKey, contracts } from '../contractTables.js';
import { countOne } from '../counters.js';
import { defineKind } from '../kind.js';
import { bytes, fixedBytes, layout, text } from '../layout.js';
import { noResult } from '../resultCodec.js';

interface Fields {
  /** 40 hex characters. */
  readonly address: string;
  readonly codeHash: CodeHash;
  readonly wasm: Uint8Array;
}

/** Characters of so many bytes in base64. */
const base64Characters = (length: number): number => 4 * Math.ceil(length / 3);

/** Standard base64 in its one form: with padding, without white space or spare bits. */
function readBase64(written: string): Uint8Array | undefined {
  const decoded = Buffer.from(written, 'base64');
  // A copy: Node puts short results in a pool, which they would keep alive.
  return decoded.toString('base64') === written ? new Uint8Array(decoded) : undefined;
}

const mostWasm = base64Characters(CONTRACT.codeBytes);

/** Refuses a module that is too large before it is decoded. */
function oversized(payload: JsonObject): Refusal | undefined {
  const written = payload.get('wasm');
  if (typeof written !== 'string' || written.length <= mostWasm) return undefined;
  const padding = written.endsWith('==') ? 2 : written.endsWith('=') ? 1 : 0;
  return checkCodeBytes({ length: Math.floor((written.length * 3) / 4) - padding });
}

const priceOf = ({ wasm }: Fields): bigint => BigInt(wasm.length) * CONTRACT_PRICE;

export const contractDeploy = defineKind<Fields>({
  name: 'contract_deploy',
  route: '/api/v2/contract/publish',
  chapter: 'Smart contracts',
  summary: 'Makes a contract out of a WebAssembly module',
  members: [
    {
      name: 'wasm',
      type: 'text',
      characters: mostWasm,
      plain: true,
      required: true,
      about: 'The module in base64, at most 1 MiB decoded',
    },
  ],
  answers: [
    { name: 'address', type: 'text', about: 'Address of the contract, 40 hex characters' },
    { name: 'fee', type: 'number', about: 'XRGE for the bytes of the module' },
  ],
  refusals: ['rule_violation', 'invalid_contract', 'already_exists', 'too_large'],
  layout: layout<Fields>({ address: text, codeHash: fixedBytes(32), wasm: bytes }),
  result: noResult,
  admitsOutflow: false,

  oversized,

  decode(reader) {
    const tooLarge = oversized(reader.payload);
    if (tooLarge) return reader.fail(tooLarge);
    const written = reader.text('wasm');
    const [from, nonce] = [reader.payload.get('from'), reader.payload.get('nonce')];
    if (reader.refusal || typeof from !== 'string' || typeof nonce !== 'string') return undefined;
    const wasm = written === undefined ? undefined : readBase64(written);
    if (!wasm) return reader.fail(refuse('malformed_payload', 'wasm must be base64'));
    const refused = checkCodeBytes(wasm);
    if (refused) return reader.fail(refused);
    const codeHash = sha256(wasm);
    return { address: deployedAddress(from, nonce, codeHash), codeHash: toBinary(codeHash), wasm };
  },

  // The module is paid for by the byte, so its text neither takes the allowance nor costs twice.
  feeUnits: ({ wasm }) => wasm.length,
  isPricedByUse: true,
  allowances: () => 1,
  coveredBytes: ({ wasm }) => base64Characters(wasm.length),

  outflow: () => [],

  insufficient: (_view, _transaction, have, need) =>
    refuse(
      'insufficient_balance',
      `insufficient XRGE for the deploy fee: have ${formatXrge(have)}, need ${formatXrge(need)}`,
    ),

  admit(view, { fields: { codeHash, wasm } }, block) {
    if (!hasContracts(block))
      return refuse('rule_violation', 'player-signed contract deployment is not active yet (GAME_READY)');
    if (view.get(contractCode, codeHash)) return undefined;
    const verdict = block.contracts.check(codeHash, () => wasm);
    return isRefusal(verdict) ? verdict : undefined;
  },

  apply(state, { sender, fields: { address, codeHash, wasm } }, { contracts: machine, code, height, time }) {
    if (contractOf(state, address))
      return refuse('already_exists', 'a contract already exists at that address; sign with a new nonce');
    if (!state.get(contractCode, codeHash)) {
      if (code?.use(codeHash, wasm.length) === false) return new Postponed('size');
      if (machine.check(codeHash, () => wasm, code !== undefined) === NOT_READY) return new CodeMissing(codeHash);
      state.put(contractCode, codeHash, wasm);
    }
    state.put(contracts, contractKey(address), {
      number: countOne(state, 'contracts') + 1,
      deployer: sender,
      codeHash,
      codeBytes: wasm.length,
      createdHeight: height,
      createdAt: time,
    });
    state.put(contractAccounts, accountOfContract(address), contractKey(address));
    return null;
  },

  logs: ({ fields: { address, codeHash, wasm } }) => [
    {
      event: 'contract_deploy',
      data: { contract: address, code_hash: binaryToHex(codeHash), wasm_size: wasm.length },
    },
  ],

  parties: ({ address }) => [accountOfContract(address)],

  answer: (fields) => ({ address: fields.address, fee: xrgeNumber(priceOf(fields)) }),

  event: () => ({}),

  view: ({ address, wasm }) => ({
    contract_addr: address,
    contract_wasm: Buffer.from(wasm).toString('base64'),
    amount: wasm.length,
  }),
});
