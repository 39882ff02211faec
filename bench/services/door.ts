/** The door of the services: signed requests of real keys over HTTP to the built program, and what they cost its threads.
 *
 *  Three kinds take turns: a play, a message of 1 KB, a mail with a body of 2 KB. The way beside them checks the same signatures of the
 *  same texts in this thread with the same kernel: what a node cannot spare whatever it does with a request. */

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex, utf8 } from '../../engine/base/bytes.js';
import { invariant } from '../../engine/base/refusal.js';
import type { KeyPair, PacketBackend } from '../../engine/crypto/mldsa.js';
import { openKernelBackend } from '../../workers/verify/kernelBackend.js';
import { type BenchOptions, besideFigure, type Figure, figureOf } from '../figures.js';
import { type MeasuredProcess, startProcess } from '../macro/nodeProcess.js';
import { collectGarbage, readClocks, since } from '../measure.js';
import { bytesOf } from '../transfers.js';

const SIGNERS = 16;
const CONNECTIONS = 32;
const CACHE_BYTES = 16 * 1024 * 1024;
const FLAGS = ['--local', '--api-port', '0', '--metrics', 'local', '--log-level', 'warn'];

interface Signed {
  readonly path: string;
  readonly body: string;
  readonly text: Uint8Array;
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

interface Way {
  readonly name: string;
  readonly path: string;
  fields(from: number, serial: number): object;
}

const hexOf = (name: string, bytes: number): string => toHex(bytesOf(name, bytes));

class Signers {
  readonly #keys: readonly KeyPair[];

  constructor(private readonly backend: PacketBackend) {
    this.#keys = Array.from({ length: SIGNERS }, (_, index) => backend.keygen(bytesOf(`door ${index}`, 32)));
  }

  key(index: number): string {
    return toHex((this.#keys[index % SIGNERS] as KeyPair).publicKey);
  }

  sign(path: string, index: number, fields: object): Signed {
    const { publicKey, secretKey } = this.#keys[index % SIGNERS] as KeyPair;
    const from = toHex(publicKey);
    const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
    const members = Object.entries({ ...fields, from, nonce, timestamp: Date.now() }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const payload = JSON.stringify(Object.fromEntries(members));
    const text = utf8(payload);
    const signature = this.backend.sign(text, secretKey);
    const body = `{"payload":${payload},"signature":"${toHex(signature)}","public_key":"${from}"}`;
    return { path, body, text, signature, publicKey };
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const post = ({ port }: MeasuredProcess, { path, body }: Signed): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = httpRequest({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve()
          : reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Seconds that a thread of the node has worked; 0 for one that has not begun. */
async function activeSeconds({ url }: MeasuredProcess, thread: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = new RegExp(`^rouged_thread_active_seconds_total\\{thread="${thread}"\\} (\\S+)$`, 'm').exec(text);
  return Number(found?.[1] ?? 0);
}

async function register(node: MeasuredProcess, signers: Signers): Promise<void> {
  const registrations = Array.from({ length: SIGNERS }, (_, index) =>
    signers.sign('/api/v2/messenger/wallets/register', index, {
      ...{ id: signers.key(index), displayName: `Door ${index}`, signingPublicKey: signers.key(index) },
      ...{ encryptionPublicKey: hexOf(`door encryption ${index}`, 1_184), type: 'register_wallet' },
    }),
  );
  await Promise.all(registrations.map((each) => post(node, each)));
}

const waysOf = (signers: Signers): readonly Way[] => [
  { name: 'a play', path: '/api/v2/social/play', fields: (_, serial) => ({ trackId: `track ${serial % 100}` }) },
  {
    name: 'a message of 1 KB',
    path: '/api/v2/messenger/messages',
    fields: (from, serial) => ({
      ...{ recipientPublicKey: signers.key(from + 1), encryptedContent: hexOf(`message ${serial}`, 512) },
    }),
  },
  {
    name: 'a mail of 2 KB',
    path: '/api/v2/mail/send',
    fields: (from, serial) => ({
      ...{ fromWalletId: signers.key(from), toWalletIds: [signers.key(from + 1)], replyToId: null },
      ...{ subjectEncrypted: hexOf(`subject ${serial}`, 64), bodyEncrypted: hexOf(`body ${serial}`, 1_024) },
      contentSignature: hexOf(`content signature ${serial}`, 3_309),
    }),
  },
];

interface Rounds {
  readonly perSecond: number[];
  readonly main: number[];
  readonly services: number[];
  readonly alone: number[];
}

async function round(
  { node, signers, backend }: { node: MeasuredProcess; signers: Signers; backend: PacketBackend },
  way: Way,
  requests: number,
  rounds: Rounds,
): Promise<void> {
  const signed = Array.from({ length: requests }, (_, serial) =>
    signers.sign(way.path, serial, way.fields(serial, serial)),
  );
  await collectGarbage();
  const before = [await activeSeconds(node, 'main'), await activeSeconds(node, 'services')] as const;
  const start = readClocks();
  const waiting = [...signed];
  const send = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await post(node, next);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  const { wall } = since(start);
  const each = (seconds: number): number => (seconds * 1e6) / requests;
  rounds.perSecond.push((requests * 1_000) / wall);
  rounds.main.push(each((await activeSeconds(node, 'main')) - before[0]));
  rounds.services.push(each((await activeSeconds(node, 'services')) - before[1]));
  const alone = readClocks();
  for (const { signature, text, publicKey } of signed)
    invariant(backend.verify(signature, text, publicKey), 'a request of the bench is validly signed');
  rounds.alone.push(each(since(alone).thread / 1_000));
}

export async function measureDoor({ quick }: BenchOptions): Promise<readonly Figure[]> {
  const [count, requests] = quick ? [2, 32] : [5, 1_000];
  const backend = openKernelBackend(CACHE_BYTES);
  const signers = new Signers(backend);
  const directory = await mkdtemp(join(tmpdir(), 'rouged-bench-'));
  const node = await startProcess('ops/cli/main.js', ['run', ...FLAGS, '--data-dir', directory]);
  try {
    await register(node, signers);
    const figures: Figure[] = [];
    for (const way of waysOf(signers)) {
      const rounds: Rounds = { perSecond: [], main: [], services: [], alone: [] };
      await round({ node, signers, backend }, way, Math.ceil(requests / 4), {
        perSecond: [],
        main: [],
        services: [],
        alone: [],
      });
      for (let at = 0; at < count; at++) await round({ node, signers, backend }, way, requests, rounds);
      figures.push(
        figureOf(`${way.name}, durable`, rounds.perSecond, '/s'),
        figureOf(`${way.name}: main thread`, rounds.main, 'us'),
        figureOf(`${way.name}: its signature alone`, rounds.alone, 'us'),
        besideFigure(`${way.name}: services' thread`, rounds.services, rounds.alone, 'us'),
      );
    }
    return figures;
  } finally {
    agent.destroy();
    await node.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
