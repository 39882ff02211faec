/** A kind of signed request beside the chain: one file each in `kinds/`, one table lists them.
 *
 *  What a kind declares drives the route, its description, its authorization, how records of several nodes are merged, and what a
 *  reader gets. `check` decides on the node that takes a request in. `merge` runs on every node that has the record, in any order:
 *  whatever the order, the same records must give the same tables. So what depends on other records is not decided by `merge`; it
 *  is asked when somebody reads. */

import type { Refusal, RefusalCode } from '../base/refusal.js';
import type { AccountId } from '../crypto/address.js';
import type { PayloadMember, PayloadReader } from '../ledger/payload.js';
import type { ContentKind } from './contentKind.js';
import type { RecordMeta, RecordOrder } from './record.js';
import type { Scene, SceneReader } from './scene.js';
import type { ServiceEvent } from './serviceEvent.js';
import type { Surroundings } from './surroundings.js';

/** Where the records of a kind go. `public`: to every peer that asks. `private`: only to nodes that both operators have named.
 *  `local`: nowhere. `read`: there are none; the request only asks. */
export type Scope = 'public' | 'private' | 'local' | 'read';

/** A request whose signature holds, decoded. */
export interface ServiceRequest<F> {
  readonly fields: F;
  readonly sender: AccountId;
  /** 1,952 bytes. */
  readonly publicKey: Uint8Array;
  /** Milliseconds, signed; by the chain's clock where a developer has moved that ahead of the signer's. */
  readonly timestamp: number;
  /** SHA-256(key, signed bytes): the id of its record. */
  readonly id: Uint8Array;
}

/** A record as it is merged. */
export interface MergedRecord<F> extends ServiceRequest<F> {
  readonly order: RecordOrder;
  /** Its order before, when another node is found to have had it at a lower height. */
  readonly before: RecordOrder | undefined;
}

/** The place of a record in the log of a node. */
export interface LogPlace {
  /** The node that has taken it in. */
  readonly origin: AccountId;
  /** That node's own number. */
  readonly number: number;
}

/** A request that a node makes itself. */
export interface OwnRequest {
  readonly kind: string;
  /** The body, signed with the node's key. */
  readonly body: Uint8Array;
}

/** A record that is about to be erased. */
export interface ErasedRecord<F> {
  readonly id: Uint8Array;
  readonly meta: RecordMeta;
  readonly fields: F;
}

export interface ServiceKind<F = unknown> {
  /** Records keep it: it never changes. */
  readonly name: string;
  /** Name of the kind among whose records its own are kept: one with the same members and the same `merge`, so that the same bytes are one
   *  record, whichever of the two they are listed as. Absent: its own. */
  readonly keptAs?: string;
  readonly route: string;
  readonly chapter: string;
  readonly summary: string;
  readonly scope: Scope;
  readonly members: readonly PayloadMember[];
  /** Whether the payload must carry `type`, because the members alone could be of another kind that does harm. */
  readonly namesItself?: true;
  /** Whether the operator's retention leaves its records alone: what others may still recount, what is in force until it is withdrawn. */
  readonly outlivesRetention?: true;
  /** Whether it removes what its author has here: a full share does not stop it. */
  readonly makesRoom?: true;
  /** What lists show of its records. */
  readonly contents?: ContentKind<F, unknown>;
  /** Codes of the refusals of `check` and `answer`. */
  readonly refusals: readonly RefusalCode[];
  /** @returns undefined after a refusal of the reader. */
  decode(reader: PayloadReader, sender: AccountId): F | undefined;
  /** The node to which the request belongs; undefined when any node may take it in. Asked before `check`. */
  home?(scene: SceneReader, request: ServiceRequest<F>, around: Surroundings): Promise<AccountId | undefined>;
  /** Whether this node takes the request in: authorization and limits. */
  check?(scene: SceneReader, request: ServiceRequest<F>, around: Surroundings): Promise<Refusal | undefined>;
  /** Whether it changes anything. One that does not is answered without a record. Absent: it always does. */
  changes?(scene: SceneReader, request: ServiceRequest<F>): Promise<boolean>;
  /** Enters a record into the tables of its kind. */
  merge?(scene: Scene, record: MergedRecord<F>, around: Surroundings): Promise<void>;
  /** Told of each place that a record has in a log, once; `merge` has seen the record. Like `merge` it must commute. */
  placed?(scene: Scene, request: ServiceRequest<F>, place: LogPlace): Promise<void>;
  /** What the node that takes the request in does then, in the same group: it writes tables that are its own, or adds a record that
   *  it signs itself. After a refusal nothing of the request stays. */
  follow?(scene: Scene, request: ServiceRequest<F>, around: Surroundings): Promise<OwnRequest | Refusal | undefined>;
  /** The answer, from the state that is durable then. */
  answer(scene: SceneReader, request: ServiceRequest<F>, around: Surroundings): Promise<object | Refusal>;
  /** Asked before `answer`, of the same state. */
  events?(scene: SceneReader, request: ServiceRequest<F>, around: Surroundings): Promise<readonly ServiceEvent[]>;
  /** Work that was put off to a time with `dueAt`. */
  due?(scene: Scene, id: Uint8Array, action: string, around: Surroundings): Promise<void>;
  /** The retention of a record has ended and it is about to be erased: removes what leads to it. */
  erased?(scene: Scene, record: ErasedRecord<F>, around: Surroundings): Promise<void>;
}

/** The name under which the records of a kind are kept. */
export const recordKindOf = ({ name, keptAs }: Pick<ServiceKind, 'name' | 'keptAs'>): string => keptAs ?? name;

export const defineServiceKind = <F>(kind: ServiceKind<F>): ServiceKind => kind as unknown as ServiceKind;
