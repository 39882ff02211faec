/** Small contracts as bytes, and a state that has them: for tests of what is around the machine. */

import { toBinary } from '../../../engine/base/bytes.js';
import { burnAccount } from '../../../engine/crypto/address.js';
import { sha256 } from '../../../engine/crypto/sha256.js';
import { type Contract, contractCode, contractKey, contracts } from '../../../engine/ledger/contractTables.js';
import { ledgerTables } from '../../../engine/ledger/tables.js';
import type { StateView } from '../../../engine/state/state.js';
import type { Table } from '../../../engine/state/table.js';
import { assemble, ModuleBuilder } from './encoder.js';

export type Wasm = Uint8Array<ArrayBuffer>;

export const codeHashOf = (wasm: Uint8Array): string => toBinary(sha256(wasm));

function contractOfCode(code: string, name: string): Wasm {
  const module = new ModuleBuilder();
  module.memory(1, 1, 'memory');
  module.func({ exported: name }, assemble(code));
  return module.finish();
}

/** A contract whose method `main` does nothing. @param number makes it another module. @param bytes that it has more. */
export function numberedModule(number: number, bytes = 0): Wasm {
  const module = new ModuleBuilder();
  module.memory(1, 1, 'memory');
  module.func({ exported: 'main' }, assemble(`i32.const ${number} drop`));
  if (bytes > 0) module.custom('more', Array<number>(bytes).fill(0));
  return module.finish();
}

/** A contract whose method `spin` ends with its fuel. */
export const endlessModule = (): Wasm => contractOfCode('loop br 0 end', 'spin');

/** A contract whose method `trap` fails. */
export const trappingModule = (): Wasm => contractOfCode('unreachable', 'trap');

/** A module that cannot be a contract: it exports no memory. */
export function wrongModule(number: number): Wasm {
  const module = new ModuleBuilder();
  module.func({ exported: 'main' }, assemble(`i32.const ${number} drop`));
  return module.finish();
}

/** A contract whose method `read` reads records of its storage. @param keys how many: one byte each, from 0. */
export function readingModule(keys: number): Wasm {
  const module = new ModuleBuilder();
  const read = module.importFunction('host_storage_read', ['i32', 'i32', 'i32', 'i32'], ['i32']);
  module.memory(1, 1, 'memory');
  module.data(
    0,
    Array.from({ length: keys }, (_, key) => key),
  );
  const code = Array.from(
    { length: keys },
    (_, at) => `i32.const ${at} i32.const 1 i32.const 1024 i32.const 64 call ${read} drop`,
  );
  module.func({ exported: 'read' }, assemble(code.join(' ')));
  return module.finish();
}

/** A state that has contracts, and records that a test puts into it. */
export class ContractState implements StateView {
  readonly #records = new Map<number, Map<string, unknown>>();
  readonly #addresses: string[] = [];

  get<V>(table: Table<V>, key: string): V | undefined {
    return this.#records.get(table.id)?.get(key) as V | undefined;
  }

  put<V>(table: Table<V>, key: string, value: V): void {
    const records = this.#records.get(table.id) ?? new Map<string, unknown>();
    this.#records.set(table.id, records.set(key, value));
  }

  /** The encoded record at a full key. */
  encoded(key: Uint8Array): Uint8Array | undefined {
    const table = ledgerTables.find(({ id }) => id === key[0]);
    const value = table && this.get(table, toBinary(key.subarray(1)));
    return value === undefined ? undefined : table?.encode(value);
  }

  /** @returns the address of a new contract. */
  deploy(wasm: Wasm): string {
    const number = this.#addresses.length + 1;
    const address = number.toString(16).padStart(40, '0');
    const contract: Contract = {
      number,
      deployer: burnAccount,
      codeHash: codeHashOf(wasm),
      codeBytes: wasm.length,
      createdHeight: number,
      createdAt: number,
    };
    this.put(contracts, contractKey(address), contract);
    this.put(contractCode, contract.codeHash, wasm);
    this.#addresses.push(address);
    return address;
  }

  /** Addresses, newest first. */
  newest(offset: number, limit: number): readonly string[] {
    return this.#addresses.toReversed().slice(offset, offset + limit);
  }
}
