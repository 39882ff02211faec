/** Private events at an edge: a client's proof goes to the node, and what the node then says to that key comes back.
 *
 *  In: proofs of clients. Out: the node's answer to each, and private events. The services that know mailboxes are at the node alone, so a
 *  client that proves a key gets one connection to the node, for as long as it is here; their number is bounded. When such a connection
 *  breaks, its client is closed: what came meanwhile is in its mailbox, and it proves its keys again. */

import { WebSocket } from 'ws';
import { isLoopback } from '../../api/limits/clientAddress.js';
import { type MailboxListener, PRIVATE_TYPES, type PrivateDoor } from '../../api/stream/mailboxes.js';
import { fromHex } from '../../engine/base/bytes.js';
import { isRefusal, type Refusal, type RefusalCode, refusalCodes, refuse } from '../../engine/base/refusal.js';
import { type AccountId, accountOfKey } from '../../engine/crypto/address.js';

/** Below the connections that a node takes from one address. */
const MOST_LINKS = 256;

/** Of one network: keys cost nothing, so one client could take them all. */
const SOURCE_LINKS = MOST_LINKS / 4;

/** The node verifies a signature, and may have others to verify before. */
const ANSWER_MS = 10_000;

/** A node pings its sockets every 30 s. */
const SILENCE_MS = 90_000;

const MOST_FRAME_BYTES = 4 * 1024 * 1024;

const AWAY = 'the node, which knows mailboxes, cannot be reached now';

type Frame = { readonly type?: unknown; readonly [member: string]: unknown };

const isCode = (code: unknown): code is RefusalCode => (refusalCodes as readonly unknown[]).includes(code);

/** One client's connection to the node. */
class Link {
  readonly #socket: WebSocket;
  readonly #silence: NodeJS.Timeout;
  #proofs: Promise<unknown> = Promise.resolve();
  /** Takes the answer to the proof under way; undefined when the connection ends before it. */
  #answer: ((frame: Frame | undefined) => void) | undefined;
  #isOpen: Promise<boolean>;
  #isOver = false;
  /** Proofs without an answer. */
  #proving = 0;
  /** Whether the client has proven a key here. */
  #isProven = false;

  constructor(
    node: string,
    /** Network of the client. */
    readonly source: string,
    private readonly listener: MailboxListener,
    private readonly over: () => void,
  ) {
    this.#socket = new WebSocket(`${node.replace(/^http/, 'ws').replace(/\/+$/, '')}/api/ws`, {
      handshakeTimeout: ANSWER_MS,
      maxPayload: MOST_FRAME_BYTES,
      // A node that trusts this address counts the client's own.
      headers: { 'X-Forwarded-For': source.replace('/64', '') },
    });
    const socket = this.#socket;
    this.#silence = setInterval(() => this.close(), SILENCE_MS);
    this.#isOpen = new Promise((resolve) => {
      socket.once('open', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    // Until it names topics, a connection gets all events.
    socket.once('open', () => socket.send(JSON.stringify({ subscribe: ['stats'] })));
    socket.on('ping', () => this.#silence.refresh());
    socket.on('message', (data: Buffer) => this.#hear(data));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
  }

  /** One proof after the other: the answers do not say whose they are. A connection that has proven nothing makes room for others. */
  async prove(auth: unknown): Promise<Refusal | undefined> {
    this.#proving++;
    const answer = this.#proofs.then(() => this.#proveNow(auth));
    this.#proofs = answer;
    const refusal = await answer;
    this.#proving--;
    if (!this.#isProven && this.#proving === 0) {
      this.close();
      // The next proof of this client begins another one.
      this.#end();
    }
    return refusal;
  }

  async #proveNow(auth: unknown): Promise<Refusal | undefined> {
    if (!(await this.#isOpen)) return refuse('busy', AWAY, 5);
    const answered = new Promise<Frame | undefined>((resolve) => {
      this.#answer = resolve;
    });
    const timer = setTimeout(() => this.close(), ANSWER_MS);
    this.#socket.send(JSON.stringify({ auth }));
    const frame = this.#isOver ? undefined : await answered;
    clearTimeout(timer);
    this.#answer = undefined;
    if (!frame) return refuse('busy', AWAY, 5);
    const { type, error, code } = frame;
    if (type !== 'auth_error') {
      this.#isProven = true;
      return undefined;
    }
    return refuse(isCode(code) ? code : 'not_authorized', String(error));
  }

  #hear(data: Buffer): void {
    this.#silence.refresh();
    try {
      this.#take(JSON.parse(data.toString('utf8')) as Frame);
    } catch {
      this.close();
    }
  }

  #take(frame: Frame): void {
    const { type, ...members } = frame;
    if (typeof type === 'string' && PRIVATE_TYPES.has(type)) this.listener.tell({ type, data: members });
    // The acknowledgement of the subscription comes before any proof is sent, or names no mailbox.
    const isAnswer =
      type === 'auth_error' || (type === 'subscribed' && JSON.stringify(frame.topics) === '["messenger"]');
    if (isAnswer) this.#answer?.(frame);
  }

  close(): void {
    this.#socket.terminate();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#silence);
    this.over();
    this.#answer?.(undefined);
    if (this.#isProven) this.listener.lost(`${AWAY}: prove your keys again`);
  }

  /** The client is gone. */
  drop(): void {
    this.#isProven = false;
    this.close();
  }
}

/** The key of a signed envelope, which the node has verified. */
function accountOf(auth: { readonly public_key?: unknown }): AccountId | undefined {
  const key = typeof auth.public_key === 'string' ? fromHex(auth.public_key) : undefined;
  return key && accountOfKey(key);
}

export class PrivateRelay implements PrivateDoor {
  readonly #links = new Map<MailboxListener, Link>();

  /** @param node URL without `/api`. */
  constructor(private readonly node: string) {}

  /** Clients whose private events come through here. */
  get clients(): number {
    return this.#links.size;
  }

  async prove(text: string, source: string, listener: MailboxListener): Promise<AccountId | Refusal> {
    const auth = JSON.parse(text) as { readonly public_key?: unknown };
    const account = accountOf(auth);
    if (!account) return refuse('malformed_body', 'malformed auth');
    const link = this.#linkOf(listener, source);
    if (isRefusal(link)) return link;
    return (await link.prove(auth)) ?? account;
  }

  #linkOf(listener: MailboxListener, source: string): Link | Refusal {
    const known = this.#links.get(listener);
    if (known) return known;
    const fault = this.#fullFor(source);
    if (fault) return fault;
    const link = new Link(this.node, source, listener, () => this.#links.delete(listener));
    this.#links.set(listener, link);
    return link;
  }

  #fullFor(source: string): Refusal | undefined {
    const elsewhere = "prove the key at a node's own /api/ws";
    if (this.#links.size >= MOST_LINKS)
      return refuse(
        'busy',
        `this edge passes on the private events of ${MOST_LINKS} connections and no more; ${elsewhere}`,
        5,
      );
    // A peer on the loopback interface is the operator, or a proxy that serves many clients.
    if (isLoopback(source)) return undefined;
    const own = [...this.#links.values()].filter((link) => link.source === source).length;
    return own < SOURCE_LINKS
      ? undefined
      : refuse(
          'busy',
          `this edge passes on the private events of ${SOURCE_LINKS} connections of an address and no more; ${elsewhere}`,
          5,
        );
  }

  join(): void {}

  leave(): void {}

  gone(listener: MailboxListener): void {
    this.#links.get(listener)?.drop();
  }

  close(): void {
    for (const link of [...this.#links.values()]) link.drop();
  }
}
