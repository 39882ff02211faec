/** One client of the event stream: its socket, its topics, its position.
 *
 *  In: frames. Out: an acknowledgement or an error for each, and events, all in the connection's format. A socket whose
 *  client reads too slowly is closed with the number of the last event that it got, so that the client can get the rest
 *  from the log. */

import { WS_CLIENT_FRAMES } from '../../engine/base/limits.js';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { EventFormat } from '../../engine/store/chainStore.js';
import type { Turns } from '../../engine/store/turns.js';
import { type Delivery, filterOf, type Listener } from '../../engine/stream/audience.js';
import type { EventHub } from '../../engine/stream/hub.js';
import type { ServerSocket, SocketEvents } from '../server/port.js';
import { beyondEnd, isBehind, Replay, type ReplayEnd, type ReplaySource, type ReplayTarget } from './eventReplay.js';
import type { ClientFormat, ControlFrame } from './formats.js';
import { type ClientProof, type ClientRequest, FrameBudget } from './frames.js';
import {
  MAILBOX_TOPIC,
  type MailboxListener,
  type PrivateDoor,
  type PrivateEvent,
  proofText,
  STREAM_IDENTITIES,
} from './mailboxes.js';
import { ClientTopics } from './topics.js';

/** RFC 6455, 7.4.1, and its registry: 1008 policy violation, 1013 try again later. */
const CLOSE_POLICY = 1008;
const CLOSE_TRY_AGAIN = 1013;

const TOO_MANY_IDENTITIES = refuse(
  'rate_limited',
  `too many identities on one connection: it follows at most ${STREAM_IDENTITIES} keys; open another one for further keys`,
);

/** What a client needs from the node. */
export interface ClientHost {
  readonly hub: EventHub;
  readonly log: ReplaySource;
  readonly turns: Turns;
  readonly mailboxes: Omit<PrivateDoor, 'close'>;
  /** As in `DoorParts`. */
  readonly isOneOfMany: boolean;
  /** The first frame of a connection. */
  greeting(format: EventFormat): Uint8Array;
  opened(client: StreamClient): void;
  closed(client: StreamClient): void;
  /** So many events of the hub went to a client. */
  delivered?(events: number): void;
  /** An exception in a replay: a bug, which costs this client its connection. */
  report(error: unknown): void;
}

export class StreamClient implements SocketEvents, Listener, ReplayTarget, MailboxListener {
  #socket: ServerSocket | undefined;
  readonly #topics = new ClientTopics();
  readonly #frames = new FrameBudget();
  #replay: Replay | undefined;
  /** Accounts whose private events come here. */
  readonly #identities = new Set<AccountId>();
  /** Proofs that are being checked. */
  #proving = 0;
  /** Number of the last event that the socket took, or up to which this client is owed nothing. */
  #last = 0;
  #wakeDrained: ((sent: boolean) => void) | undefined;

  constructor(
    private readonly host: ClientHost,
    private readonly format: ClientFormat,
    /** Network of the client. */
    private readonly source: string,
  ) {}

  open(socket: ServerSocket): void {
    const { hub, opened, greeting } = this.host;
    const { events, kind } = this.format;
    this.#socket = socket;
    opened(this);
    this.#last = hub.sequence;
    socket.send(greeting(events), kind);
    hub.add(this, events);
  }

  message(message: string | Uint8Array): void {
    if (!this.#frames.take(message, performance.now())) {
      const { frames, periodMs } = WS_CLIENT_FRAMES;
      this.#end(CLOSE_POLICY, `too many frames from this client: at most ${frames} in ${periodMs / 1_000} seconds`);
      return;
    }
    const request = this.format.read(message);
    if (!isRefusal(request) && 'auth' in request) {
      void this.#prove(request);
      return;
    }
    const refusal = isRefusal(request) ? request : this.#take(request);
    if (refusal) this.#error(refusal);
  }

