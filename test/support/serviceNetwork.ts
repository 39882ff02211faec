/** Three nodes in processes of their own: `home` makes the blocks, `second` and it name each other for private records, `outsider` names
 *  both and is named by nobody. And people with a wallet in a file, who use the command line.
 *
 *  Nothing waits for a fixed time: what is waited for is asked again after each block of `home`. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { toHex } from '../../engine/base/bytes.js';
import { isRefusal } from '../../engine/base/refusal.js';
import { accountOfKey, addressOf, addressOfKey } from '../../engine/crypto/address.js';
import { createKeyFile } from '../../ops/config/nodeKeys.js';
import { runProgram } from '../crash/runProgram.js';
import type { Json } from './answerShapes.js';
import { readExposition } from './exposition.js';
import { exchange, JSON_HEADERS } from './httpClient.js';
import { type Allocation, type LiveNode, prepareDataDirectory, startNode } from './liveNode.js';
import { type Members, signed } from './signedRequests.js';
import type { SigningActor } from './transactions.js';

export const places = ['home', 'second', 'outsider'] as const;
export type Place = (typeof places)[number];

const HEARTBEAT_MS = 250;

/** Blocks of `home` within which everything that is waited for must have happened: a minute, and longer on a slow machine. */
const MOST_BLOCKS = 240;

export interface ServiceNetworkOptions {
  readonly allocations?: readonly Allocation[];
  /** Added to those of a node. */
  readonly flags?: Partial<Readonly<Record<Place, readonly string[]>>>;
}

export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rouged-services-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export class ServiceNetwork {
  readonly directories: Readonly<Record<Place, string>>;
  readonly #addresses: Readonly<Record<Place, string>>;
  readonly #nodes = new Map<Place, LiveNode>();

  private constructor(private readonly options: ServiceNetworkOptions) {
    const directories = { home: temporaryFolder(), second: temporaryFolder(), outsider: temporaryFolder() };
    const keyAt = (place: Place): string => {
      if (place !== 'home')
        copyFileSync(join(directories.home, 'genesis.json'), join(directories[place], 'genesis.json'));
      return addressOfKey(
        prepareDataDirectory(directories[place], { allocations: options.allocations ?? [] }).publicKey,
      );
    };
    this.directories = directories;
    this.#addresses = { home: keyAt('home'), second: keyAt('second'), outsider: keyAt('outsider') };
  }

  /** Only inside a test, with which it ends. */
  static async start(options: ServiceNetworkOptions = {}): Promise<ServiceNetwork> {
    const network = new ServiceNetwork(options);
    onTestFinished(async () => {
      for (const node of network.#nodes.values()) await node.stop('SIGKILL');
    });
    for (const place of places) await network.start(place);
    return network;
  }

  get genesis(): string {
    return join(this.directories.home, 'genesis.json');
  }

  at(place: Place): LiveNode {
    const node = this.#nodes.get(place);
    if (!node) throw new Error(`${place} has not been started`);
    return node;
  }

  /** Starts a node, or one that has ended anew: under the port by which the others know it. */
  async start(place: Place): Promise<LiveNode> {
    const { home, second } = this.#addresses;
    const named = { home: second, second: home, outsider: `${home},${second}` };
    const others = places.slice(0, places.indexOf(place)).map((other) => `${this.at(other).url}/api`);
    const port = this.#nodes.get(place)?.port;
    const node = await startNode({
      ...{ dataDir: this.directories[place], mine: place === 'home', ...(port === undefined ? {} : { port }) },
      flags: [
        ...['--heartbeat-ms', String(HEARTBEAT_MS), '--metrics', 'public', '--allow-private-peers'],
        ...['--service-peers', named[place]],
        ...(others.length === 0 ? [] : ['--peers', others.join(',')]),
        ...(this.options.flags?.[place] ?? []),
      ],
    });
    this.#nodes.set(place, node);
    return node;
  }

  /** Asks again after each block until the answer fits. @throws Error with the last answer. */
  async until<Answer>(what: string, ask: () => Promise<Answer>, fits: (answer: Answer) => boolean): Promise<Answer> {
    const { url } = this.at('home');
    for (let block = 0; ; block++) {
      const answer = await ask();
      if (fits(answer)) return answer;
      if (block === MOST_BLOCKS) throw new Error(`${what}: not within ${block} blocks: ${JSON.stringify(answer)}`);
      const { json } = await exchange(url, '/api/health');
      await exchange(url, `/api/stats?min_height=${Number(json?.height) + 1}`);
    }
  }

  /** A number among the metrics of a node. */
  async metric(place: Place, name: string): Promise<number> {
    const { text } = await exchange(this.at(place).url, '/metrics');
    const [sample] = readExposition(text).get(name)?.samples ?? [];
    if (!sample) throw new Error(`${place} has no metric ${name}`);
    return sample.value;
  }
}

export const postSigned = (node: LiveNode, path: string, signer: SigningActor, members: Members) =>
  exchange(node.url, path, { method: 'POST', headers: JSON_HEADERS, body: signed(signer, members).body });

/** Somebody with a wallet in a file. */
export class Person {
  private constructor(
    readonly name: string,
    readonly signer: SigningActor,
    private readonly file: string,
  ) {}

  static create(name: string): Person {
    const file = join(temporaryFolder(), 'wallet.json');
    const keys = createKeyFile(file);
    if (isRefusal(keys)) throw new Error(keys.message);
    const account = accountOfKey(keys.publicKey);
    const signer = { ...keys, keyHex: toHex(keys.publicKey), account, address: addressOf(account) };
    return new Person(name, signer, file);
  }

  /** `rouged wallet ...` at a node; it must succeed. @returns its answer. */
  async wallet(node: LiveNode, ...words: readonly string[]): Promise<Json> {
    const ran = await runProgram(['wallet', ...words, '--file', this.file, '--url', node.url, '--json']);
    expect([ran.code, ran.err], `${words.join(' ')}: ${ran.out}`).toEqual([0, '']);
    return JSON.parse(ran.out) as Json;
  }

  /** Puts the wallet and the name on the chain. */
  async register(node: LiveNode): Promise<void> {
    const answer = await this.wallet(node, 'mail', 'register', '--name', this.name);
    expect(answer).toMatchObject({ wallet: 'new', name: this.name, name_outcome: 'new' });
  }

  /** A signed request of the services; it must be answered well. */
  async post(node: LiveNode, path: string, members: Members = {}): Promise<Json> {
    const { status, text, json } = await postSigned(node, path, this.signer, members);
    expect(status, `${path}: ${text}`).toBe(200);
    return json ?? {};
  }

  /** Mails in a folder, as a node lists them: encrypted. */
  async mails(node: LiveNode, folder = 'inbox'): Promise<readonly Json[]> {
    return (await this.post(node, '/api/v2/mail/folder', { folder })).mail as readonly Json[];
  }

  /** None while the node does not know the conversation. */
  async messages(node: LiveNode, conversationId: string): Promise<readonly Json[]> {
    const { status, text, json } = await postSigned(node, '/api/v2/messenger/messages/list', this.signer, {
      conversationId,
    });
    expect([200, 403, 404], text).toContain(status);
    return (json?.messages ?? []) as readonly Json[];
  }
}
