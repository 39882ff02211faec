/** How records of a kind are read again, and what lists show of them. */

import type { AccountId } from '../crypto/address.js';
import type { PayloadMember, PayloadReader } from '../ledger/payload.js';
import type { JsonText } from './answerText.js';

/** The part of a kind that reads what was signed. */
export interface RecordReader<F> {
  readonly name: string;
  readonly members: readonly PayloadMember[];
  decode(reader: PayloadReader, sender: AccountId): F | undefined;
}

/** What a record says, for what lists show of it. */
export interface ReadRecord<F> {
  readonly fields: F;
  readonly publicKey: Uint8Array;
  /** A text of the fields as answers write it, which is that of a member wherever the member says the same. */
  shown(member: string, text: string): JsonText;
}

/** What lists show of the records of a kind, made of what was signed. It is the same for every reader, and kept with the record's meta. */
export interface ContentKind<F, C> extends RecordReader<F> {
  contentOf(record: ReadRecord<F>): C;
  /** About what it takes. */
  contentBytes(content: C): number;
}
