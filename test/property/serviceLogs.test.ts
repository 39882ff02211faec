/** Records of the services reach every node in any order: whatever the partitions, repetitions and restarts, the tables are the same. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asBuffer, toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { serviceKinds } from '../../engine/services/kinds/index.js';
import { type SeriesName, seriesOf } from '../../engine/services/series.js';
import { LoggedNode, TestChain } from '../support/loggedNode.js';
import { SeededRandom, TEST_ALL, testSeed } from '../support/random.js';
import { serviceGenerators } from '../support/serviceGenerators.js';
import { Signer } from '../support/servicesDesk.js';

const RUNS = TEST_ALL ? 60 : 8;
const STEPS = 150;
/** Tables of records' metas, and those of the kinds. */
const TABLES = [
  [0x01, 0x02],
  [0x10, 0x60],
] as const;

const signers = ['ann', 'ben', 'cleo', 'dan'].map((name) => new Signer(name));
const drawn = serviceKinds.filter(({ name, scope }) => seriesOf(scope) && serviceGenerators[name]);

interface Sent {
  readonly kind: string;
  readonly body: Uint8Array;
}

class Scene {
  readonly #ids = new Map<string, string[]>();
  readonly #sent: Sent[] = [];
  /** Answers of nodes that may come again. */
  readonly #answers: { readonly origin: AccountId; readonly series: SeriesName; readonly bytes: Uint8Array }[] = [];
  readonly counts = { taken: 0, twice: 0, pulled: 0, repeated: 0, restarts: 0 };

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
    if (what < 45) await this.#take();
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
    const fields = serviceGenerators[kind.name]?.({ random, earlier: (name) => this.#ids.get(name) ?? [] });
    const signer = signers[random.below(signers.length)] as Signer;
    if (!fields) return;
    const body = signer.request(fields, this.chain.moment.now - random.below(120_000));
    if (isRefusal(await this.#node().take(kind.name, body))) return;
    this.counts.taken++;
    this.#sent.push({ kind: kind.name, body });
    this.#ids.set(kind.name, [...(this.#ids.get(kind.name) ?? []), idOf(body, signer)]);
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

/** SHA-256(key, signed bytes): the payload of a test's request is written as it was signed. */
function idOf(body: Uint8Array, { keys }: Signer): string {
  const text = asBuffer(body).toString();
  const signed = text.slice('{"payload":'.length, text.lastIndexOf(',"signature":'));
  return toHex(createHash('sha256').update(keys.publicKey).update(signed).digest());
}

test('the tables of all nodes are the same, whatever the order in which records come', async () => {
  expect(drawn.length).toBeGreaterThan(0);
  const seed = testSeed();
  const total = { taken: 0, twice: 0, pulled: 0, repeated: 0, restarts: 0, compared: 0 };
  for (let run = 0; run < RUNS; run++) {
    const scene = await Scene.open(SeededRandom.of(seed, `service logs ${run}`));
    for (let step = 0; step < STEPS; step++) await scene.step();
    await scene.meet();
    const [first, ...others] = scene.nodes as [LoggedNode, ...LoggedNode[]];
    for (const [from, to] of TABLES) {
      const expected = await first.dump(from, to);
      total.compared += expected.size;
      for (const node of others) expect(await node.dump(from, to), `${node.name}, run ${run}`).toEqual(expected);
    }
    for (const [name, count] of Object.entries(scene.counts)) total[name as keyof typeof total] += count;
  }
  console.log(`service logs: ${JSON.stringify(total)}`);
  expect(total.compared).toBeGreaterThan(RUNS * 20);
  for (const count of Object.values(total)) expect(count).toBeGreaterThan(0);
}, 120_000);
