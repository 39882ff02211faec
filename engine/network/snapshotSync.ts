/** Finds a snapshot that can be trusted among those that peers offer, and fetches it.
 *
 *  In: peers, what they offer, which hashes the peers that the operator named give, pieces, verdicts. Out: questions, requests, parts to
 *  check and keep, at last the order to restore. Offers are grouped by everything they say, first of all the snapshot's id: who lies about
 *  a snapshot is alone with the lie. Trust comes before the first byte: a snapshot proves itself against its block only, and whoever
 *  held stake long ago can sign another past. A manifest that is none and a part that is not what the manifest names ban their sender; a
 *  snapshot that does not hold bans everybody who offers it. Where no snapshot can be trusted the chain is fetched from its genesis block. */

import { SNAPSHOT_FETCH } from './limits.js';
import { ManifestFetch, ManifestTurns } from './manifestFetch.js';
import type { SnapshotOffer } from './messages.js';
import type { LinkId } from './net.js';
import { PartFetch } from './partFetch.js';
import type { Peer } from './peer.js';
import type { PartVerdict, RestoreOutcome, SnapshotPlan, SnapshotSyncOptions, SnapshotView } from './snapshotEvents.js';
import { type Decision, SnapshotVoices } from './snapshotVoices.js';
import type { Surroundings } from './surroundings.js';

export interface SnapshotSyncParts extends SnapshotSyncOptions {
  readonly around: Surroundings;
  /** The URL by which the operator has named a peer. */
  readonly namedAs: (peer: Peer) => string | undefined;
  /** How many peers the operator has named. */
  readonly named: number;
  /** Nothing is fetched any more: blocks may be. */
  readonly ended: () => void;
}

type Phase = 'asking' | 'manifest' | 'parts' | 'restoring' | 'ended';

export class SnapshotSync {
  readonly #voices: SnapshotVoices;
  #phase: Phase = 'asking';
  #chosen: Decision | undefined;
  #manifest: ManifestFetch | undefined;
  readonly #turns = new ManifestTurns();
  #fetch: PartFetch | undefined;
  /** Whose manifest it is; it may have gone. */
  #author: Peer | undefined;
  #plan: SnapshotPlan = [];
  #fetched = 0;
  /** Counts the choices: an answer about an earlier one is none about this. */
  #run = 0;
  #hasBegun = false;
  #askAt: number;
  #reportAt = Number.POSITIVE_INFINITY;

  constructor(private readonly parts: SnapshotSyncParts) {
    this.#voices = new SnapshotVoices(parts);
    this.#askAt = parts.around.now + SNAPSHOT_FETCH.askMs;
  }

  get isActive(): boolean {
    return this.#phase !== 'ended';
  }

