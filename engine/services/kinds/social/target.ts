/** The record that a request is about, named by its id. */

import { fromHex } from '../../../base/bytes.js';
import { type Refusal, refuse } from '../../../base/refusal.js';
import type { AccountId } from '../../../crypto/address.js';
import type { PayloadMember, PayloadReader } from '../../../ledger/payload.js';
import { RECORD_ID_BYTES } from '../../record.js';
import { metaOf } from '../../records.js';
import type { SceneReader } from '../../scene.js';

const ID_CHARACTERS = 2 * RECORD_ID_BYTES;

export const targetMember = (name: string, alias: string, about: string, required = true): PayloadMember => ({
  name,
  aliases: [alias],
  type: 'text',
  characters: ID_CHARACTERS,
  plain: true,
  required,
  about,
});

/** @returns the id, which is bytes of any record or of none; undefined when the text is no id. */
export const recordIdOf = (text: string): Uint8Array | undefined => fromHex(text, RECORD_ID_BYTES);

/** @param unknown the sentence for a text that is no id. */
export function readTarget(reader: PayloadReader, name: string, unknown: string): Uint8Array | undefined {
  const text = reader.text(name);
  if (reader.refusal) return undefined;
  if (text === undefined || text === '') return reader.fail(refuse('malformed_payload', `${name} is required`));
  return recordIdOf(text) ?? reader.fail(refuse('not_found', unknown));
}

/** Whether a record of a kind is there, and whose it is. @param what names it in sentences. */
export async function authorOf(
  scene: SceneReader,
  id: Uint8Array,
  kind: string,
  what: string,
): Promise<AccountId | Refusal> {
  const meta = await metaOf(scene, id, kind);
  return meta && !meta.isErased ? meta.author : refuse('not_found', `${what} not found`);
}
