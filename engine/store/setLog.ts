/** Every change of the active set with its proof, so that a light client can follow the set from the genesis file on.
 *
 *  In: an executed block. Out: for a block after which another set proposes and votes, the set's record and the hashes beside its path,
 *  which lead to the state root of that block's header. No later state can prove it. Readers get the changes as JSON. */

import { asBuffer, concatBytes, joinBytes, toHex, utf8Text } from '../base/bytes.js';
import type { ExecutedBlock } from '../consensus/production.js';
import { nextSet } from '../ledger/setTables.js';
import { SINGLE } from '../ledger/tables.js';
import type { Change } from '../state/state.js';
import { stateKey } from '../state/table.js';
import type { BatchWriter } from './batch.js';
import { readBlocksFrom } from './keeping.js';
import { keyNumber, setKey } from './keys.js';
import { refuseNotKept } from './notKept.js';
import { Pieces } from './pieces.js';
import type { KeyReader } from './port.js';
import { knownBlock } from './walks.js';

const HASH_BYTES = 32;
const KEY = stateKey(nextSet, SINGLE);

/** Number of hashes (2 bytes), the hashes from the root down, then the record. */
function encodeChange(siblings: readonly Uint8Array[], value: Uint8Array): Uint8Array {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(siblings.length);
  return concatBytes(count, joinBytes(siblings), value);
}

function decodeChange(bytes: Uint8Array): { readonly siblings: Uint8Array[]; readonly value: Uint8Array } {
  const end = 2 + asBuffer(bytes).readUInt16BE(0) * HASH_BYTES;
  const siblings: Uint8Array[] = [];
  for (let at = 2; at < end; at += HASH_BYTES) siblings.push(bytes.subarray(at, at + HASH_BYTES));
  return { siblings, value: bytes.subarray(end) };
}

const isNextSet = ({ table }: Change): boolean => table.id === nextSet.id;

/** Writes nothing for a block that leaves the set as it was. */
export function writeSetChange(batch: BatchWriter, { header, prepared }: ExecutedBlock): void {
  const change = prepared.changes.find(isNextSet);
  if (change?.value) batch.put(setKey(header.height), encodeChange(prepared.siblingsOf(KEY), change.value));
}

export interface SetPage {
  readonly from: number;
  /** Height of the last block that counts. */
  readonly last: number;
  readonly limit: number;
}

/** JSON items, the closing bracket, and where to continue when more changes follow. */
async function* setChanges(reader: KeyReader, args: unknown): AsyncGenerator<Uint8Array> {
  const { from, last, limit } = args as SetPage;
  const pieces = new Pieces();
  // Below what is kept, changes are missing: an answer without them would be a chain with a gap.
  if (from < (await readBlocksFrom(reader))) await refuseNotKept(reader);
  const found = from > last ? [] : await reader.range({ gte: setKey(from), lt: setKey(last + 1), limit: limit + 1 });
  let leftOut: number | undefined;
  for (const [index, { key, value: bytes }] of found.entries()) {
    const height = keyNumber(key);
    if (index === limit || pieces.isFull) {
      leftOut = height;
      break;
    }
    const block = await knownBlock(reader, height);
    const { siblings, value } = decodeChange(bytes);
    yield* pieces.add(
      () =>
        (index === 0 ? '' : ',') +
        JSON.stringify({
          height,
          block_hash: block.hash,
          header: utf8Text(block.headerBytes),
          proposer_signature: toHex(block.proposerSignature),
          state_root: block.header.state_root,
          key: toHex(KEY),
          value: toHex(value),
          siblings: siblings.map(toHex),
          other: null,
        }),
    );
  }
  yield* pieces.add(() => (leftOut === undefined ? ']' : `],"next_height":${leftOut}`));
  yield* pieces.end();
}

export const setQueries = { setChanges };
