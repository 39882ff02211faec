/** Why bytes are not a component that can be a contract. Reading stops at the first fault, many calls deep, so this one kind of
 *  refusal is thrown; `componentCore` is the only entrance, and turns it into a Refusal. */

export class ComponentFault extends Error {
  constructor(
    readonly reason: string,
    /** Byte offset in the component. */
    readonly offset: number,
  ) {
    super(reason);
  }
}

/** @throws ComponentFault */
export function fault(reason: string, offset: number): never {
  throw new ComponentFault(reason, offset);
}
