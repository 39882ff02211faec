/** Transactions of the bridge that this node signs with its own key.
 *
 *  In: a kind and its members. Out: the transaction as it is in its block, or why it is in none. They go through the mempool like those of
 *  everybody, so a crash between two steps loses at most a request that was not answered: whether it has happened is in the state. */

import { toHex, utf8 } from '../../base/bytes.js';
import { JsonNumber } from '../../base/json.js';
import type { Random } from '../../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import type { ChainRules } from '../../consensus/production.js';
import { accountOfKey } from '../../crypto/address.js';
import type { VerifierPort } from '../../intake/verifier.js';
import { bridgeOf, isAuthority } from '../../ledger/bridge.js';
import type { TransactionAnswer } from '../../store/history.js';
import type { Accepted } from '../requests.js';

/** Transactions that wait for their signature: they are signed one at a time, so that a header or a vote waits behind at most one. Verifications and
 *  operators are bounded far below it. */
const SIGNATURES = 64;

/** A client that asks again then finds another one under way, or its result. */
const RETRY_SECONDS = 1;

export type Members = Readonly<Record<string, string | number>>;

export interface OwnTransactionParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly verifier: Pick<VerifierPort, 'sign'>;
  readonly random: Random;
  /** Milliseconds since the epoch, by the chain's clock. */
  readonly now: () => number;
  readonly submit: (operation: string, bytes: Uint8Array) => Promise<Accepted | Refusal>;
  /** Waits for the block, bounded in time. @param txId 64 hex characters. */
  readonly included: (txId: string) => Promise<TransactionAnswer | Refusal>;
  /** The URL of the node with a public key, where this node knows one. */
  readonly urlOf: (publicKey: Uint8Array) => string | undefined;
}

export class OwnTransactions {
  #waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: OwnTransactionParts) {}

  /** Why this node's key signs nothing for the bridge. */
  notAuthority(): Refusal | undefined {
    const { rules, publicKey, urlOf } = this.parts;
    const bridge = bridgeOf(rules.genesis);
    if (isRefusal(bridge)) return bridge;
    if (isAuthority(rules.genesis, accountOfKey(publicKey))) return undefined;
    const [other] = [...bridge.authorities.values()].flatMap((key) => urlOf(key) ?? []);
    const where = other === undefined ? 'ask a node of its operators' : `ask ${other}`;
    return refuse('no_authority', `the key of this node is no authority of the bridge: ${where}`);
  }

  /** @returns the id of the transaction, 64 hex characters, once a block has it. */
  async perform(kind: string, members: Members): Promise<string | Refusal> {
    const denied = this.notAuthority();
    if (denied) return denied;
    return this.performAs(kind, members);
  }

  /** The same without asking whether the key is an authority: an attestation needs none. */
  async performAs(kind: string, members: Members): Promise<string | Refusal> {
    if (this.#waiting >= SIGNATURES)
      return refuse('busy', 'this node signs enough for the bridge at present; try again', RETRY_SECONDS);
    this.#waiting++;
    const signed = this.#turn.then(() => this.#sign(kind, members));
    this.#turn = signed.catch(() => undefined);
    const envelope = await signed.finally(() => this.#waiting--);
    if (isRefusal(envelope)) return envelope;
    const accepted = await this.parts.submit(kind, envelope);
    if (isRefusal(accepted)) return accepted;
    const found = await this.parts.included(accepted.txId);
    return isRefusal(found) ? found : accepted.txId;
  }

  async #sign(kind: string, members: Members): Promise<Uint8Array | Refusal> {
    const { rules, publicKey, random, verifier, now } = this.parts;
    const own = Object.entries(members).map(
      ([name, value]) => [name, typeof value === 'number' ? new JsonNumber(String(value)) : value] as const,
    );
    const payload = new Map<string, string | JsonNumber>([
      ['type', kind],
      ...own,
      ['from', toHex(publicKey)],
      ['timestamp', new JsonNumber(String(now()))],
      ['nonce', toHex(random.bytes(16))],
      ['chain_id', rules.genesis.chainId],
    ]);
    const text = rules.protocol.payloadText(payload);
    const signature = await verifier.sign(utf8(text), 'own');
    if (isRefusal(signature)) return signature;
    return utf8(`{"payload":${text},"signature":"${toHex(signature)}","public_key":"${toHex(publicKey)}"}`);
  }
}
