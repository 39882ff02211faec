/** Who may do what: every signed route of the services, tried by everybody and by forgers and replayers, against a table; and private
 *  boxes, which give nothing to others, signed or unsigned. (Specification, Authentication 1 to 5, Endpoints.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes/index.js';
import { legacyRoutes } from '../../../api/routes/legacy.js';
import { TIMESTAMP_WINDOW_MS } from '../../../engine/base/limits.js';
import { serviceKinds } from '../../../engine/services/kinds/index.js';
import type { ServiceKind } from '../../../engine/services/serviceKind.js';
import { AuthorizationScene, people, persons } from '../../support/authorizationScene.js';
import { attempts, rows } from '../../support/authorizationTable.js';
import { envelope, type Members, number, payloadText } from '../../support/signedRequests.js';

const posted = new Set(
  routes.filter(({ description }) => description.method === 'POST').map(({ description }) => description.path),
);
const routed = serviceKinds.filter(({ route }) => posted.has(route));
const columns = [...persons, ...Object.keys(attempts)];

let scene: AuthorizationScene;
let tried = 0;
let strangersAnswers = 0;

beforeAll(async () => {
  scene = await AuthorizationScene.start();
});

afterAll(() => scene?.votes.node.remove());

const others = ({ name }: Pick<ServiceKind, 'name'>): readonly ServiceKind[] =>
  routed.filter((kind) => kind.name !== name);

/** Answers of each forgery; none of them may change anything. */
async function forged({ name, route }: ServiceKind, about: Members): Promise<Readonly<Record<string, string>>> {
  const now = scene.votes.clock.now();
  const verdict = async (body: string): Promise<string> => (await scene.post(route, body)).verdict;
  const at = (timestamp: number) => scene.sign('owner', { ...about, timestamp: number(timestamp) }).body;
  const text = payloadText(people.owner, { timestamp: number(now), ...about });
  const own = scene.signText('owner', text);
  const named = scene.sign('owner', { ...about, type: name }).body;
  const misnamed = await Promise.all(others({ name }).map(({ route: other }) => scene.post(other, named)));
  return {
    past: await verdict(at(now - TIMESTAMP_WINDOW_MS - 1_000)),
    future: await verdict(at(now + TIMESTAMP_WINDOW_MS + 60_000)),
    wrongKey: await verdict(envelope(text, scene.signText('stranger', text).signature, people.owner.keyHex)),
    wrongFrom: await verdict(scene.signText('stranger', text).body),
    tampered: await verdict(envelope(text.replace(/"nonce":"./, '"nonce":"x'), own.signature, people.owner.keyHex)),
    wrongChain: await verdict(scene.sign('owner', { ...about, chain_id: 'another-chain-1' }).body),
    misnamed: [...new Set(misnamed.map((answer) => answer.verdict))].join(),
  };
}

/** Answers to the people, those with less right first, and to who sends again what the owner has sent. */
async function asked(kind: ServiceKind, about: Members): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const person of ['nobody', 'stranger', 'other'] as const) {
    const { verdict, text } = await scene.post(kind.route, scene.sign(person, about).body);
    found[person] = verdict;
    if (person === 'other') continue;
    expect(scene.leaked(text), `${kind.name} to ${person}`).toEqual([]);
    strangersAnswers++;
  }
  const { body } = scene.sign('owner', about);
  const owner = (await scene.post(kind.route, body)).verdict;
  const replayed = (await scene.post(kind.route, body)).verdict;
  const elsewhere = await Promise.all(others(kind).map(({ route }) => scene.post(route, body)));
  const taken = others(kind).filter((_, at) => (elsewhere[at]?.status ?? 200) < 400);
  return { ...found, owner, replayed, elsewhere: taken.map(({ name }) => name).join() || 'refused' };
}

describe('every signed route', () => {
  test('has a row, and a kind without a route is known', () => {
    expect(Object.keys(rows).sort()).toEqual(routed.map(({ name }) => name).sort());
    const without = serviceKinds.filter((kind) => !routed.includes(kind)).map(({ name }) => name);
    expect(without).toEqual(['regen_opening', 'messenger_ws_subscribe']);
  });

  test.each(routed.map((kind) => [kind.name, kind] as const))('%s answers as its row says', async (name, kind) => {
    const row = rows[name];
    if (!row) throw new Error(`${name} has no row`);
    const about = await row.about(scene);
    const found = { ...(await forged(kind, about)), ...(await asked(kind, about)) };
    expect(found).toEqual({ ...attempts, ...row.answers });
    tried += Object.keys(found).length;
  });

  test('was tried by everybody', () => {
    expect(columns).toHaveLength(13);
    expect(routed).toHaveLength(33);
    expect(tried).toBe(routed.length * columns.length);
    expect(strangersAnswers).toBe(2 * routed.length);
  });
});

describe('private boxes', () => {
  /** Everything that a stranger can ask about a conversation, a message or a mail, by the id of it. */
  test('give nothing to a signed stranger, whatever is asked by id', async () => {
    const kinds = routed.filter(({ scope }) => scope === 'private' || scope === 'read');
    const named = [...scene.secrets].filter(([, what]) => what !== 'a ciphertext');
    // Two of each: how many the rows above have made is their affair.
    const ids = [...new Set(named.map(([, what]) => what))].flatMap((wanted) =>
      named.filter(([, what]) => what === wanted).slice(-2),
    );
    let asked = 0;
    for (const [id, what] of ids) {
      for (const kind of kinds) {
        const members = {
          messageId: id,
          conversationId: id,
          name: 'x',
          folder: 'inbox',
          participantIds: ['other-wallet'],
        };
        const { text } = await scene.post(kind.route, scene.sign('stranger', members).body);
        expect(scene.leaked(text), `${kind.name} of ${what}`).toEqual([]);
        asked++;
      }
    }
    expect(ids.map(([, what]) => what)).toEqual([
      'a conversation',
      'a conversation',
      'a message',
      'a message',
      'a mail',
      'a mail',
    ]);
    expect(asked).toBe(6 * kinds.length);
    expect(kinds.length).toBeGreaterThan(15);
  });

  test('give nothing to anybody who signs nothing', async () => {
    const [id = ''] = [...scene.secrets].find(([, what]) => what === 'a mail') ?? [];
    const query = `publicKey=${people.owner.keyHex}&walletId=owner-wallet&messageId=${id}&conversationId=${id}`;
    let refusals = 0;
    for (const { route, scope } of routed) {
      const bodies = ['', '{}', 'null', `{"payload":{"from":"${people.owner.keyHex}","messageId":"${id}"}}`];
      for (const body of bodies) {
        const { status, text } = await scene.post(route, body);
        expect([400, 401], `${route}: ${text.slice(0, 200)}`).toContain(status);
        refusals++;
      }
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const { status, text } = await scene.votes.api.send(`${route}?${query}`, { method });
        if (scope !== 'public' || method !== 'GET') expect([404, 405], `${method} ${route}: ${text}`).toContain(status);
        expect(scene.leaked(text, query), `${method} ${route}`).toEqual([]);
        refusals++;
      }
    }
    expect(refusals).toBe(8 * routed.length);
  });

  test('have no older routes: each is gone', async () => {
    const older = legacyRoutes.map(({ description }) => description);
    for (const { method, path } of older) {
      const { status, json } = await scene.votes.api.send(`${path.replace(':id', 'owner-wallet')}?publicKey=x`, {
        method,
      });
      expect([status, json?.code], `${method} ${path}`).toEqual([410, 'legacy_endpoint']);
    }
    expect(older).toHaveLength(30);
  });

  test('show in no public read', async () => {
    const names = [people.owner.keyHex, people.owner.address, 'owner-wallet', 'a track'];
    const ids = ['a conversation', 'a message', 'a mail'].map(
      (wanted) => [...scene.secrets].find(([, what]) => what === wanted)?.[0] ?? expect.fail(wanted),
    );
    const reads = routes.filter(
      ({ description: { method, path, deprecated } }) => method === 'GET' && !deprecated && path !== '/api/ws',
    );
    let read = 0;
    for (const { description } of reads)
      for (const name of description.path.includes(':') ? [...names, ...ids] : ['']) {
        const path = description.path.replaceAll(/:[A-Za-z_]+/g, encodeURIComponent(name));
        const { text } = await scene.votes.api.send(path);
        expect(scene.leaked(text, path), path.slice(0, 200)).toEqual([]);
        read++;
      }
    expect(read).toBeGreaterThan(reads.length);
    expect(scene.secrets.size).toBeGreaterThan(60);
  });
});