  async #prove({ auth }: ClientProof): Promise<void> {
    const { hub, mailboxes, report } = this.host;
    const proof = proofText(auth);
    const refusal =
      this.#identities.size + this.#proving >= STREAM_IDENTITIES
        ? TOO_MANY_IDENTITIES
        : isRefusal(proof)
          ? proof
          : await this.#join(proof, mailboxes).catch((thrown: unknown) => {
              report(thrown);
              return refuse('internal', 'internal error');
            });
    if (!refusal) this.#send({ type: 'subscribed', topics: [MAILBOX_TOPIC], seq: hub.sequence });
    else this.#send({ type: 'auth_error', error: refusal.message, code: refusal.code });
  }

  /** @returns why the key is not proven. */
  async #join(text: string, mailboxes: ClientHost['mailboxes']): Promise<Refusal | undefined> {
    this.#proving++;
    try {
      const account = await mailboxes.prove(text, this.source, this);
      if (isRefusal(account)) return account;
      // The client may have gone meanwhile.
      if (!this.#socket) return undefined;
      this.#identities.add(account);
      mailboxes.join(account, this);
      return undefined;
    } finally {
      this.#proving--;
    }
  }

  // Called by the mailboxes.

  tell(event: PrivateEvent): void {
    if (this.#socket?.send(this.format.writePrivate(event), this.format.kind) === 'dropped') this.#tooSlow();
  }

  lost(sentence: string): void {
    this.leaveWith(CLOSE_TRY_AGAIN, sentence);
  }

  #take({ subscribe, unsubscribe, from }: ClientRequest): Refusal | undefined {
    const { hub } = this.host;
    if (this.#replay)
      return refuse('busy', 'events are being sent again; change the subscription after {"type":"resumed"}');
    const ahead = from === undefined ? undefined : beyondEnd(from, hub.sequence);
    if (ahead && from !== undefined && this.host.isOneOfMany && isBehind(from, hub.sequence)) {
      this.#end(CLOSE_TRY_AGAIN, `event ${from - 1} has not come to this edge yet; resume with from ${from}`);
      return undefined;
    }
    if (ahead) return ahead;
    const change = this.#topics.change(subscribe, unsubscribe);
    if (isRefusal(change)) return change;
    if (this.#topics.isNamed) hub.narrow(this);
    hub.subscribe(this, change.added);
    hub.unsubscribe(this, change.removed);
    this.#send({
      type: 'subscribed',
      topics: this.#topics.names,
      seq: hub.sequence,
      ...(change.unknown.length > 0 && { unknown: change.unknown }),
    });
    if (from !== undefined) void this.#resume(Math.max(from, 1));
    return undefined;
  }

  async #resume(from: number): Promise<void> {
    const { hub, log, turns, report } = this.host;
    const wanted = { filter: filterOf(this.#topics.topics, !this.#topics.isNamed), format: this.format.events };
    const replay = new Replay(from, wanted, log, this, turns);
    this.#replay = replay;
    this.#last = from - 1;
    hub.remove(this);
    try {
      const end = await replay.run((seq) => this.#send({ type: 'resumed', seq }));
      this.#replay = undefined;
      this.#afterReplay(end, replay.next);
    } catch (error) {
      this.#replay = undefined;
      report(error);
      this.#end(CLOSE_TRY_AGAIN, `internal error; resume with from ${replay.next}`);
    }
  }

  #afterReplay(end: ReplayEnd, next: number): void {
    const { hub, log } = this.host;
    if (end === 'stalled') this.#tooSlow();
    if (end === 'failed') this.#end(CLOSE_TRY_AGAIN, `the event log cannot be read now; resume with from ${next}`);
    if (end !== 'pruned') return;
    const oldest = log.oldest();
    this.#last = hub.sequence;
    this.join();
    const { code, message } = refuse(
      'events_pruned',
      `the log begins at event ${oldest}, event ${next} is no longer kept: send "from": ${oldest}, or go on from here`,
    );
    this.#send({ type: 'error', error: message, code, oldest, seq: hub.sequence });
  }

  // Called by the hub.

  deliver(events: readonly Delivery[]): void {
    const replay = this.#replay;
    if (replay) for (const { bytes, sequence } of events) replay.hear(bytes, sequence);
    else this.#sendAll(events);
  }

  /** Sends in few writes, up to the first event that the socket does not take. */
  #sendAll(events: readonly Delivery[]): void {
    let isFull = false;
    this.#socket?.together(() => {
      isFull = !this.#sendEach(events);
    });
    this.host.delivered?.(events.length);
    if (isFull) this.#tooSlow();
  }

  /** @returns false when the socket does not take one. */
  #sendEach(events: readonly Delivery[]): boolean {
    const { kind } = this.format;
    for (const { bytes, sequence } of events) {
      if (this.#socket?.send(bytes, kind) === 'dropped') return false;
      this.#last = sequence;
    }
    return true;
  }

  overrun(): void {
    if (this.#replay) this.#replay.lose();
    else this.leaveWith(CLOSE_TRY_AGAIN, 'the node cannot keep up');
  }

  // Called by a replay.

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  get bufferedBytes(): number {
    return this.#socket?.bufferedBytes ?? 0;
  }

  join(): void {
    if (!this.#socket) return;
    this.host.hub.add(this, this.format.events);
    if (this.#topics.isNamed) this.host.hub.narrow(this);
    this.host.hub.subscribe(this, this.#topics.topics);
  }

  leave(): void {
    this.host.hub.remove(this);
  }

  send(bytes: Uint8Array, sequence: number): void {
    if (this.#socket?.send(bytes, this.format.kind) === 'dropped') this.#tooSlow();
    else this.#last = sequence;
  }

  drained(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wakeDrained?.(false), milliseconds);
      this.#wakeDrained = (sent) => {
        clearTimeout(timer);
        this.#wakeDrained = undefined;
        resolve(sent);
      };
    });
  }

  // Called by the server.

  drain(): void {
    this.#wakeDrained?.(true);
  }

  close(): void {
    this.#socket = undefined;
    this.host.hub.remove(this);
    for (const account of this.#identities) this.host.mailboxes.leave(account, this);
    this.#wakeDrained?.(false);
    this.host.mailboxes.gone?.(this);
    this.host.closed(this);
  }

  /** Ends the connection for a reason that is not the client's, and tells it where to go on. @param code of RFC 6455. */
  leaveWith(code: number, sentence: string, canGoOn = true): void {
    this.#end(code, canGoOn ? `${sentence}; resume with from ${this.#replay?.next ?? this.#last + 1}` : sentence);
  }

  #tooSlow(): void {
    this.#end(
      CLOSE_TRY_AGAIN,
      `this client reads too slowly; last event ${this.#last}, resume with from ${this.#last + 1}`,
    );
  }

  #error({ code, message }: Refusal): void {
    this.#send({ type: 'error', error: message, code });
  }

  #send(frame: ControlFrame): void {
    if (this.#socket?.send(this.format.write(frame), this.format.kind) === 'dropped') this.#tooSlow();
  }

  #end(code: number, reason: string): void {
    this.#socket?.close(code, reason);
  }
}
