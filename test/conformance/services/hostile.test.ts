/** Hostile requests to the services over HTTP: whatever the members of a signed request hold, and whatever stands in the path and the query
 *  of a read, the node answers with a code and a sentence, or does what was asked. (CheckedApi checks each answer against its route.) */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes/index.js';
import { canonicalJson, type JsonValue } from '../../../engine/base/json.js';
import type { PayloadMember } from '../../../engine/ledger/payload.js';
import { serviceKinds } from '../../../engine/services/kinds/index.js';
import type { ServiceKind } from '../../../engine/services/serviceKind.js';
import { AuthorizationScene, people } from '../../support/authorizationScene.js';
import { rows } from '../../support/authorizationTable.js';
import { ANYWHERE_DRAWN, hostileValues } from '../../support/hostileMembers.js';
import { SeededRandom, TEST_ALL, testSeed } from '../../support/random.js';
import { freshNonce, type Members, number } from '../../support/signedRequests.js';

const posted = new Set(
  routes.filter(({ description }) => description.method === 'POST').map(({ description }) => description.path),
);
const routed = serviceKinds.filter(({ route }) => posted.has(route));

/** Three hundred requests, some of megabytes. */
const SLOW_MACHINE_MS = 240_000;

/** Requests under way at a time: as many as a small crowd sends. */
const AT_ONCE = 8;

let scene: AuthorizationScene;
const random = new SeededRandom(testSeed());
const counts = { taken: 0, refused: 0, reads: 0, signed: 0 };

beforeAll(async () => {
  scene = await AuthorizationScene.start();
});

afterAll(() => scene?.votes.node.remove());

/** Checks that the answer is one that a client can act on. */
async function judge(what: string, answered: Promise<{ readonly status: number; readonly text: string }>) {
  const { status, text } = await answered;
  const where = `${what}: ${text.slice(0, 300)}`;
  if (status === 200) {
    counts.taken++;
    return status;
  }
  const { code, error } = JSON.parse(text) as { readonly code: string; readonly error: string };
  expect(status < 500 || (status === 503 && code === 'busy'), where).toBe(true);
  expect(status, where).toBeGreaterThanOrEqual(400);
  expect(error.length, where).toBeGreaterThan(8);
  counts.refused++;
  return status;
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
}

type Text = readonly [what: string, text: string];

/** What the owner signs: members by name, so that a name may be any text. */
function payloadOf(members: ReadonlyMap<string, JsonValue>): string {
  const common: [string, JsonValue][] = [
    ['from', people.owner.keyHex],
    ['timestamp', number(scene.votes.clock.now())],
    ['nonce', freshNonce()],
  ];
  return canonicalJson(new Map<string, JsonValue>([...common, ...members]));
}

