/** Records of the services reach every node in any order: whatever the partitions, repetitions and restarts, and as whatever else hostile
 *  nodes list the same signed bytes, the tables are the same. What is erased goes on without its payload: who has never had it knows less
 *  of it, but nobody has it who must not. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asBuffer, fromHex, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { nativeProtocol } from '../../engine/protocol/native.js';
import { serviceKinds } from '../../engine/services/kinds/index.js';
import { recordMetas } from '../../engine/services/record.js';
import { type SeriesName, seriesOf } from '../../engine/services/series.js';
import type { ServiceKind } from '../../engine/services/serviceKind.js';
import { type ReadRequest, readRequest } from '../../engine/services/serviceRequest.js';
import { keyedBackend } from '../support/keyedBackend.js';
import { LoggedNode, TestChain } from '../support/loggedNode.js';
import { readingsOf } from '../support/otherReadings.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { serviceGenerators } from '../support/serviceGenerators.js';
import { DESK_CHAIN, Signer } from '../support/servicesDesk.js';

const RUNS = TEST_ALL ? 60 : 8;
const STEPS = 250;
/** Payloads, usages, what is due, records by time, and the tables of the kinds. */
const TABLES = [
  [0x02, 0x03],
  [0x07, 0x09],
  [0x0a, 0x0b],
  [0x10, 0x60],
] as const;

const signers = ['ann', 'ben', 'cleo', 'dan'].map((name) => new Signer(name));
const drawn = serviceKinds.filter(({ name, scope }) => seriesOf(scope) && serviceGenerators[name]);

interface Sent {
  readonly kind: string;
  readonly body: Uint8Array;
  /** As whatever else it can be listed. */
  readonly others: readonly ReadRequest[];
}

class Scene {
  readonly #ids = new Map<string, string[]>();
  readonly #sent: Sent[] = [];
  /** Answers of nodes that may come again. */
  readonly #answers: { readonly origin: AccountId; readonly series: SeriesName; readonly bytes: Uint8Array }[] = [];
  readonly counts = { taken: 0, twice: 0, listed: 0, pulled: 0, repeated: 0, restarts: 0 };

  private constructor(
    private readonly random: SeededRandom,
    private readonly chain: TestChain,
    readonly nodes: readonly LoggedNode[],
  ) {}

  static async open(random: SeededRandom): Promise<Scene> {
    const names = Array.from({ length: random.between(3, 5) }, (_, number) => `node ${number}`);
    const named = names.map((name) => new Signer(name, false).account);
    const chain = new TestChain();
    const nodes = await Promise.all(names.map((name) => LoggedNode.open(name, { chain, signers, named })));
    return new Scene(random, chain, nodes);
  }

