/** Logs of nodes: what is erased goes on without its payload, a log outlives the loss of its database, requests go to their home. */

import { describe, expect, test, vi } from 'vitest';
import { toHex, utf8 } from '../../../engine/base/bytes.js';
import { type Refusal, refuse } from '../../../engine/base/refusal.js';
import type { AccountId } from '../../../engine/crypto/address.js';
import { nativeProtocol } from '../../../engine/protocol/native.js';
import { ServiceDesk } from '../../../engine/services/desk.js';
import { eraseRecord } from '../../../engine/services/records.js';
import { decodeLogPart } from '../../../engine/services/replication/logPart.js';
import type { ServiceKind } from '../../../engine/services/serviceKind.js';
import { LogBook } from '../../support/engineNode.js';
import { keyedBackend } from '../../support/keyedBackend.js';
import { LoggedNode, mustAnswer, TestChain } from '../../support/loggedNode.js';
import { openMemoryStore } from '../../support/memoryStore.js';
import { DESK_CHAIN, directoryOf, Signer } from '../../support/servicesDesk.js';

const home = new Signer('home', false);

/** A kind for named nodes only and one that only its home takes in, beside the kinds of the product. */
vi.mock('../../../engine/services/kinds/index.js', async (load) => {
  const real = await load<{ serviceKinds: readonly ServiceKind[]; serviceKindOf: (name: string) => unknown }>();
  const play = real.serviceKinds.find(({ name }) => name === 'social_play') as ServiceKind;
  const note: ServiceKind = { ...play, name: 'test_note', scope: 'private', merge: async () => undefined };
  const vote: ServiceKind = { ...play, name: 'test_vote', home: async () => home.account };
  return {
    serviceKinds: [...real.serviceKinds, note, vote],
    serviceKindOf: (name: string) => [note, vote].find((kind) => kind.name === name) ?? real.serviceKindOf(name),
  };
});

const ann = new Signer('ann');
const chain = new TestChain();
const names = ['first', 'second', 'third', 'fourth'];
const named = names.map((name) => new Signer(name, false).account);
const open = (name: string): Promise<LoggedNode> => LoggedNode.open(name, { chain, signers: [ann], named });
const note = (text: string): Uint8Array => ann.request({ trackId: text }, chain.moment.now);
/** Payloads that a node has. */
const payloadsOf = async (node: LoggedNode): Promise<number> => (await node.dump(0x02, 0x03)).size;

describe('a private record that is erased', () => {
  /** Two nodes have taken in the same note; the first one has erased it since. */
  async function erasedAtFirst() {
    const [first, second] = [await open('first'), await open('second')] as const;
    const body = note('secret');
    mustAnswer(await first.take('test_note', body.slice()));
    mustAnswer(await second.take('test_note', body));
    await Promise.all([first.publish(), second.publish()]);
    const part = decodeLogPart(await first.replicator.serve(first.account, 'private', 1));
    const id = part?.runs[0]?.entries[0]?.id as Uint8Array;
    await first.desk.turn((scene) => eraseRecord(scene, id, 'test_note'));
    return { first, second };
  }

  test('goes on without its payload, and nobody else brings the payload back', async () => {
    const { first, second } = await erasedAtFirst();
    const third = await open('third');
    expect(await third.pullAll(first)).toEqual([{ outcome: 'kept', last: 1 }]);
    expect(await third.pullAll(second)).toEqual([{ outcome: 'kept', last: 1 }]);
    expect([await payloadsOf(third), (await third.dump(0x01, 0x02)).size]).toEqual([0, 1]);
    // Nor does it come back over a node that only heard of it.
    const fourth = await open('fourth');
    expect((await fourth.pullAll(third)).map(({ outcome }) => outcome)).toEqual(['kept', 'kept']);
    expect(await payloadsOf(fourth)).toBe(0);
  });

  test('stays where it came before: that node decides for itself', async () => {
    const { first, second } = await erasedAtFirst();
    const third = await open('third');
    await third.pullAll(second);
    await third.pullAll(first);
    expect(await payloadsOf(third)).toBe(1);
  });
});

test('a node whose database was lost gets its log back, and goes on behind it', async () => {
  const [first, second] = [await open('first'), await open('second')] as const;
  for (let count = 0; count < 3; count++) mustAnswer(await first.take('social_play', note('track')));
  await first.publish();
  await second.pullAll(first);
  const again = await open('first');
  mustAnswer(await again.take('social_play', note('track')));
  expect(await again.pullAll(second)).toEqual([{ outcome: 'kept', last: 3 }]);
  await again.publish();
  expect(await second.pullAll(again)).toEqual([{ outcome: 'kept', last: 4 }]);
  expect(await second.dump(0x10, 0x60)).toEqual(await again.dump(0x10, 0x60));
  mustAnswer(await again.take('social_play', note('track')));
  await again.replicator.entered();
  expect(await second.pullAll(again)).toEqual([{ outcome: 'kept', last: 5 }]);
});

describe('a request that only its home takes in', () => {
  async function desk(
    owner: Signer,
    forward?: (home: AccountId, kind: string, body: Uint8Array) => Promise<Uint8Array | Refusal>,
  ) {
    const store = await openMemoryStore();
    const log = new LogBook();
    const isKind = (): boolean => false;
    return new ServiceDesk({
      ...{ store, directory: directoryOf([]), log, onEvents: () => undefined, mostBytes: 1024 ** 2 },
      nodeKey: owner.keys.publicKey,
      read: { chainId: DESK_CHAIN, requireChainId: false, protocol: nativeProtocol, backend: keyedBackend, isKind },
      ...(forward && { forward }),
    });
  }

  test('goes there from elsewhere, byte for byte, and its answer comes back', async () => {
    const atHome = await desk(home);
    const bodies: string[] = [];
    const elsewhere = await desk(new Signer('elsewhere', false), async (to, kind, body) => {
      expect([to, kind]).toEqual([home.account, 'test_vote']);
      bodies.push(toHex(body));
      return atHome.take(kind, body, chain.moment);
    });
    const body = note('vote');
    expect(await elsewhere.take('test_vote', body, chain.moment)).toEqual(utf8('{"success":true,"plays":1}'));
    expect(bodies).toEqual([toHex(body)]);
    expect(await atHome.take('test_vote', body, chain.moment)).toMatchObject({ code: 'nonce_used' });
    expect(elsewhere.stats()).toMatchObject({ accepted: 1, records: 0 });
  });

  test('is refused as busy when its home is away, and may be sent again', async () => {
    const elsewhere = await desk(new Signer('elsewhere', false), async () => refuse('busy', 'away'));
    const body = note('vote');
    for (let time = 0; time < 2; time++)
      expect(await elsewhere.take('test_vote', body, chain.moment)).toMatchObject({ code: 'busy', status: 503 });
    const alone = await desk(new Signer('alone', false));
    expect(await alone.take('test_vote', body, chain.moment)).toMatchObject({ code: 'busy' });
  });
});
