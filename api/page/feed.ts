/** What the page knows about the node: one WebSocket for blocks, a few reads for the rest.
 *
 *  In: events and answers. Out: the newest of each, and a call to the view that shows them, at most a few times a second. A
 *  hidden page reads nothing. A page on an idle chain reads 22 times a minute, one on a chain with transactions in every block
 *  34 times: by default a node allows the pages of one address 240, in addition to what it allows other programs. */

import { addressOfKey } from './address.js';
import type { BlockHeaders, Fee, Health, Peers, PlacedTx, Stats, Validators } from './apiAnswers.js';
import { type Head, Heads } from './heads.js';
import { Live, type LiveEvent } from './live.js';
import { type Failure, type Reply, readAny, sawHeight } from './reading.js';

/** `live`: events arrive; `polling`: only reads are answered; `lost`: neither. */
export type Connection = 'connecting' | 'live' | 'polling' | 'lost';

/** Drawing more often would not be noticed. */
const DRAW_MS = 250;
const TICK_MS = 1_000;
const HEALTH_MS = 15_000;
/** An older health answer is outdated: three reads are missing. */
const HEALTH_HOLDS_MS = 3 * HEALTH_MS;
/** Enough for a first picture of the charts; a list of 60 is 20 KB. */
const FIRST_HEADS = 60;
const LISTED_TXS = 8;

interface Task {
  readonly everyMs: number;
  /** Whether there is anything to ask. */
  readonly wanted?: () => boolean;
  readonly run: () => Promise<Failure | undefined>;
  dueAt: number;
  busy: boolean;
}

/** A view that follows one topic of the stream. */
interface Follower {
  readonly topic: string;
  /** Grows when there is something new. */
  events: number;
}

/** Of its own chain; a node of an older version says only this. */
const heightOf = ({ height, network_height }: Stats): number => height ?? network_height;

export class Feed {
  readonly heads = new Heads();
  connection: Connection = 'connecting';
  /** When the connection last changed, by this machine's clock. */
  connectionSince = Date.now();
  stats: Stats | undefined;
  health: Health | undefined;
  /** When the node last reported its health, by this machine's clock. */
  healthAt = 0;
  /** Why reading waits, and until when, as the node has asked. */
  pause: { readonly message: string; readonly until: number } | undefined;
  fee: Fee | undefined;
  peers: Peers | undefined;
  validators: Validators | Failure | undefined;
  transactions: readonly PlacedTx[] | undefined;
  mempool: number | undefined;
  /** Verified signatures a second, between the last two reads of the statistics. */
  verifiedPerSecond: number | undefined;
  #statsAt = 0;
  #liveSocket = false;
  /** When the last event came. */
  #eventAt = 0;
  /** The socket was open and was lost: the node may have restarted, perhaps with another version. */
  #broken = false;
  #unlisted = false;
  #listedAt = -1;
  /** How far this machine's clock is ahead of the chain's, in milliseconds; the smallest value seen. */
  #lead: number | undefined;
  #drawn = 0;
  #drawTimer: number | undefined;
  readonly #followers = new Set<Follower>();
  readonly #live: Live;
  readonly #tasks: readonly Task[];
  readonly #statsTask: Task;

