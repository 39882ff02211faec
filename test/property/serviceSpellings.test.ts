/** One meaning of a request of the services, whatever its spelling: it gives the answer, the tables and the views of the plain one, or it is
 *  refused with a code and a sentence. */

import { expect, test } from 'vitest';
import { canonicalJson, type JsonObject } from '../../engine/base/json.js';
import { isRefusal, type Refusal, refusalStatus } from '../../engine/base/refusal.js';
import { serviceKinds } from '../../engine/services/kinds/index.js';
import { memberSpellings } from '../support/memberSpellings.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { type Members, type Outcome, owner, ServicesWorld, signedBy } from '../support/servicesWorld.js';
import { envelopeOf, envelopeWithBytes, respelled, spellingChanges } from '../support/spellings.js';

/** Random spellings of each good request. More are drawn, up to so many, while too few of them do the same or are refused. */
const SPELLINGS = TEST_ALL ? 600 : 24;
const MOST_SPELLINGS = 20 * SPELLINGS;
/** Of the random spellings of a request, so many do the same, and are refused. */
const LEAST: Counts = { same: SPELLINGS / 20, refused: SPELLINGS / 10 };
/** How often each change of a spelling is made. */
const LEAST_CHANGED = 3;

/** Made by nodes, and proven at the stream. */
const WITHOUT_ROUTE = ['regen_opening', 'messenger_ws_subscribe'];
const kinds = serviceKinds.filter(({ name }) => !WITHOUT_ROUTE.includes(name));

interface Counts {
  same: number;
  refused: number;
}

const counts = new Map<string, Counts>(kinds.map(({ name }) => [name, { same: 0, refused: 0 }]));
/** Spellings that are the same by what the kind declares. */
const sure = new Map<string, number>();
const changes = new Map<string, Counts>();
const codes = new Map<string, number>();

function note(kind: string, done: readonly string[], what: keyof Counts): void {
  for (const name of done) if (!changes.has(name)) changes.set(name, { same: 0, refused: 0 });
  for (const each of [counts.get(kind), ...done.map((name) => changes.get(name))]) if (each) each[what]++;
}

/** A refusal that a client can act on. */
function checkRefusal({ code, message }: Refusal, where: string): void {
  expect(refusalStatus[code], where).toBeGreaterThanOrEqual(400);
  expect(refusalStatus[code], `${where}: ${message}`).toBeLessThan(500);
  expect(message.length, where).toBeGreaterThan(8);
  codes.set(code, (codes.get(code) ?? 0) + 1);
}

const plainOf = async (world: ServicesWorld, kind: string, payload: JsonObject): Promise<Outcome> => {
  const outcome = await world.ask(kind, envelopeOf(signedBy(owner, canonicalJson(payload))));
  if (isRefusal(outcome)) expect.fail(`the plain request of ${kind} is refused: ${outcome.message}`);
  return outcome;
};

function compare(
  found: Outcome | Refusal,
  plain: Outcome,
  kind: string,
  done: readonly string[],
  text: string,
): keyof Counts {
  const where = `${kind}, ${done.join(', ')}: ${text.slice(0, 200)}`;
  if (isRefusal(found)) checkRefusal(found, where);
  else expect(found, where).toEqual(plain);
  const what = isRefusal(found) ? 'refused' : 'same';
  note(kind, done, what);
  return what;
}

/** Changes that were made too rarely. Those of many numbers fit only into requests that have attributes. */
const rareChanges = (): string[] =>
  spellingChanges.filter((change) => {
    const { same, refused } = changes.get(change) ?? { same: 0, refused: 0 };
    return change !== 'attributes of many numbers' && same + refused <= LEAST_CHANGED;
  });

async function checkMembers(world: ServicesWorld, kind: string, members: Members): Promise<void> {
  const declared = kinds.find(({ name }) => name === kind)?.members ?? [];
  const plain = await plainOf(world, kind, world.payload(kind, members));
  for (const member of declared)
    for (const { change, members: spelled, expected } of memberSpellings(member, members)) {
      const text = canonicalJson(world.payload(kind, spelled));
      const found = await world.ask(kind, envelopeOf(signedBy(owner, text)));
      const where = `${kind}.${member.name}, ${change}`;
      if (expected === 'same' && isRefusal(found)) expect.fail(`${where}: ${found.message}`);
      if (expected === 'same') sure.set(kind, (sure.get(kind) ?? 0) + 1);
      if (expected === 'refused') expect(isRefusal(found), where).toBe(true);
      compare(found, plain, kind, [change], `${member.name} in ${text}`);
    }
}

async function checkSpellings(world: ServicesWorld, kind: string, members: Members, random: SeededRandom) {
  const payload = world.payload(kind, members);
  const plain = await plainOf(world, kind, payload);
  const seen: Counts = { same: 0, refused: 0 };
  const isLacking = (): boolean => seen.same <= LEAST.same || seen.refused <= LEAST.refused;
  for (let made = 0; made < SPELLINGS || (made < MOST_SPELLINGS && isLacking()); made++) {
    const { changes: done, text, beside } = respelled(payload, owner.publicKey, random);
    const signed = signedBy(owner, text);
    const body = random.chance(80)
      ? envelopeWithBytes(signed, random.chance(40) ? beside : text, random.chance(20))
      : envelopeOf(signed);
    seen[compare(await world.ask(kind, body), plain, kind, done, text)]++;
  }
}

test('a request that is spelled otherwise does the same, or is refused', async () => {
  const world = await ServicesWorld.make();
  const seed = testSeed();
  for (const [at, { kind, members }] of world.requests.entries()) {
    await checkMembers(world, kind, members);
    await checkSpellings(world, kind, members, SeededRandom.of(seed, `${kind} ${at}`));
  }
  for (let again = 0; again < world.requests.length && rareChanges().length > 0; again++) {
    const { kind, members } = world.requests[again] as (typeof world.requests)[number];
    await checkSpellings(world, kind, members, SeededRandom.of(seed, `${kind} again`));
  }
  console.log(JSON.stringify({ counts: [...counts], changes: [...changes], codes: [...codes] }));
}, 600_000);

test('every kind and every member was spelled in every way', async () => {
  const { requests } = await ServicesWorld.make();
  for (const { name, members } of kinds) {
    const good = requests.filter(({ kind }) => kind === name);
    const said = new Set(good.flatMap((request) => Object.keys(request.members)));
    expect([...said].sort(), name).toEqual(members.map((member) => member.name).sort());
    const { same, refused } = counts.get(name) as Counts;
    // What must be the same, and of the random ones those without another spelling of the time.
    expect(same, name).toBeGreaterThan((sure.get(name) ?? 0) + good.length * LEAST.same);
    expect(refused, name).toBeGreaterThan(good.length * LEAST.refused);
  }
  expect(rareChanges()).toEqual([]);
  for (const change of ['under another name', 'under two names', 'null for nothing'])
    expect(changes.get(change)?.same, change).toBeGreaterThan(40);
  for (const change of ['upper-case hex', 'mixed-case hex', 'white space around', 'the address for the key'])
    expect(changes.get(change)?.same, change).toBeGreaterThan(3);
  expect(changes.get('two things under two names')?.refused).toBeGreaterThan(40);
  const all = [...counts.values()].reduce((sum, { same, refused }) => sum + same + refused, 0);
  // The members of all requests have 700 spellings.
  expect(all).toBeGreaterThan(600 + requests.length * SPELLINGS);
});
