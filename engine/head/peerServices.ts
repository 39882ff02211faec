/** The services among peers: takes what the peer network asks for to their thread, and the answers back.
 *
 *  In: effects of the peer network about the services, how far logs are here, requests for other nodes. Out: events for the network,
 *  answers for clients. */

import { fromHex, toHex } from '../base/bytes.js';
import type { Log } from '../base/ports.js';
import { errorText, isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { type AccountId, accountBytes, accountOfBytes, addressOf } from '../crypto/address.js';
import type { NetworkEffect, NetworkEvent } from '../network/events.js';
import { SERVICE_FORWARDS } from '../network/limits.js';
import type { ServiceLogName } from '../network/messages.js';
import type { LinkId } from '../network/net.js';
import type { ServiceAnswer, ServiceMark } from '../network/serviceEvents.js';
import { serviceKindOf } from '../services/kinds/index.js';
import type { ReplicationPort } from '../services/replication/port.js';
import type { LogMark } from '../services/replication/replicator.js';
import type { SeriesName } from '../services/series.js';
import type { Moment } from '../services/surroundings.js';

const EFFECTS = [
  'openServices',
  'publishServiceLog',
  'readServiceRuns',
  'serviceRuns',
  'serviceForward',
  'serviceForwarded',
] as const;

type ServiceEffect = Extract<NetworkEffect, { readonly kind: (typeof EFFECTS)[number] }>;

const KINDS: ReadonlySet<string> = new Set(EFFECTS);

export const isServiceEffect = (effect: NetworkEffect): effect is ServiceEffect => KINDS.has(effect.kind);

const RETRY_SECONDS = 10;

const markOf = ({ origin, series, last, isStopped }: LogMark): ServiceMark => ({
  origin: toHex(accountBytes(origin)),
  isPrivate: series === 'private',
  last,
  isStopped,
});

const originOf = ({ origin }: ServiceLogName): AccountId => accountOfBytes(fromHex(origin) ?? new Uint8Array());
const seriesOf = ({ isPrivate }: ServiceLogName): SeriesName => (isPrivate ? 'private' : 'public');

export class PeerServices {
  #services: ReplicationPort | undefined;
  /** What is here, for a network that begins later. */
  readonly #marks = new Map<string, ServiceMark>();
  #isOpen = false;
  #wantsOpen = false;
  /** Without a network nobody answers a forwarded request. */
  #hasNetwork = false;
  readonly #forwarded = new Map<number, (answer: ServiceAnswer | undefined) => void>();
  #tokens = 0;

  /** @param tell tells the network what happened. */
  constructor(
    private readonly parts: { readonly moment: () => Moment; readonly log: Log },
    private readonly tell: (event: NetworkEvent) => void,
  ) {}

  /** @param services of this node; undefined before they are closed. */
  attach(services: ReplicationPort | undefined): void {
    if (this.#services) this.#services.onMarks = () => undefined;
    this.#services = services;
    if (!services) return;
    services.onMarks = (marks, isWhole) => this.#moved(marks.map(markOf), isWhole);
    if (this.#wantsOpen) void services.open();
  }

  #moved(marks: readonly ServiceMark[], isWhole: boolean): void {
    if (isWhole) this.#marks.clear();
    this.#isOpen ||= isWhole;
    for (const mark of marks) this.#marks.set(`${mark.isPrivate} ${mark.origin}`, mark);
    this.tell({ kind: 'serviceMarks', marks, isWhole });
  }

  /** The network has begun. */
  start(): void {
    this.#hasNetwork = true;
    if (this.#isOpen) this.tell({ kind: 'serviceMarks', marks: [...this.#marks.values()], isWhole: true });
  }

  async perform(effect: ServiceEffect): Promise<void> {
    switch (effect.kind) {
      case 'openServices':
        this.#wantsOpen = true;
        await this.#services?.open();
        break;
      case 'publishServiceLog':
        this.#services?.publish();
        break;
      case 'readServiceRuns': {
        const { token, log, from } = effect;
        const runs = await this.#services?.runs(originOf(log), seriesOf(log), from).catch(() => undefined);
        this.tell({ kind: 'serviceRunsRead', token, runs: runs && isRefusal(runs) ? undefined : runs });
        break;
      }
      case 'serviceRuns':
        await this.#take(effect.token, effect.log, effect.runs);
        break;
      case 'serviceForward':
        await this.#takeForward(effect.link, effect.request, effect.service, effect.body);
        break;
      case 'serviceForwarded': {
        const { token, answer } = effect;
        this.#forwarded.get(token)?.(answer);
        this.#forwarded.delete(token);
        break;
      }
    }
  }

  async #take(token: number, log: ServiceLogName, runs: Uint8Array): Promise<void> {
    const verdict = await this.#services
      ?.takeRuns(originOf(log), seriesOf(log), runs, this.parts.moment())
      .catch((error: unknown) => {
        this.parts.log.warn({ reason: errorText(error) }, 'records of another node could not be taken');
        return undefined;
      });
    const { outcome, last } = verdict && !isRefusal(verdict) ? verdict : ({ outcome: 'failed', last: 0 } as const);
    this.tell({ kind: 'serviceRunsChecked', token, outcome, last });
  }

  /** Only what every node may have: a peer is not a client. */
  async #takeForward(link: LinkId, request: number, service: string, body: Uint8Array): Promise<void> {
    const answer =
      serviceKindOf(service)?.home === undefined
        ? refuse('operation_unknown', 'requests of this kind are not passed on')
        : await this.#services?.take(service, body, this.parts.moment()).catch(() => undefined);
    const isTooLarge = answer instanceof Uint8Array && answer.length > SERVICE_FORWARDS.bytes;
    const given = !answer || isTooLarge ? refuse('busy', 'the services of this node cannot answer') : answer;
    this.tell({ kind: 'serviceForwardTaken', link, request, answer: given });
  }

  /** Hands a client's request to the node that it is for. */
  async forward(home: AccountId, service: string, body: Uint8Array): Promise<Uint8Array | Refusal> {
    if (!this.#hasNetwork) return away(home);
    const token = ++this.#tokens;
    const answer = await new Promise<ServiceAnswer | undefined>((resolve) => {
      this.#forwarded.set(token, resolve);
      this.tell({ kind: 'forwardService', token, home: toHex(accountBytes(home)), service, body });
    });
    return answer ?? away(home);
  }

  stop(): void {
    this.#hasNetwork = false;
    for (const resolve of this.#forwarded.values()) resolve(undefined);
    this.#forwarded.clear();
  }
}

/** The refusal of a request whose home cannot be reached. */
export const away = (home: AccountId): Refusal =>
  refuse('busy', `the node that takes this request in, ${addressOf(home)}, cannot be reached from here`, RETRY_SECONDS);
