/** Listeners that remember, and blocks of planned events that count how often each is encoded: what the tests of the
 *  hub share. */

import { utf8, utf8Text } from '../../../engine/base/bytes.js';
import type { AccountId } from '../../../engine/crypto/address.js';
import type { Delivery, Listener, StreamEvent } from '../../../engine/stream/audience.js';
import { type BlockEvents, EventHub } from '../../../engine/stream/hub.js';

export class Ear implements Listener {
  readonly bytes: Uint8Array[] = [];
  readonly numbers: number[] = [];
  lost = 0;

  deliver(events: readonly Delivery[]): void {
    for (const { bytes, sequence } of events) {
      this.bytes.push(bytes);
      this.numbers.push(sequence);
    }
  }

  overrun(): void {
    this.lost++;
  }

  get heard(): string[] {
    return this.bytes.map(utf8Text);
  }
}

export interface Planned {
  readonly topic?: StreamEvent['topic'];
  readonly accounts?: readonly AccountId[];
  readonly token?: string;
  /** The contract that emitted it. */
  readonly contract?: string;
  readonly text?: string;
}

interface Made {
  /** How often each event was encoded as JSON. */
  readonly made: number[];
  readonly madeProtobuf: number[];
}

/** A block of these events, which counts how often each is made. */
export function blockOf(first: number, planned: readonly Planned[]): BlockEvents & Made {
  const made = planned.map(() => 0);
  const madeProtobuf = planned.map(() => 0);
  return {
    first,
    count: planned.length,
    made,
    madeProtobuf,
    next: (index, interest) => (Object.values(interest).some(Boolean) ? index : planned.length),
    event: (index) => {
      const { accounts = [], token, contract, ...rest } = planned[index] as Planned;
      const topic = contract === undefined ? rest.topic : 'contracts';
      const { text = topic ?? token ?? 'event' } = rest;
      return {
        topic,
        ...(contract !== undefined && { contract }),
        accounts,
        tokens: token === undefined ? [] : [token],
        encode: (format) => {
          const counts = format === 'json' ? made : madeProtobuf;
          counts[index] = (counts[index] ?? 0) + 1;
          return utf8(format === 'json' ? text : `${text} in protobuf`);
        },
      };
    },
  };
}

export function scene(...subscriptions: readonly (readonly string[])[]) {
  const turns: (() => void)[] = [];
  const hub = new EventHub(0, (work) => void turns.push(work));
  const ears = subscriptions.map((topics) => {
    const ear = new Ear();
    hub.add(ear);
    hub.subscribe(ear, topics);
    return ear;
  });
  let first = 1;
  const publish = (...planned: readonly Planned[]) => {
    const block = blockOf(first, planned);
    first += planned.length;
    hub.publish(block);
    return block;
  };
  const heard = () => ears.map((ear) => ear.heard);
  /** @returns the number of turns. */
  const finish = (): number => {
    let count = 0;
    for (let turn = turns.shift(); turn; turn = turns.shift(), count++) turn();
    return count;
  };
  return { hub, ears, heard, publish, finish, turns };
}
