/** What honest keys have signed: no slot, and no vote of one height, round and type, twice with different bytes.
 *
 *  In: every text that leaves a signer, and every journal write. Out: contradictions. A signature binds its machine from the
 *  moment at which the next write of its journal of that kind is durable; before that it has not left the machine, and a crash takes it away.
 *  Within one process it binds at once. An old backup takes back what no other machine has seen: those frames are read that
 *  carry a signature openly, as all do under the keyed stand-ins. */

import type { JournalName } from '../../engine/store/port.js';
import type { Machine } from './machine.js';

/** Members of a vote's text. */
const VOTE = /^ROUGECHAIN_FINALITY_VOTE_V2\|chain=[^|]*\|type=(\w+)\|height=(\d+)\|round=(\d+)\|/;

/** @returns what may be signed once; undefined for every other text. */
export function subjectOf(text: string): string | undefined {
  const vote = VOTE.exec(text);
  if (vote) return `${vote[1]} of height ${vote[2]}, round ${vote[3]}`;
  const header = /^\{"version":\d+,"chain_id":"[^"]*","height":(\d+),/.exec(text);
  return header ? `slot ${header[1]}` : undefined;
}

const heightOf = (subject: string): number => Number(/\d+/.exec(subject)?.[0]);

/** The journal that a signature has to be in before it leaves. */
const journalOf = (subject: string): JournalName => (subject.startsWith('slot ') ? 'slot' : 'votes');

interface Text {
  readonly text: string;
  /** First bytes of its signature. */
  readonly mark: Buffer;
}

interface Signed {
  /** By subject. */
  readonly bound: Map<string, string>;
  /** Of the process under way, not durable yet. */
  readonly fresh: Map<string, Text>;
  /** Of a process that has ended before they were known to be durable: the next one may find them in a journal. */
  readonly left: Map<string, Text>;
  /** Everything that the key has ever signed of this kind. */
  readonly all: Set<string>;
  /** Subjects of signatures that another machine has. */
  readonly seen: Set<string>;
  /** Those of them that an old backup or an empty disk has made the machine forget. */
  readonly forgotten: Set<string>;
  /** Greatest height among these. */
  forgottenTo: number;
}

/** A signature that no other machine has yet. */
interface Unseen {
  readonly machine: Machine;
  readonly subject: string;
  /** Its first bytes, which are random. */
  readonly mark: Buffer;
}

/** Bytes that tell one signature from all others. */
export const MARK_BYTES = 16;

/** Signatures that are looked for in frames: those that are older have arrived, or never will. */
const MOST_UNSEEN = 64;

export class Signatures {
  readonly #machines = new Map<Machine, Signed>();
  #unseen: Unseen[] = [];
  /** Texts looked at. */
  checked = 0;
  /** Whoever has seen a signature is always there to be asked: then nothing that was forgotten is signed again, not even the same. */
  isRemembered = false;
  /** Called when another machine has a signature. */
  onSeen: (machine: Machine, subject: string) => void = () => {};

  #of(machine: Machine): Signed {
    let signed = this.#machines.get(machine);
    if (!signed) {
      signed = {
        bound: new Map(),
        fresh: new Map(),
        left: new Map(),
        all: new Set(),
        seen: new Set(),
        forgotten: new Set(),
        forgottenTo: 0,
      };
      this.#machines.set(machine, signed);
    }
    return signed;
  }

  /** @returns the contradiction that this signature makes. */
  signed(machine: Machine, text: string, signature: Uint8Array): string | undefined {
    const subject = subjectOf(text);
    if (subject === undefined) return undefined;
    this.checked++;
    const mark = Buffer.from(signature.slice(0, MARK_BYTES));
    this.#unseen.push({ machine, subject, mark });
    if (this.#unseen.length > MOST_UNSEEN) this.#unseen.shift();
    const { bound, fresh, all, forgottenTo } = this.#of(machine);
    all.add(text);
    if (this.isRemembered && heightOf(subject) <= forgottenTo)
      return `machine ${machine.number} signed ${subject}, and has forgotten what it had signed up to height ${forgottenTo}`;
    const before = bound.get(subject) ?? fresh.get(subject)?.text;
    if (before === undefined) fresh.set(subject, { text, mark });
    return before === undefined || before === text ? undefined : `machine ${machine.number} signed ${subject} twice`;
  }

  /** @returns what to call when the write is durable. */
  journal(machine: Machine, name: JournalName): () => void {
    const { bound, fresh } = this.#of(machine);
    const signed = [...fresh].filter(([subject]) => journalOf(subject) === name);
    return () => {
      for (const [subject, { text }] of signed) {
        bound.set(subject, text);
        fresh.delete(subject);
      }
    };
  }

  /** A journal was read, so what it holds is durable. */
  journalRead(machine: Machine, name: JournalName, bytes: Uint8Array): void {
    const { bound, left } = this.#of(machine);
    const journal = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const [subject, { text, mark }] of left)
      if (journalOf(subject) === name && journal.includes(mark)) bound.set(subject, text);
  }

  /** What this key has signed of a subject, as far as it binds its machine. */
  textOf(machine: Machine, subject: string): string | undefined {
    const { bound, fresh } = this.#of(machine);
    return bound.get(subject) ?? fresh.get(subject)?.text;
  }

  /** Whether this key has ever signed this text. */
  hasSigned(machine: Machine, text: string): boolean {
    return this.#of(machine).all.has(text);
  }

  /** A frame has arrived at a machine. @returns what it carries although its signer's journal does not hold it yet. A precommit of a
   *  block that is in the chain already says nothing new, so no journal has to hold it. */
  arrived(at: number, bytes: Uint8Array): string[] {
    const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const problems: string[] = [];
    this.#unseen = this.#unseen.filter(({ machine, subject, mark }) => {
      if (machine.number === at || !frame.includes(mark)) return true;
      const { bound, seen } = this.#of(machine);
      seen.add(subject);
      this.onSeen(machine, subject);
      if (!bound.has(subject) && !subject.startsWith('precommit'))
        problems.push(
          `machine ${at} has the signature of machine ${machine.number} for ${subject}, its journal has not`,
        );
      return false;
    });
    return problems;
  }

  /** A machine comes back with an old disk: what it has signed since binds it where others know of it. */
  restored(machine: Machine): void {
    const signed = this.#of(machine);
    const { bound, seen, forgotten } = signed;
    for (const subject of [...bound.keys()])
      if (!seen.has(subject)) bound.delete(subject);
      else {
        forgotten.add(subject);
        signed.forgottenTo = Math.max(signed.forgottenTo, heightOf(subject));
      }
    this.#unseen = this.#unseen.filter((one) => one.machine !== machine);
  }

  ended(machine: Machine): void {
    const { fresh, left } = this.#of(machine);
    for (const [subject, text] of fresh) left.set(subject, text);
    fresh.clear();
  }
}
