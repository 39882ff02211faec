/** The file of the state, as the engine sees it: a node that stops in order leaves the memory of its state, and the next start goes on
 *  in it instead of reading and hashing every record.
 *
 *  What is taken on trust until `check` has ended: that the process that wrote the file had the state of its tip. The bytes are those
 *  that it wrote (their SHA-256 is compared before anything is answered), and the root that they name is the one of the tip's header.
 *  `check` computes the root from the records in memory and compares each of them with the database; until then nothing is signed and
 *  no block is made or taken. */

/** Which state a file holds. */
export interface StateOf {
  readonly chain: string;
  /** Hash of the genesis file, hex. */
  readonly genesis: string;
  readonly height: number;
  /** Of the block, 64 hex characters. */
  readonly hash: string;
  /** `state_root` of its header, 64 hex characters. */
  readonly root: string;
}

export const isSameState = (a: StateOf, b: StateOf): boolean =>
  a.chain === b.chain && a.genesis === b.genesis && a.height === b.height && a.hash === b.hash && a.root === b.root;

/** The state in memory, or the database beside it, is not the one of the tip. The message is for the operator. */
export class StateFileFault extends Error {
  override readonly name = 'StateFileFault';
}

/** A file whose bytes are whole and that is of the wanted block. */
export interface FoundState {
  /** Parts of an image (`ImageReader`), in memory that the check shares. */
  readonly parts: readonly Uint8Array[];
  /** Checks the memory under the parts, which nothing changes meanwhile, and removes the file: it is used once.
   *  @param records all records of the state, as `StorePort.rangeStream` gives them.
   *  @throws StateFileFault. */
  check(records: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface StateFilePort {
  /** @returns undefined when there is no file, or none for this block; a damaged one is named in the log. */
  find(wanted: StateOf): Promise<FoundState | undefined>;
  /** The parts that were found cannot be used: forgets them. @param reason for the log. */
  dismiss(reason: string): void;
}
