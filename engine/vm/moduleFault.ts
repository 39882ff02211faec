/** Why a module cannot be a contract. Reading a module stops at its first fault, many calls deep, so this is the one kind of
 *  refusal that is thrown; `prepareModule` is the only entrance, and turns it into a Refusal. */

export class ModuleFault extends Error {
  constructor(
    readonly reason: string,
    /** Byte offset in the uploaded module. */
    readonly offset: number,
  ) {
    super(reason);
  }
}

/** @throws ModuleFault */
export function fault(reason: string, offset: number): never {
  throw new ModuleFault(reason, offset);
}

/** @throws ModuleFault when the number is above the limit: the sentence names both. */
export function bound(what: string, number: number, limit: number, offset: number): void {
  if (number > limit) fault(`${what}: ${number}, the limit is ${limit}`, offset);
}
