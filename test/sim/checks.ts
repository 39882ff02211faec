/** What must hold after every step, on every machine and over all time.
 *
 *  In: what machines show, announce and sign. Out: failures, each with the step. Each check looks only at what has changed:
 *  one block per height, equal roots at equal heights, nothing shown ever taken back, nothing shown that a power cut could
 *  take, nothing signed twice, every unit accounted for, every promise to a client kept (`receipts.ts`). */

import { createHash } from 'node:crypto';
import { toHex, utf8Text } from '../../engine/base/bytes.js';
import type { SnapshotOffer } from '../../engine/network/messages.js';
import type { SnapshotTrust } from '../../engine/network/snapshotEvents.js';
import { blockKey } from '../../engine/store/keys.js';
import type { JournalName } from '../../engine/store/port.js';
import { lastOf } from '../../engine/store/records.js';
import { brokenPools, sums } from '../support/ledgerChecks.js';
import { Accusations } from './accusations.js';
import { Asked } from './asked.js';
import { Bodies } from './bodies.js';
import { Certified } from './certified.js';
import { Locks } from './locks.js';
import type { Machine, MachineWatch, RunningNode } from './machine.js';
import { PassedOn } from './passedOn.js';
import type { MachinePoint } from './places.js';
import { Receipts } from './receipts.js';
import { Signatures } from './signatures.js';
import { SnapshotChecks } from './snapshotChecks.js';
import type { Trace } from './trace.js';
import { Words } from './words.js';

export interface Failure {
  readonly step: number;
  /** Name of the check. */
  readonly check: string;
  readonly text: string;
}

/** What a height is, wherever it is shown. */
interface Shown {
  readonly hash: string;
  readonly root: string;
  readonly machine: number;
}

/** What one machine has shown, over all its processes. */
interface Face {
  height: number;
  hash: string;
  life: number;
  /** Number of its last event. */
  sequence: number;
  /** Digest of each event by its number. */
  readonly events: string[];
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

export class Checks implements MachineWatch {
  readonly failures: Failure[] = [];
  readonly receipts = new Receipts();
  readonly signatures = new Signatures();
  readonly bodies = new Bodies();
  readonly certified = new Certified(this.signatures);
  readonly accusations = new Accusations(this.certified);
  readonly locks = new Locks(this.signatures, this.certified);
  readonly asked = new Asked(this.certified);
  readonly passedOn = new PassedOn();
  readonly words: Words;
  readonly snapshots = new SnapshotChecks((height) => this.hashAt(height));
  /** Called when a machine is about to begin with a snapshot. */
  onTaken: (machine: Machine) => void = () => {};
  /** Called when a trap has sprung. */
  onSprung: (machine: Machine, point: MachinePoint) => void = () => {};
  /** By height. */
  readonly #shown: Shown[] = [];
  readonly #faces = new Map<Machine, Face>();
  /** Heads and events that were compared, and machines that came back with old disks. */
  readonly counts = { heads: 0, events: 0, sums: 0, restored: 0 };

  constructor(
    private readonly trace: Trace,
    /** Called after a process has ended. */
    private readonly onEnded: (machine: Machine) => void = () => {},
    /** By number. */
    private readonly isHonest: (machine: number) => boolean = () => true,
  ) {
    this.words = new Words(trace.time);
  }

  /** The greatest height that any machine has shown. */
  get height(): number {
    return Math.max(0, this.#shown.length - 1);
  }

  /** The block of a height, where any machine has shown it. */
  hashAt(height: number): string | undefined {
    return this.#shown[height]?.hash;
  }

  fail(check: string, text: string): void {
    this.failures.push({ step: this.trace.step, check, text });
    this.trace.line(`FAILED ${check}: ${text}`);
  }

  signed(machine: Machine, message: Uint8Array, signature: Uint8Array): void {
    this.trace.note(machine.number, 'signed', message);
    const text = utf8Text(message);
    const broken = this.locks.voted(machine, text);
    if (broken) this.fail('lock', broken);
    const problem = this.signatures.signed(machine, text, signature);
    if (problem) this.fail('signed twice', problem);
    const unasked = this.asked.signed(machine, text);
    if (unasked) this.fail('signed unasked', unasked);
    const early = this.bodies.voted(machine, text);
    if (early) this.fail('body durable', early);
  }

  journal(machine: Machine, name: JournalName, bytes: Uint8Array): () => void {
    const durable = this.signatures.journal(machine, name);
    const kept = this.bodies.written(machine, name, bytes);
    return () => {
      this.trace.note(machine.number, 'journal', name);
      durable();
      kept();
      if (!machine.disk.isJournalSynced(name))
        this.fail(
          'durable',
          `machine ${machine.number} takes its ${name} journal as written, a power cut would undo it`,
        );
    };
  }

  journalRead(machine: Machine, name: JournalName, bytes: Uint8Array): void {
    this.signatures.journalRead(machine, name, bytes);
    this.bodies.written(machine, name, bytes)();
  }

  /** A machine ends a link. @param other the machine at its other end. */
  closed(machine: number, other: number, reason: string): void {
    if (reason.startsWith('banned: ') && this.isHonest(machine) && this.isHonest(other))
      this.fail('blame', `machine ${machine} has sent machine ${other} away, ${reason}`);
  }

  announced(machine: Machine, sequence: number, text: string): void {
    this.trace.note(machine.number, 'event', text);
    // These have no number of their own.
    if (text.startsWith('{"type":"stats"') || text.startsWith('{"type":"transaction_dropped"')) return;
    const face = this.#face(machine);
    const { life } = machine.running ?? { life: machine.lives };
    if (face.life === life && sequence !== face.sequence + 1)
      this.fail('events', `machine ${machine.number} announced event ${sequence} after event ${face.sequence}`);
    const before = face.events[sequence];
    const now = digest(text);
    if (before !== undefined && before !== now)
      this.fail('events', `machine ${machine.number} announced two different events ${sequence}`);
    face.events[sequence] = now;
    face.sequence = sequence;
    this.counts.events++;
  }

  /** An old disk shows less than the machine has shown; what it shows again must be the same. */
  restored(machine: Machine): void {
    const face = this.#face(machine);
    face.height = 0;
    face.hash = '';
    face.sequence = 0;
    this.counts.restored++;
    this.accusations.restored(machine);
    this.bodies.restored(machine);
    this.signatures.restored(machine);
  }

  /** A frame has arrived at a machine. */
  arrived(machine: Machine, bytes: Uint8Array, from: Machine): void {
    this.trace.note(machine.number, 'frame', bytes);
    this.asked.arrived(machine, from);
    this.snapshots.arrived(machine, from);
    for (const problem of this.signatures.arrived(machine.number, bytes)) this.fail('sent too early', problem);
    if (!this.isHonest(from.number)) return;
    for (const problem of this.passedOn.arrived(machine.number, bytes, from.number)) this.fail('passed on', problem);
  }

  snapshotMade(machine: Machine, offer: SnapshotOffer): void {
    this.trace.note(machine.number, 'snapshot made', offer.id);
    this.#problem('snapshot', this.snapshots.made(machine, offer));
  }

  snapshotTaken(machine: Machine, offer: SnapshotOffer, trust: SnapshotTrust): void {
    this.trace.line(`machine ${machine.number} takes the snapshot of block ${offer.height}, trusted for ${trust}`);
    this.#problem('snapshot', this.snapshots.taken(machine, offer, trust));
    this.onTaken(machine);
  }

  sprung(machine: Machine, point: MachinePoint): void {
    this.trace.line(`machine ${machine.number} passes ${point}`);
    this.onSprung(machine, point);
  }

  #problem(check: string, problem: string | undefined): void {
    if (problem) this.fail(check, problem);
  }

