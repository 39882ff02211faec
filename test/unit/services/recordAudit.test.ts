/** The check of a stored book of records finds what was changed behind its back. */

import { expect, test } from 'vitest';
import { toHex } from '../../../engine/base/bytes.js';
import { accountBytes } from '../../../engine/crypto/address.js';
import { keyOf } from '../../../engine/services/keys.js';
import { authorKeys, idOfRecord, recordKey, recordMetas, recordPayloads } from '../../../engine/services/record.js';
import { auditRecords } from '../../../engine/services/recordAudit.js';
import { DurableScene, Scene } from '../../../engine/services/scene.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { DeskScene, Signer } from '../../support/servicesDesk.js';

const alice = new Signer('alice');

async function posts(count: number) {
  const store = await openMemoryStore();
  const at = new DeskScene(store, [alice]);
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push((await at.send('social_post_create', alice, { body: `post ${index}` })).post.id);
  return { store, at, ids };
}

test('a sound book is counted, erased records with it', async () => {
  const { store, at, ids } = await posts(300);
  await at.send('social_post_delete', alice, { postId: ids[7] });
  const audit = await auditRecords(new DurableScene(store), keyedBackend);
  expect(audit).toEqual({ records: 301, erased: 1, findings: [] });
});

test('each damage is named with its record', async () => {
  const { store } = await posts(5);
  const scene = new Scene(store);
  const [one, two, three, four, five] = await scene.range(recordMetas, keyOf(), { limit: 5 });
  if (!one || !two || !three || !four || !five) throw new Error('five records are there');
  const idOf = ({ key }: { readonly key: Uint8Array }): Uint8Array => idOfRecord(key);
  scene.delete(recordPayloads, idOf(one));
  const text = await scene.get(recordPayloads, idOf(two));
  if (!text) throw new Error('it is there');
  scene.put(recordPayloads, idOf(two), { ...text, text: text.text.map((byte, at) => (at === 20 ? byte ^ 1 : byte)) });
  const signed = await scene.get(recordPayloads, idOf(three));
  if (!signed) throw new Error('it is there');
  scene.put(recordPayloads, idOf(three), {
    ...signed,
    signature: signed.signature.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
  });
  scene.delete(recordMetas, four.key);
  scene.put(recordMetas, recordKey(idOf(four), 'of_another_version'), four.value);
  scene.put(recordMetas, five.key, { ...five.value, author: new Signer('bob').account });
  await store.commit({ batch: scene.finish() });
  const { records, findings } = await auditRecords(new DurableScene(store), keyedBackend);
  const of = (found: { readonly key: Uint8Array }, what: string): string =>
    `record ${toHex(idOf(found))} of the services ${what}`;
  expect([records, findings]).toEqual([
    5,
    [
      of(one, 'has no payload'),
      of(two, 'is not what its id says'),
      of(three, 'is not signed by its author'),
      of(four, 'is of a kind that this version does not know: of_another_version'),
      of(five, 'does not have the key of its author'),
    ],
  ]);
  expect(await new DurableScene(store).get(authorKeys, accountBytes(alice.account))).toEqual(alice.keys.publicKey);
});