  #node(): LoggedNode {
    return this.nodes[this.random.below(this.nodes.length)] as LoggedNode;
  }

  async step(): Promise<void> {
    const { random } = this;
    const what = random.below(100);
    if (what < 37) await this.#take();
    else if (what < 45) await this.#list();
    else if (what < 80) await this.#pull(this.#node(), this.#node());
    else if (what < 88) await this.#repeat();
    else if (what < 92) {
      this.counts.restarts++;
      await this.#node().restart();
    } else this.chain.height++;
  }

  async #take(): Promise<void> {
    const { random } = this;
    if (random.chance(20) && this.#sent.length > 0) {
      // The same envelope, at another node perhaps.
      const { kind, body } = this.#sent[random.below(this.#sent.length)] as Sent;
      if (!isRefusal(await this.#node().take(kind, body))) this.counts.twice++;
      return;
    }
    const kind = drawn[random.below(drawn.length)];
    if (!kind) return;
    const earlier = (name: string): readonly string[] => this.#ids.get(name) ?? [];
    const fields = serviceGenerators[kind.name]?.({ random, earlier, people: signers });
    const signer = signers[random.below(signers.length)] as Signer;
    if (!fields) return;
    const body = signer.request(fields, this.chain.moment.now - random.below(120_000));
    if (isRefusal(await this.#node().take(kind.name, body))) return;
    this.counts.taken++;
    this.#sent.push({ kind: kind.name, body, others: othersOf(kind, body, this.chain.moment.now) });
    this.#ids.set(kind.name, [...(this.#ids.get(kind.name) ?? []), idOf(body, signer)]);
  }

  /** A hostile node lists what somebody has signed as something else, at a height of its choice. */
  async #list(): Promise<void> {
    const { random, chain } = this;
    const others = this.#sent.slice(-RECENT).flatMap((sent) => sent.others);
    if (others.length === 0) return;
    const { desk } = this.#node();
    const around = desk.around({ ...chain.moment, height: chain.height - random.below(5) });
    const other = random.pick(others);
    await desk.turn(async (scene) => expect(await desk.book.enter(scene, other, around)).toBeUndefined());
    this.counts.listed++;
  }

  async #pull(to: LoggedNode, from: LoggedNode): Promise<void> {
    if (to === from) return;
    await from.publish();
    const marks = await from.replicator.marks();
    const mark = marks[this.random.below(marks.length)];
    if (!mark) return;
    const { origin, series } = mark;
    const bytes = await to.ask(from, origin, series);
    if (bytes.length === 0) return;
    this.#answers.push({ origin, series, bytes });
    expect(await to.takeRuns(origin, series, bytes)).toMatchObject({ outcome: 'kept' });
    this.counts.pulled++;
  }

  /** An answer comes again, to any node: what does not follow what is there is not taken. */
  async #repeat(): Promise<void> {
    const answer = this.#answers[this.random.below(this.#answers.length)];
    if (!answer) return;
    const { origin, series, bytes } = answer;
    expect(['kept', 'wrong']).toContain((await this.#node().takeRuns(origin, series, bytes)).outcome);
    this.counts.repeated++;
  }

  /** All partitions end: each node pulls from its neighbour until nobody has more. */
  async meet(): Promise<void> {
    for (const node of this.nodes) await node.publish();
    for (let round = 0; round < this.nodes.length; round++)
      for (const [at, node] of this.nodes.entries())
        for (const { outcome } of await node.pullAll(this.nodes[(at + 1) % this.nodes.length] as LoggedNode))
          expect(outcome).toBe('kept');
  }
}

/** What was sent lately, and is listed as something else. */
const RECENT = 12;

function othersOf(kind: ServiceKind, body: Uint8Array, now: number): readonly ReadRequest[] {
  const context = {
    ...{ chainId: DESK_CHAIN, requireChainId: false, protocol: nativeProtocol, backend: keyedBackend },
    isKind: () => false,
  };
  const request = readRequest(kind, body, { now }, context);
  if (isRefusal(request)) throw new Error(request.message);
  return readingsOf(request, DESK_CHAIN).filter((reading) => reading.kind !== kind);
}

/** Keys of the records that are kept, with their metas; and of those that are erased. */
async function recordsOf(node: LoggedNode) {
  const all = [...(await node.dump(0x01, 0x02))];
  const isErased = ([, value]: readonly [string, string]): boolean =>
    recordMetas.decode(fromHex(value) as Uint8Array).isErased;
  return {
    kept: new Map(all.filter((entry) => !isErased(entry))),
    erased: all.filter(isErased).map(([key]) => key),
  };
}

/** SHA-256(key, signed bytes): the payload of a test's request is written as it was signed. */
function idOf(body: Uint8Array, { keys }: Signer): string {
  const text = asBuffer(body).toString();
  const signed = text.slice('{"payload":'.length, text.lastIndexOf(',"signature":'));
  return toHex(createHash('sha256').update(keys.publicKey).update(signed).digest());
}

test('the tables of all nodes are the same, whatever the order in which records come', async () => {
  expect(drawn.length).toBeGreaterThan(0);
  const seed = testSeed();
  const total = {
    ...{ taken: 0, twice: 0, listed: 0, pulled: 0, repeated: 0, restarts: 0 },
    ...{ compared: 0, relabelled: 0, erased: 0, unheard: 0 },
  };
  // Runs go on, up to three times as many, while something has not happened yet.
  const isLacking = (): boolean => Object.values(total).some((count) => count === 0);
  for (let run = 0; run < RUNS || (run < 3 * RUNS && isLacking()); run++) {
    const scene = await Scene.open(SeededRandom.of(seed, `service logs ${run}`));
    for (let step = 0; step < STEPS; step++) await scene.step();
    await scene.meet();
    const [first, ...others] = scene.nodes as [LoggedNode, ...LoggedNode[]];
    for (const [from, to] of TABLES) {
      const expected = await first.dump(from, to);
      total.compared += expected.size;
      for (const node of others) expect(await node.dump(from, to), `${node.name}, run ${run}`).toEqual(expected);
    }
    const { kept, erased } = await recordsOf(first);
    const gone = new Set(erased);
    let lists = erased.length;
    for (const node of others) {
      const here = await recordsOf(node);
      expect(here.kept, `${node.name}, run ${run}`).toEqual(kept);
      for (const key of here.erased) gone.add(key);
      lists += here.erased.length;
    }
    expect([...gone].filter((key) => kept.has(key))).toEqual([]);
    total.erased += gone.size;
    total.unheard += gone.size * scene.nodes.length - lists;
    total.compared += kept.size;
    total.relabelled += kept.size - new Set([...kept.keys()].map((key) => key.slice(0, 2 + 64))).size;
    for (const [name, count] of Object.entries(scene.counts)) total[name as keyof typeof total] += count;
  }
  console.log(`service logs: ${JSON.stringify(total)}`);
  expect(total.compared).toBeGreaterThan(RUNS * 20);
  expect(isLacking()).toBe(false);
}, 120_000);