  ended(machine: Machine): void {
    this.signatures.ended(machine);
    this.receipts.ended(machine);
    this.onEnded(machine);
  }

  thrown(machine: Machine, error: unknown, where: string): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.fail('thrown', `machine ${machine.number}, ${where}: ${text}`);
  }

  /** Looks at a machine after a step. @returns whether it shows another block than before. */
  look(machine: Machine): boolean {
    const { running } = machine;
    if (!running) return false;
    for (const problem of this.words.look(machine, running)) this.fail('words', problem);
    const { tip } = running.node.chain;
    const face = this.#face(machine);
    const isNew = face.life !== running.life;
    if (!isNew && face.height === tip.height && face.hash === tip.hash) return false;
    this.#head(machine, running, face);
    face.life = running.life;
    face.height = tip.height;
    face.hash = tip.hash;
    return true;
  }

  #face(machine: Machine): Face {
    let face = this.#faces.get(machine);
    if (!face) {
      face = { height: 0, hash: '', life: 0, sequence: 0, events: [] };
      this.#faces.set(machine, face);
    }
    return face;
  }

  #head(machine: Machine, { node, life }: RunningNode, face: Face): void {
    const { tip, tipBlock, events } = node.chain;
    const name = `machine ${machine.number}`;
    this.counts.heads++;
    this.trace.note(machine.number, 'head', tip.hash);
    if (tip.height < face.height || (tip.height === face.height && face.hash !== '' && face.hash !== tip.hash))
      this.fail('reverted', `${name} showed height ${face.height} and shows height ${tip.height} now`);
    if (face.life === life && tip.height > face.height + 1)
      this.fail('gap', `${name} went from height ${face.height} to ${tip.height}`);
    if (face.life !== life) {
      // The numbers of a new process follow those of the log, which holds everything that was announced.
      const last = lastOf(events);
      if (last < face.sequence)
        this.fail('events', `${name} announced event ${face.sequence}, its log ends with ${last}`);
      face.sequence = last;
    }
    if (tip.height > 0 && !machine.disk.isDurable(blockKey(tip.height)))
      this.fail('durable', `${name} shows height ${tip.height}, which a power cut would take away`);
    const root = tipBlock.header.state_root ?? node.genesisRoot;
    this.#compare(name, { hash: tip.hash, root, machine: machine.number }, tip.height);
    if (!node.state.isAhead && toHex(node.state.root()) !== root)
      this.fail('state root', `${name} holds another state than its header of height ${tip.height} says`);
    this.#sum(name, node);
    for (const problem of this.certified.shown(node)) this.fail('certificate', `${name}: ${problem}`);
    for (const problem of this.accusations.look(node)) this.fail('evidence', `${name}: ${problem}`);
  }

  #compare(name: string, shown: Shown, height: number): void {
    const known = this.#shown[height];
    if (!known) this.#shown[height] = shown;
    else if (known.hash !== shown.hash)
      this.fail(
        'one block per height',
        `${name} shows ${shown.hash} at height ${height}, machine ${known.machine} ${known.hash}`,
      );
    else if (known.root !== shown.root) this.fail('equal roots', `${name} has another root at height ${height}`);
  }

  #sum(name: string, { state }: RunningNode['node']): void {
    const { held, expected, negative } = sums(state);
    this.counts.sums++;
    if (negative > 0) this.fail('supply', `${name} holds ${negative} amounts below zero`);
    for (const token of new Set([...held.keys(), ...expected.keys()]))
      if (held.get(token) !== expected.get(token))
        this.fail('supply', `${name} holds ${held.get(token)} of ${token}, not ${expected.get(token)}`);
    const broken = brokenPools(state);
    if (broken.length > 0) this.fail('supply', `${name} has broken pools: ${broken.join(', ')}`);
  }
}
