/** The event stream without a node around it: a chain in memory, the real store, hub, door and server, real sockets.
 *
 *  In: blocks, as many and as fast as a test wants, because nothing is signed. Out: what the server that
 *  ROUGED_TEST_HTTP_SERVER names sends to clients at /api/ws. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseServer, type HttpServerName } from '../../api/server/choose.js';
import type { Server, ServerSettings } from '../../api/server/port.js';
import { type StreamDoor, streamDoor } from '../../api/stream/door.js';
import { utf8Text } from '../../engine/base/bytes.js';
import type { ServicesPort } from '../../engine/services/port.js';
import { ChainStore, type EventFormat } from '../../engine/store/chainStore.js';
import type { StorePort } from '../../engine/store/port.js';
import { lastOf } from '../../engine/store/records.js';
import { recover } from '../../engine/store/recovery.js';
import type { Delivery, Topic } from '../../engine/stream/audience.js';
import { eventsOf } from '../../engine/stream/blockEvents.js';
import { encodings } from '../../engine/stream/eventEncoding.js';
import { EventHub } from '../../engine/stream/hub.js';
import { openStore } from '../../workers/store/openStore.js';
import { bundledFile } from '../../workers/threads/workerFile.js';
import { rulesOf, TestChain } from './chain.js';
import { noServices } from './noServices.js';
import { type Actor, actor, transfer } from './transactions.js';

export interface SceneOptions {
  readonly settings?: Partial<ServerSettings>;
  /** Number of blocks whose events the log keeps; all when absent. */
  readonly keptBlocks?: number;
  readonly maxClients?: number;
  readonly services?: Pick<ServicesPort, 'take' | 'follow'>;
}

/** Records what the hub sent, as bytes and as their JSON text. */
export class Ear {
  readonly heard: { readonly sequence: number; readonly bytes: Uint8Array; readonly text: string }[] = [];
  deliver(events: readonly Delivery[]): void {
    for (const { bytes, sequence } of events) this.heard.push({ sequence, bytes, text: utf8Text(bytes) });
  }
  overrun(): void {
    throw new Error('the hub let go of a listener of the test');
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the scene is not started');
  return part;
}

export class StreamScene {
  readonly actors: readonly Actor[] = Array.from({ length: 12 }, (_, index) => actor(`stream ${index}`));
  readonly chain: TestChain;
  readonly errors: unknown[] = [];
  #hub: EventHub | undefined;
  #store: ChainStore | undefined;
  #door: StreamDoor | undefined;
  url = '';
  #port: StorePort | undefined;
  #server: Server | undefined;

  private constructor(
    private readonly directory: string,
    private readonly options: SceneOptions,
  ) {
    const [validator] = this.actors as [Actor];
    this.chain = new TestChain(
      rulesOf({
        validators: [{ actor: validator, stake: '10000' }],
        allocations: this.actors.flatMap(({ address }) => [
          { to: address, amount: '1000000' },
          { to: address, amount: '1000000', token: 'GOLD' },
        ]),
        fees: { base_fee: '0.1', floor: '0.1', ceiling: '0.1' },
        limits: { max_block_bytes: 256 * 1024 * 1024 },
      }),
    );
  }

  get hub(): EventHub {
    return started(this.#hub);
  }

  get store(): ChainStore {
    return started(this.#store);
  }

  get door(): StreamDoor {
    return started(this.#door);
  }

  static async open(options: SceneOptions = {}): Promise<StreamScene> {
    const scene = new StreamScene(await mkdtemp(join(tmpdir(), 'rouged-stream-')), options);
    await scene.start();
    return scene;
  }

  async start(): Promise<void> {
    const { chain, directory, options } = this;
    this.#port = await openStore({ directory, queries: bundledFile('engine/stream/queries.js') });
    const recovered = await recover(this.#port, chain.rules);
    const store = new ChainStore(this.#port, recovered, options.keptBlocks);
    this.#store = store;
    const hub = new EventHub(lastOf(recovered.events), (work) => void setImmediate(work));
    this.#hub = hub;
    const statsEvent = (sequence: number, format: EventFormat): Uint8Array =>
      encodings[format].stats({ blockHeight: chain.tip.height, peerCount: 0, mempoolSize: 0 }, sequence);
    const report = (error: unknown): void => void this.errors.push(error);
    const door = streamDoor(
      { hub, chain: store, statsEvent },
      {
        services: options.services ?? noServices,
        moment: () => ({ now: chain.tip.time, height: 0 }),
        sourceOf: () => 'a client',
      },
      options.maxClients ?? 1_000,
      report,
    );
    this.#door = door;
    const http = () => ({ status: 404, headers: [] });
    const { create } = chooseServer((process.env.ROUGED_TEST_HTTP_SERVER ?? 'auto') as HttpServerName);
    this.#server = create({ http, sockets: [door.route], report }, options.settings);
    const { port } = await this.#server.listen({ host: '127.0.0.1', port: 0 });
    this.url = `http://127.0.0.1:${port}`;
  }

  /** A listener at the hub itself. */
  listen(topics: readonly Topic[] = [], format: EventFormat = 'json'): Ear {
    const ear = new Ear();
    this.hub.add(ear, format);
    this.hub.subscribe(ear, topics);
    return ear;
  }

  /** A durable, published block of the given number of transfers in a ring. */
  async block(transfers: number): Promise<void> {
    const { chain, actors } = this;
    const items = Array.from({ length: transfers }, (_, index) => {
      const at = chain.tip.height + index;
      const signer = actors[at % actors.length] as Actor;
      const to = actors[(at + 1 + (index % 5)) % actors.length] as Actor;
      return transfer({ signer, timestamp: chain.tip.time }, to, 1n + BigInt(index), index % 3 === 0 ? 'GOLD' : 'XRGE');
    });
    const { candidate, block, hash } = chain.produce(items);
    await this.store.commit(candidate, block.proposerSignature, hash);
    const { height, time, proposer_pub_key: proposer, state_root: stateRoot } = block.header;
    const { outcomes } = candidate.execution;
    const { changes } = candidate.prepared;
    this.hub.publish(eventsOf({ height, hash, time, proposer, stateRoot, outcomes, changes }, this.store.events));
  }

  async stop(): Promise<void> {
    await this.#server?.close(0);
    await this.#port?.close();
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