const membersOf = (about: Members): Map<string, JsonValue> =>
  new Map(Object.entries(about).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

/** A member of another kind, and a value for it. */
const strangersOf = ({ members }: ServiceKind): readonly PayloadMember[] => {
  const own = new Set(members.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const all = new Map(routed.flatMap((kind) => kind.members).map((member) => [member.name, member]));
  return [...all.values()].filter(({ name }) => !own.has(name)).slice(0, AT_ONCE);
};

/** Members of a request that are not what the kind declares. */
function shapesOf(kind: ServiceKind, about: Members): readonly Text[] {
  const good = membersOf(about);
  const having = (name: string, value: JsonValue): string => payloadOf(new Map(good).set(name, value));
  const without = (name: string): string => payloadOf(new Map([...good].filter(([each]) => each !== name)));
  const values = kind.members.flatMap((member) =>
    hostileValues(member, good.get(member.name), random).map(
      ([what, value]): Text => [`${member.name} is ${what}`, having(member.name, value)],
    ),
  );
  const missing = kind.members.map(({ name }): Text => [`no ${name}`, without(name)]);
  const foreign = strangersOf(kind).map(({ name }): Text => [`${name} of another kind`, having(name, 'x')]);
  const names = ['', '__proto__', 'constructor', 'hasOwnProperty', '\u0000', 'a\ud800', 'x'.repeat(5_000), '🚀'];
  const unknown = names.map((name): Text => [`an unknown member ${name.slice(0, 20)}`, having(name, number('1e400'))]);
  return [...values, ...missing, ...foreign, ...unknown];
}

/** What is read before a kind is asked is the same for all: one of each chapter stands for them. */
const CHAPTERS: ReadonlySet<string> = new Set([
  ...['messenger_send', 'mail_send', 'social_comment', 'regen_vote', 'push_register'],
]);

/** Members that every request has, and texts that are no payloads. */
function commonShapes(about: Members): readonly Text[] {
  const good = membersOf(about);
  const having = (name: string, value: JsonValue): string => payloadOf(new Map(good).set(name, value));
  const common = ['type', 'action', 'chain_id', 'nonce', 'timestamp', 'from'].flatMap((name) =>
    [null, true, number('-1'), number('1e400'), '', '\ud800', [], new Map()].map(
      (value): Text => [`${name} is ${String(value)}`, having(name, value)],
    ),
  );
  return [...common, ...brokenTexts(about)];
}

/** Texts that are no payloads. */
function brokenTexts(about: Members): readonly Text[] {
  const text = payloadOf(membersOf(about));
  const open = text.slice(0, -1);
  return [
    ['a member twice', `${open},"nonce":"another one"}`],
    ['a member twice by an escape', `${open},"nonc\\u0065":"another one"}`],
    ['NaN', `${open},"x":NaN}`],
    ['Infinity', `${open},"x":-Infinity}`],
    ['a number with zeros before it', `${open},"x":007}`],
    ['a comma too many', `${open},}`],
    ['a comment', `${open}/* */}`],
    ['a control in a text', `${open},"x":"a\u0001"}`],
    ['an escape that is none', `${open},"x":"\\x41"}`],
    ['no end', open],
    ['a list', `[${text}]`],
    ['ten thousand brackets', `${open},"x":${'['.repeat(10_000)}}`],
    ['ten thousand members', `${open},${Array.from({ length: 10_000 }, (_, at) => `"m${at}":0`).join()}}`],
  ];
}

// Before lists are long.
describe('a read', () => {
  const reads = routes
    .map(({ description }) => description)
    .filter(({ method, path }) => method === 'GET' && /^\/api\/(social|regen)\//.test(path));

  const values = [
    ...[
      '%00',
      'a%00b',
      '%2e%2e',
      '..%2F..%2Fetc%2Fpasswd',
      '%FF%FE',
      '%C3',
      '%ED%A0%80',
      '%',
      '%zz',
      '%E2%80%AEabc',
      '%20',
    ],
    ...[
      '__proto__',
      'constructor',
      '-1',
      '0',
      '1e400',
      'NaN',
      '%22%7D',
      '%3Cscript%3E',
      'a%2Fb',
      '%F0%9F%9A%80',
      ';',
      '*',
    ],
    ...[
      'x'.repeat(3_000),
      'f'.repeat(64),
      'F'.repeat(64),
      'f'.repeat(3_904),
      'F'.repeat(3_904),
      'RP-1-00000000',
      'rp-0-zz',
    ],
    ...['RP-999999999999999-ffffffff', 'RP-9999999999999999-ffffffff', 'rouge1', `ROUGE1${'Q'.repeat(58)}`],
  ];

  const DRAWN = TEST_ALL ? values.length : 14;
  const drawn = (): readonly string[] => random.cases(values, DRAWN);

  /** @param name a value that leads somewhere, for the parameters of the path. */
  const pathOf = (path: string, name: string): string => path.replaceAll(/:[A-Za-z_]+/g, name);

  test.each(reads.map(({ path, query }) => [path, query] as const))(
    'of %s may be asked with anything',
    async (path, query) => {
      const names = Object.keys((query as { readonly properties?: object } | undefined)?.properties ?? {});
      const good = pathOf(
        path,
        path.includes('pubkey') || path.includes(':wallet') ? people.owner.keyHex : 'f'.repeat(64),
      );
      const asking = (name: string, value: string): string => `${good}?${name}=${value}`;
      const asked = [
        ...(path.includes(':') ? drawn().map((value) => pathOf(path, value)) : []),
        ...names.flatMap((name) => drawn().map((value) => asking(name, value))),
        ...['unknown', '__proto__'].flatMap((name) => values.slice(0, 6).map((value) => asking(name, value))),
        ...names.map((name) => `${good}?${name}=1&${name}=2`),
        `${good}?${'a=1&'.repeat(1_000)}`,
      ];
      await each(asked, (target) => judge(target.slice(0, 200), scene.votes.api.send(target)));
      counts.reads += asked.length;
      await scene.votes.api.get('/api/health');
    },
    SLOW_MACHINE_MS,
  );

  test('takes a cursor in either case', async () => {
    for (const body of ['one', 'two', 'three']) await scene.done('social_post_create', 'owner', { body });
    const page = await scene.votes.api.get<{ readonly next_cursor: string }>('/api/social/timeline?limit=1');
    const [lower, upper] = [page.next_cursor, page.next_cursor.toUpperCase()];
    expect(upper).not.toBe(lower);
    const next = (cursor: string) => scene.votes.api.get(`/api/social/timeline?limit=1&cursor=${cursor}`);
    expect(await next(upper)).toEqual(await next(lower));
    await scene.done('social_follow', 'other', { artistPubkey: people.owner.keyHex });
    const feed = (cursor: string) => scene.done('social_feed', 'other', { limit: number(1), cursor });
    expect(await feed(upper)).toEqual(await feed(lower));
  });

  test('was asked with everything', () => {
    expect(reads.length).toBeGreaterThan(15);
    // Each value in the path or in one parameter of the query at least, and most in three.
    expect(counts.reads).toBeGreaterThan(2 * reads.length * DRAWN);
  });
});

describe('a signed request', () => {
  test.each(routed.map((kind) => [kind.name, kind] as const))(
    'of %s may hold anything',
    async (name, kind) => {
      const about = (await rows[name]?.about(scene)) ?? {};
      let judged = 0;
      const texts = [...shapesOf(kind, about), ...(CHAPTERS.has(name) ? commonShapes(about) : [])];
      await each(texts, async ([what, text]) => {
        await judge(`${name}, ${what}`, scene.post(kind.route, scene.signText('owner', text).body));
        judged++;
      });
      expect(judged).toBe(texts.length);
      // The drawn values of each member and one that is too long; 8 names, 8 members of others; 48 common ones and 13 broken texts.
      const least = (ANYWHERE_DRAWN + 1) * kind.members.length + 16 + (CHAPTERS.has(name) ? 61 : 0);
      expect(texts.length).toBeGreaterThanOrEqual(least);
      counts.signed += texts.length;
      await scene.votes.api.get('/api/health');
    },
    SLOW_MACHINE_MS,
  );

  test('was refused most often', () => {
    expect(counts.signed).toBeGreaterThan(1_500);
    expect(counts.refused).toBeGreaterThan(counts.signed / 2);
    expect(counts.taken).toBeGreaterThan(100);
  });
});

describe('a text that others are shown', () => {
  const shown: readonly [kind: string, member: string, more: Members][] = [
    ['social_post_create', 'body', {}],
    ['social_comment', 'body', { trackId: 'a track' }],
    ['social_comment', 'trackId', { body: 'a comment' }],
    ['social_hide_track', 'trackId', {}],
    ['messenger_create', 'name', { participantIds: [people.owner.keyHex, people.other.keyHex], isGroup: true }],
    ['regen_proposal', 'title', { summary: 'Plant some' }],
    ['regen_proposal', 'territory', { title: 'Trees', summary: 'Plant some' }],
  ];

  test.each(shown)('of %s: %s holds no NUL, and anything else', async (name, member, more) => {
    const route = routed.find((kind) => kind.name === name)?.route ?? '';
    const ask = (text: string) => scene.post(route, scene.sign('owner', { ...more, [member]: text }).body);
    const refused = await ask('a\u0000b');
    expect([refused.status, refused.body.code]).toEqual([400, 'malformed_payload']);
    expect(refused.body.error).toBe(`${member} has the character NUL, which no text may have: leave it out`);
    const text = 'a\u202eb\u2066c\u001bd';
    const taken = await ask(text);
    expect(taken.verdict, taken.text).toBe('200');
    if (name !== 'messenger_create' && member !== 'trackId') expect(taken.text).toContain(JSON.stringify(text));
  });
});
