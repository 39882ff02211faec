/** Tells wallets of the transfers that a block has brought them.
 *
 *  In: blocks that are durable and shown. Out: an event for each transfer to a registered wallet, some of them for one wallet and block, the
 *  rest as one. The recipients of a block are looked up together, and only those that are registered cost more than a look at their
 *  transfer. Blocks of the past bring nothing: a node that catches up would tell of what everybody has seen. */

import { formatUnits } from '../../engine/base/amounts.js';
import type { Clock, Log } from '../../engine/base/ports.js';
import type { ExecutedBlock } from '../../engine/consensus/production.js';
import type { AccountId } from '../../engine/crypto/address.js';
import type { Outcome } from '../../engine/ledger/execution.js';
import { movementsOf } from '../../engine/ledger/movementViews.js';
import { decimalsOf, shownSymbol } from '../../engine/ledger/tokens.js';
import type { StateView } from '../../engine/state/state.js';
import type { PushDelivery } from './delivery.js';
import type { PushEvent, PushRegistry } from './port.js';

/** A block this old was made while the node was away. */
export const NEW_BLOCK_MS = 60_000;

/** Transfers of one block that a wallet is told of one by one. Beyond that a phone would ring for a batch. */
export const TOLD_ONE_BY_ONE = 3;

/** Blocks whose recipients are being looked up: more of them means that the registry does not keep up. */
const MAX_LOOKUPS = 8;

interface Received {
  readonly token: string;
  /** Base units. */
  readonly amount: bigint;
}

export interface WatchParts {
  readonly registry: Pick<PushRegistry, 'tokensOf'>;
  readonly delivery: Pick<PushDelivery, 'notify' | 'measures'>;
  /** The state after the tip: decimals of tokens never change. */
  readonly state: StateView;
  readonly clock: Clock;
  readonly log: Log;
}

/** The part of a block that is looked at. */
export interface WatchedBlock {
  readonly header: Pick<ExecutedBlock['header'], 'time'>;
  readonly execution: { readonly outcomes: readonly Outcome[] };
}

function receivedIn(outcomes: readonly Outcome[]): ReadonlyMap<AccountId, readonly Received[]> {
  const received = new Map<AccountId, Received[]>();
  for (const { transaction, fee, failure, result } of outcomes) {
    if (failure !== undefined) continue;
    for (const { reason, to, moved } of movementsOf(transaction, { fee, failure: '', result })) {
      if (reason !== 'transfer' || moved.asset !== 'token' || to === undefined) continue;
      const { token, amount } = moved;
      const others = received.get(to);
      if (others) others.push({ token, amount });
      else received.set(to, [{ token, amount }]);
    }
  }
  return received;
}

export class TransferWatch {
  #lookups = 0;

  constructor(private readonly parts: WatchParts) {}

  /** Looks at a block; never waits. */
  follow({ header, execution }: WatchedBlock): void {
    if (execution.outcomes.length === 0 || this.parts.clock.now() - header.time > NEW_BLOCK_MS) return;
    const received = receivedIn(execution.outcomes);
    if (received.size === 0) return;
    const { measures } = this.parts.delivery;
    if (this.#lookups >= MAX_LOOKUPS) measures.dropped.queue_full += received.size;
    else void this.#tell(received);
  }

  async #tell(received: ReadonlyMap<AccountId, readonly Received[]>): Promise<void> {
    const { registry, delivery, log } = this.parts;
    this.#lookups++;
    try {
      const tokens = await registry.tokensOf([...received.keys()]);
      const accounts = new Set(tokens.map(({ account }) => account));
      delivery.notify([...accounts].flatMap((account) => this.#events(account, received.get(account) ?? [])));
    } catch (error) {
      delivery.measures.dropped.registry += received.size;
      log.warn({ error }, 'recipients of transfers could not be looked up; some notifications are not sent');
    } finally {
      this.#lookups--;
    }
  }

  #events(account: AccountId, received: readonly Received[]): readonly PushEvent[] {
    // One more than are told one by one needs no summary: it takes its place.
    const single = received.length > TOLD_ONE_BY_ONE + 1 ? TOLD_ONE_BY_ONE : received.length;
    const events = received.slice(0, single).map(
      ({ token, amount }): PushEvent => ({
        ...{ account, kind: 'transfer' },
        data: { symbol: shownSymbol(token), amount: formatUnits(amount, decimalsOf(this.parts.state, token)) },
      }),
    );
    const more = received.length - single;
    return more === 0 ? events : [...events, { account, kind: 'transfer', data: { more } }];
  }
}
