/** What the code of a contract offers and asks for: methods, imports, memory. Known only where code is compiled. */

import { binaryToHex } from '../base/bytes.js';
import { invariant, isRefusal, type Refusal } from '../base/refusal.js';
import type { StateView } from '../state/state.js';
import type { HostImport } from '../vm/contractModule.js';
import { codeOf, contractNotFound, contractOf } from './contracts.js';
import type { InlineMachine } from './inlineMachine.js';

export interface ContractInterface {
  /** SHA-256 of the uploaded bytes, 64 hex characters. */
  readonly codeHash: string;
  /** Whether it was uploaded as a component, of which only the code itself knows the methods. */
  readonly isComponent: boolean;
  /** What a call may name; empty for a component. */
  readonly methods: readonly string[];
  /** In the order of the module. */
  readonly imports: readonly HostImport[];
  /** Pages of 64 KiB. */
  readonly memory: { readonly minimum: number; readonly maximum: number };
  /** Bytes as uploaded. */
  readonly codeBytes: number;
}

/** @param address 40 hex characters. @returns a refusal for no contract, and for code that this node's rules refuse. */
export function contractInterface(
  view: StateView,
  machine: InlineMachine,
  address: string,
): ContractInterface | Refusal {
  const contract = contractOf(view, address);
  if (!contract) return contractNotFound(address);
  const code = machine.read(contract.codeHash, () => {
    const wasm = codeOf(view, contract);
    invariant(wasm, 'a contract without its code');
    return wasm;
  });
  if (isRefusal(code)) return code;
  const { methods, imports, memory, component } = code;
  const { minimum, maximum } = memory;
  return {
    codeHash: binaryToHex(contract.codeHash),
    isComponent: component !== undefined,
    methods,
    imports,
    memory: { minimum, maximum },
    codeBytes: contract.codeBytes,
  };
}