  #begin(): void {
    this.#hasBegun = true;
    if (!this.parts.trusted && this.parts.named < 2)
      this.#end(
        'a snapshot is trusted with --trusted-block <height:hash>, or when two peers of --peers give the same hash of its block: neither can be here',
      );
    else {
      this.parts.around.wakeAt(this.#askAt);
      this.#look();
    }
  }

  view(): SnapshotView | undefined {
    if (this.#phase === 'ended') return undefined;
    const open = this.#phase === 'parts' ? (this.#fetch?.open ?? 0) : 0;
    const fetching = this.#phase === 'manifest' || this.#phase === 'parts';
    return {
      phase: this.#phase === 'asking' || this.#phase === 'restoring' ? this.#phase : 'fetching',
      offer: this.#chosen?.offer,
      trust: this.#chosen?.trust,
      done: this.#plan.length - open,
      parts: this.#plan.length,
      fetched: this.#fetched + (this.#fetch?.fetched ?? 0),
      sources: fetching ? this.#sources().length : 0,
    };
  }

  /** A peer has introduced itself. */
  greet(peer: Peer): void {
    if (!this.isActive) return;
    this.#voices.ask(peer);
  }

  offered(peer: Peer, request: number, snapshots: readonly SnapshotOffer[], blockHash: string | undefined): void {
    if (!this.isActive) return;
    if (!this.#voices.heard(peer, request, snapshots, blockHash)) {
      this.parts.around.fault(peer, 'unasked');
      return;
    }
    this.#advance();
  }

  #advance(): void {
    if (this.#phase === 'asking') this.#decide();
    else if (this.#manifest) this.#manifest.advance();
    else this.#fetch?.advance();
  }

  #decide(): void {
    const decision = this.#voices.decide();
    if (decision === undefined) return;
    if (typeof decision === 'string') this.#end(decision);
    else this.#choose(decision);
  }

  #choose(decision: Decision): void {
    const { around } = this.parts;
    const { offer, trust, isHeld } = decision;
    this.#chosen = decision;
    this.#run++;
    this.#phase = 'manifest';
    this.#reportAt = around.now + SNAPSHOT_FETCH.reportMs;
    around.wakeAt(this.#reportAt);
    around.emit({ kind: 'snapshotChosen', offer, trust });
    if (isHeld) around.emit({ kind: 'snapshotManifest', run: this.#run, offer, bytes: undefined });
    else this.#fetchManifest();
  }

  #fetchManifest(): void {
    const { around } = this.parts;
    const offer = this.#chosen?.offer;
    if (!offer) return;
    const run = this.#run;
    const whole = (bytes: Uint8Array): void => around.emit({ kind: 'snapshotManifest', run, offer, bytes });
    const sources = (): readonly Peer[] => this.#sources();
    const isNamed = (peer: Peer): boolean => this.parts.namedAs(peer) !== undefined;
    this.#manifest = new ManifestFetch({ around, id: offer.id, sources, turns: this.#turns, isNamed, whole });
    around.wakeAt(around.now + SNAPSHOT_FETCH.silentMs);
    this.#manifest.advance();
  }

  #sources(): readonly Peer[] {
    return this.#chosen ? this.#voices.sources(this.#chosen.offer) : [];
  }

  received(peer: Peer, request: number, bytes: Uint8Array, refused: boolean): void {
    this.#manifest?.received(peer, request, bytes, refused);
    this.#fetch?.received(peer, request, bytes, refused);
  }

  /** @param plan `invalid`: it is not the manifest that was offered, or not one of that block. */
  manifestChecked(run: number, plan: SnapshotPlan | 'invalid' | 'failed'): void {
    if (run !== this.#run || this.#phase !== 'manifest' || !this.#chosen) return;
    if (plan === 'failed') this.#end('the snapshot could not be written to the disk');
    else if (plan !== 'invalid') this.#fetchParts(plan, this.#chosen.offer.id);
    else if (this.#manifest) this.#manifest.refused();
    else {
      this.#voices.forgetHeld();
      this.#drop('what an earlier run has kept of it is damaged');
    }
  }

  #fetchParts(plan: SnapshotPlan, id: string): void {
    const { around } = this.parts;
    const run = this.#run;
    this.#author = this.#manifest?.from;
    this.#manifest = undefined;
    this.#plan = plan;
    this.#phase = 'parts';
    const whole = (part: number, bytes: Uint8Array): void => around.emit({ kind: 'snapshotPart', run, part, bytes });
    const missing = plan.flatMap(({ size, isHere }, index) => (isHere ? [] : [{ part: index + 1, size }]));
    this.#fetch = new PartFetch({ around, id, sources: () => this.#sources(), whole }, missing);
    around.wakeAt(around.now + SNAPSHOT_FETCH.silentMs);
    this.#fetch.advance();
    this.#restoreWhenDone();
  }

  partChecked(run: number, part: number, verdict: PartVerdict): void {
    if (run !== this.#run || this.#phase !== 'parts') return;
    if (verdict === 'failed') this.#end('the snapshot could not be written to the disk');
    else if (verdict === 'lie') this.#lied('a part of it does not belong to the state of its block');
    else if (this.#fetch?.checked(part, verdict === 'kept')) this.#restoreWhenDone();
  }

  #restoreWhenDone(): void {
    if (this.#phase !== 'parts' || !this.#chosen || !this.#fetch?.isDone) return;
    const { trust } = this.#chosen;
    this.#phase = 'restoring';
    this.parts.around.emit({ kind: 'restoreSnapshot', run: this.#run, trust });
  }

  restored(run: number, outcome: RestoreOutcome): void {
    if (run !== this.#run || this.#phase !== 'restoring') return;
    if (outcome === 'certificate') this.#certificateLied();
    else if (outcome === 'invalid') this.#lied('what its parts hold together does not fit its block');
    else if (outcome === 'failed') this.#end('the snapshot could not be restored');
  }

  /** Each node has its own certificate: only who sent this one is to blame, and the parts stay. */
  #certificateLied(): void {
    const { around } = this.parts;
    if (this.#author) around.fault(this.#author, 'wrongSnapshot');
    this.#voices.forgetHeld();
    this.#drop('the certificate in its manifest does not hold');
  }

  /** Everybody who offers the snapshot is to blame: a node offers what it has made itself. */
  #lied(reason: string): void {
    const { around } = this.parts;
    for (const peer of this.#sources()) around.fault(peer, 'wrongSnapshot');
    if (this.#chosen) this.#voices.exclude(this.#chosen.offer);
    this.#drop(reason);
  }

  /** Looks for another one. */
  #drop(reason: string): void {
    const { around } = this.parts;
    if (this.#chosen) around.emit({ kind: 'snapshotDropped', offer: this.#chosen.offer, reason });
    this.#fetched += this.#fetch?.fetched ?? 0;
    this.#fetch = undefined;
    this.#manifest = undefined;
    this.#author = undefined;
    this.#chosen = undefined;
    this.#plan = [];
    this.#phase = 'asking';
    this.#reportAt = Number.POSITIVE_INFINITY;
    this.#voices.begin();
    this.#askAll();
  }

  #askAll(): void {
    const { around } = this.parts;
    this.#askAt = around.now + SNAPSHOT_FETCH.askMs;
    around.wakeAt(this.#askAt);
    for (const peer of around.peers) this.#voices.ask(peer);
  }

  /** A chain that has begun goes on by blocks. */
  headChanged(): void {
    if (!this.isActive) return;
    if (this.parts.around.head.height > 0) this.#end('the chain of this data directory has begun');
    else if (!this.#hasBegun) this.#begin();
  }

  #end(reason: string): void {
    this.#phase = 'ended';
    this.#fetch = undefined;
    this.#manifest = undefined;
    this.parts.around.emit({ kind: 'snapshotGivenUp', reason });
    this.parts.ended();
  }

  time(): void {
    if (!this.isActive || !this.#hasBegun) return;
    const { around } = this.parts;
    const { now } = around;
    if (now >= this.#askAt) this.#askAll();
    else around.wakeAt(this.#askAt);
    if (now >= this.#reportAt) {
      this.#reportAt = now + SNAPSHOT_FETCH.reportMs;
      around.emit({ kind: 'snapshotProgress' });
    }
    if (this.#reportAt < Number.POSITIVE_INFINITY) around.wakeAt(this.#reportAt);
    this.#manifest?.time();
    this.#fetch?.time();
    this.#look();
  }

  /** Whether something can be chosen, or what was chosen is lost. */
  #look(): void {
    if (this.#phase === 'asking') this.#decide();
    else if (this.#phase === 'manifest' || this.#phase === 'parts') this.#seeWhetherLost();
  }

  #seeWhetherLost(): void {
    const { around } = this.parts;
    const { lostMs, silentMs } = SNAPSHOT_FETCH;
    const { lastAt = around.now } = this.#manifest ?? this.#fetch ?? {};
    const lostAt = lastAt + (this.#sources().length > 0 ? lostMs : silentMs);
    if (around.now >= lostAt) this.#drop('no peer sends its parts any more');
    else around.wakeAt(lostAt);
  }

  gone(link: LinkId): void {
    this.#voices.gone(link);
    this.#manifest?.gone(link);
    this.#fetch?.gone(link);
    this.#look();
  }
}