  constructor(private readonly draw: () => void) {
    const url = new URL('/api/ws?page', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#live = new Live(url.href, {
      connected: () => this.#setSocket(true),
      event: (event) => this.#take(event),
      disconnected: () => this.#setSocket(false),
    });
    this.#statsTask = { everyMs: 5_000, run: () => this.#readStats(), dueAt: 0, busy: false };
    this.#tasks = [this.#statsTask, ...this.#makeTasks()];
  }

  #makeTasks(): readonly Task[] {
    const task = (everyMs: number, run: Task['run'], wanted?: () => boolean): Task => ({
      everyMs,
      run,
      dueAt: 0,
      busy: false,
      ...(wanted ? { wanted } : {}),
    });
    const keep =
      <Name extends 'health' | 'fee' | 'peers'>(name: Name) =>
      async (): Promise<Failure | undefined> => {
        const reply = await readAny<NonNullable<this[Name]>>(`/api/${name}`);
        if (!reply.ok) return reply;
        this[name] = reply.value;
        if (name === 'health') this.healthAt = Date.now();
        return undefined;
      };
    return [
      task(HEALTH_MS, keep('health')),
      task(15_000, keep('fee')),
      task(60_000, keep('peers')),
      task(
        60_000,
        () => this.#readValidators(),
        () => !this.#unlisted,
      ),
      task(
        5_000,
        () => this.#readTransactions(),
        () => this.#listedAt < (this.stats?.total_transactions ?? 0),
      ),
      task(
        5_000,
        () => this.#readHeads(),
        () => !this.#liveSocket || this.heads.list.length === 0,
      ),
    ];
  }

  start(): void {
    const wake = (): void => {
      if (document.hidden) return;
      this.#live.open();
      this.#tick();
    };
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    addEventListener('offline', () => this.#live.drop());
    setInterval(() => this.#tick(), TICK_MS);
    wake();
  }

  /** Now, by the chain's clock. */
  get now(): number {
    return Date.now() - (this.#lead ?? 0);
  }

  /** Whether the node's last health answer is recent enough. */
  get isHealthFresh(): boolean {
    return this.connection !== 'lost' && Date.now() - this.healthAt < HEALTH_HOLDS_MS;
  }

  /** Height of the newest block that is known to be final. */
  get finalized(): number | undefined {
    const { stats, heads } = this;
    if (!stats) return undefined;
    // A node whose latest block is final shows every block with its certificate: newer ones are final too.
    const isCaughtUp = stats.height !== undefined && stats.finalized_height >= stats.height;
    return isCaughtUp ? Math.max(stats.finalized_height, heads.newest?.height ?? 0) : stats.finalized_height;
  }

  get height(): number | undefined {
    return this.heads.newest?.height ?? this.stats?.height ?? this.stats?.network_height;
  }

  /** Grows with every transaction that a block holds; undefined before the first statistics. */
  get activity(): number | undefined {
    return this.stats?.total_transactions;
  }

  /** Follows what a contract emits, until the signal ends it. @param address 40 hex characters. @returns a number that
   *  grows with each event, and when some may have been missed. */
  followContract(address: string, ends: AbortSignal): () => number {
    const follower: Follower = { topic: `contract:${address}`, events: 0 };
    this.#followers.add(follower);
    this.#live.follow(follower.topic);
    ends.addEventListener('abort', () => {
      this.#followers.delete(follower);
      // The view that comes next may follow the same contract.
      if (![...this.#followers].some(({ topic }) => topic === follower.topic)) this.#live.leave(follower.topic);
    });
    return () => follower.events;
  }

  /** @param topic whose followers have something new; undefined for all. */
  #wake(topic?: string): void {
    for (const follower of this.#followers) if (topic === undefined || follower.topic === topic) follower.events++;
  }

  #tick(): void {
    if (document.hidden) return;
    const now = Date.now();
    if (this.pause && now >= this.pause.until) this.pause = undefined;
    if (!this.pause)
      for (const task of this.#tasks)
        if (!task.busy && now >= task.dueAt && (task.wanted?.() ?? true)) void this.#run(task, now);
    this.changed();
  }

  async #run(task: Task, now: number): Promise<void> {
    task.busy = true;
    task.dueAt = now + task.everyMs;
    const failure = await task.run();
    task.busy = false;
    if (failure && (failure.status === 429 || failure.status === 503))
      this.pause = { message: failure.message, until: Date.now() + Math.max(failure.retryMs, task.everyMs) };
    const silent = failure?.status === 0;
    // A connection that was cut somewhere in the network looks open for minutes.
    if (silent && this.#eventAt < now) this.#live.drop();
    this.#setConnection(!silent);
    this.changed();
  }

  #setSocket(stands: boolean): void {
    this.#liveSocket = stands;
    if (stands) {
      // The blocks in between are fetched once; from here on the events are complete.
      void this.#readHeads().then(() => this.changed());
      // The first statistics came before the node counted this socket, and a rate needs two readings.
      this.#statsTask.dueAt = 0;
      if (this.#broken) {
        this.#unlisted = false;
        for (const task of this.#tasks) task.dueAt = 0;
        this.#wake();
      }
    }
    this.#broken = !stands;
    this.#setConnection(stands || this.connection === 'live' || this.connection === 'polling');
    this.changed();
  }

  /** @param answered whether the node said anything just now. */
  #setConnection(answered: boolean): void {
    const next: Connection = this.#liveSocket ? 'live' : answered ? 'polling' : 'lost';
    if (next === this.connection) return;
    this.connection = next;
    this.connectionSince = Date.now();
  }

  #take(event: LiveEvent): void {
    this.#eventAt = Date.now();
    if (event.type === 'stats') this.mempool = Number(event.mempool_size);
    if (event.type === 'contract_event') {
      this.#wake(`contract:${event.contract_addr}`);
      this.changed();
    }
    if (event.type !== 'new_block') return;
    sawHeight(Number(event.height));
    const time = Number(event.timestamp);
    const lead = Date.now() - time;
    this.#lead = Math.min(this.#lead ?? lead, lead);
    const whole = this.heads.add({
      height: Number(event.height),
      hash: String(event.hash),
      time,
      txCount: Number(event.tx_count),
      proposer: addressOfKey(String(event.proposer)),
    });
    if (!whole) void this.#readHeads().then(() => this.changed());
    if (this.stats && Number(event.tx_count) > 0)
      this.stats = { ...this.stats, total_transactions: this.stats.total_transactions + Number(event.tx_count) };
    this.changed();
  }

  async #readStats(): Promise<Failure | undefined> {
    const reply = await readAny<Stats>('/api/stats');
    if (!reply.ok) return reply;
    const stats = reply.value;
    // A chain that went back, as a local one does after a revert: nothing that the page holds is of it.
    if (this.stats && heightOf(stats) < heightOf(this.stats)) location.reload();
    const at = performance.now();
    const before = this.stats?.verify_pool;
    const pool = stats.verify_pool;
    if (before && pool && this.#statsAt > 0 && pool.verified >= before.verified)
      this.verifiedPerSecond = ((pool.verified - before.verified) * 1_000) / (at - this.#statsAt);
    this.#statsAt = at;
    this.stats = stats;
    this.mempool = stats.mempool_size;
    return undefined;
  }

  async #readHeads(): Promise<Failure | undefined> {
    const reply = await readAny<BlockHeaders>(`/api/blocks/headers?limit=${FIRST_HEADS}`);
    if (!reply.ok) return reply;
    this.heads.merge(
      reply.value.headers.map(({ height, hash, time, txCount, proposerAddress }): Head => {
        return { height, hash, time, txCount, proposer: proposerAddress ?? undefined };
      }),
    );
    return undefined;
  }

  async #readTransactions(): Promise<Failure | undefined> {
    const reply = await readAny<{ readonly txs: readonly PlacedTx[]; readonly total: number }>(
      `/api/txs?limit=${LISTED_TXS}`,
    );
    if (!reply.ok) return reply;
    this.transactions = reply.value.txs;
    this.#listedAt = reply.value.total;
    return undefined;
  }

  async #readValidators(): Promise<Failure | undefined> {
    const reply: Reply<Validators> = await readAny<Validators>('/api/validators');
    this.validators = reply.ok ? reply.value : reply;
    // A node without this route can only have it after a restart with another version.
    this.#unlisted = !reply.ok && reply.status === 404;
    return reply.ok || this.#unlisted ? undefined : reply;
  }

  /** Called when something may look different: draws soon, at most every `DRAW_MS`. */
  changed(): void {
    if (this.#drawTimer !== undefined) return;
    const wait = Math.max(0, this.#drawn + DRAW_MS - Date.now());
    this.#drawTimer = setTimeout(() => {
      this.#drawTimer = undefined;
      this.#drawn = Date.now();
      if (!document.hidden) this.draw();
    }, wait);
  }
}
