/** Takes claims from the queue to the node, one at a time.
 *
 *  In: the claim that is due. Out: the node's answer, and what follows from it for the claim. When the node takes no claims at all, the next one waits
 *  too, twice as long each time. The secret is read again when the node does not know it, so that a new one needs no restart. */

import type { JsonObject } from '../../engine/base/json.js';
import type { Log } from '../../engine/base/ports.js';
import { isRefusal, type Refusal } from '../../engine/base/refusal.js';
import type { FoundCoin } from '../../engine/bridge/foundDeposit.js';
import type { NodeClient, NodeFault } from '../cli/client.js';
import { printable } from '../cli/terminal.js';
import { RELAYER_HEADER } from '../config/relayerSecret.js';
import { type ClaimAnswer, claimAnswer, type NodeTrouble } from './answers.js';
import { type ClaimQueue, type ClaimTimes, type WaitingClaim, waitAfter } from './claimQueue.js';
import { type PostResult, resultOf } from './measures.js';

/** The node answers when the block has the claim; before, its providers may take their time-outs twice. */
const ANSWER_MS = 90_000;

export interface PosterParts {
  readonly node: NodeClient;
  readonly queue: ClaimQueue;
  /** Reads the file. */
  readonly readSecret: () => string | Refusal;
  readonly log: Log;
  readonly stop: AbortSignal;
  /** Waits while the node takes no claims. */
  readonly times: ClaimTimes;
  readonly random: () => number;
  readonly monotonic: () => number;
  /** A claim is done or refused: the state has changed. */
  readonly onSettled: () => void;
}

/** What follows for the caller. */
export interface Posted {
  /** Milliseconds until there may be something to do: 0 for at once, undefined when no claim waits. */
  readonly wait: number | undefined;
  /** Whether a new claim must wait as well: the node takes none at present. */
  readonly isPaused: boolean;
}

const AT_ONCE: Posted = { wait: 0, isPaused: false };

const noPosts = (): Record<PostResult, number> => ({
  ...{ minted: 0, claimed: 0, refused: 0, later: 0 },
  ...{ unreachable: 0, unauthorized: 0, rate_limited: 0, unavailable: 0 },
});

export class ClaimPoster {
  readonly posts = noPosts();
  isNodeReachable = true;
  #secret: string | undefined;
  #troubles = 0;
  #pausedUntil = 0;
  #said = '';

  constructor(private readonly parts: PosterParts) {}

  /** Claims what is due first. @param wants the coins whose part of the bridge is on. */
  async step(wants: (coin: FoundCoin) => boolean): Promise<Posted> {
    const { queue, stop, monotonic } = this.parts;
    const pause = this.#pausedUntil - monotonic();
    if (pause > 0) return { wait: pause, isPaused: true };
    const claim = queue.take(wants);
    if (!claim) return { wait: queue.wait(wants), isPaused: false };
    const answer = claimAnswer(await this.#post(claim));
    if (stop.aborted && answer.kind === 'node') {
      queue.giveBack(claim.claimKey);
      return AT_ONCE;
    }
    this.posts[resultOf(answer)]++;
    this.#settle(claim, answer);
    return AT_ONCE;
  }

  #post({ coin, hash, recipient }: WaitingClaim): Promise<JsonObject | NodeFault> {
    const { node, stop } = this.parts;
    const secret = this.#readSecret();
    const body =
      coin === 'BTC' ? { btcTxid: hash } : { evmTxHash: hash, recipientRougechainPubkey: recipient, token: coin };
    return node.request(coin === 'BTC' ? '/bridge/btc/claim' : '/bridge/deposit/auto-claim', {
      ...{ method: 'POST', timeoutMs: ANSWER_MS, signal: stop, body: JSON.stringify(body) },
      // Claims of Bitcoin are open to everybody; with the secret they are not counted as a stranger's.
      ...(secret === undefined ? {} : { headers: { [RELAYER_HEADER]: secret } }),
    });
  }

  #readSecret(): string | undefined {
    if (this.#secret !== undefined) return this.#secret;
    const secret = this.parts.readSecret();
    if (isRefusal(secret)) this.#say(secret.message);
    else this.#secret = secret;
    return this.#secret;
  }

  #settle(claim: WaitingClaim, answer: ClaimAnswer): void {
    const { queue, onSettled } = this.parts;
    if (answer.kind === 'node') {
      this.#trouble(claim, answer.why, answer.reason);
      return;
    }
    this.#recovered();
    if (answer.kind === 'later') {
      this.#later(claim, answer.reason);
      return;
    }
    queue.settle(claim.claimKey);
    this.#tell(claim, answer);
    onSettled();
  }

  #tell(
    { coin, hash, recipient, height }: WaitingClaim,
    answer: Exclude<ClaimAnswer, { kind: 'later' | 'node' }>,
  ): void {
    const { log } = this.parts;
    const fields = { coin, hash, recipient, height };
    if (answer.kind === 'refused')
      log.warn({ ...fields, reason: printable(answer.reason) }, 'the node refuses a deposit for good');
    else if (answer.was === 'claimed') log.info(fields, 'a deposit was claimed before');
    else log.info(fields, 'a deposit is claimed');
  }

  #later({ claimKey, coin, hash }: WaitingClaim, text: string): void {
    const { queue, log } = this.parts;
    const seconds = Math.round(queue.putOff(claimKey) / 1_000);
    log.info(
      { coin, hash, seconds, reason: printable(text) },
      'a deposit cannot be claimed yet; it is asked for again',
    );
  }

  #trouble({ claimKey }: WaitingClaim, why: NodeTrouble, reason: string): void {
    const { queue, times, random, monotonic } = this.parts;
    queue.giveBack(claimKey);
    this.isNodeReachable = why !== 'unreachable';
    if (why === 'unauthorized') this.#secret = undefined;
    this.#say(reason);
    // Answers to claims that were under way together are one failure.
    const now = monotonic();
    if (now >= this.#pausedUntil) this.#pausedUntil = now + waitAfter(this.#troubles++, times, random());
  }

  /** The same sentence once. */
  #say(text: string): void {
    const reason = printable(text);
    if (reason === this.#said) return;
    this.#said = reason;
    this.parts.log.error({ reason }, 'the node takes no claims; they are kept');
  }

  #recovered(): void {
    if (this.#said !== '') this.parts.log.info({}, 'the node takes claims again');
    this.#said = '';
    this.#troubles = 0;
    this.#pausedUntil = 0;
    this.isNodeReachable = true;
  }
}
