/** Why a part of a snapshot is refused: a value with a name, because the one who sent it is blamed by name. */

export type FaultName =
  /** The bytes are not those that the manifest names, or that its seal covers. */
  | 'damaged'
  /** No message of its kind, or not its only encoding. */
  | 'encoding'
  /** A format that this version does not read. */
  | 'version'
  /** Another chain or another genesis file. */
  | 'chain'
  /** Height, hash, proposer's signature or header do not belong together. */
  | 'header'
  /** The block is not the one that the operator trusts. */
  | 'trust'
  | 'certificate'
  /** The state root is not the header's, or the chunk does not lead to it. */
  | 'root'
  /** The prefixes of the chunks do not cover every path exactly once. */
  | 'cover'
  /** Records are not in the order of their paths, each once. */
  | 'order'
  /** A record is not under the prefix of its chunk. */
  | 'prefix'
  | 'siblings'
  /** A key is missing, or is not that of its account. */
  | 'key'
  /** Recent blocks do not follow each other, or do not reach far enough back. */
  | 'blocks'
  /** A recent block's transactions are not those of its header. */
  | 'transactions'
  /** Numbers of events that no chain of this height can have. */
  | 'events'
  /** A part is missing or too large. */
  | 'size';

export class SnapshotFault {
  constructor(
    readonly fault: FaultName,
    /** One sentence that names the part. */
    readonly message: string,
  ) {}
}

export const faulty = (fault: FaultName, message: string): SnapshotFault => new SnapshotFault(fault, message);

export const isFault = (value: unknown): value is SnapshotFault => value instanceof SnapshotFault;
