/** Faucet requests that this node signs for clients with its own key.
 *
 *  In: public keys. Out: an accepted faucet transaction, or a refusal. Every other check comes before the signature, because a
 *  signature costs some milliseconds of a thread that requests wait for. */

import { toHex, utf8 } from '../base/bytes.js';
import { JsonNumber } from '../base/json.js';
import type { Random } from '../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import { isGenesisValidator } from '../chain/genesis.js';
import type { ChainRules } from '../consensus/production.js';
import { type AccountId, accountOfKey, resolveAccount } from '../crypto/address.js';
import type { VerifierPort } from '../intake/verifier.js';
import type { BlockContext } from '../ledger/blockContext.js';
import { checkFaucet, faucetDisabled, faucetPending, faucetRestricted } from '../ledger/kinds/faucet.js';
import type { Mempool } from '../mempool/mempool.js';
import type { State } from '../state/state.js';
import type { FaucetGate } from './mempoolDoor.js';
import type { Accepted } from './requests.js';

/** Faucet requests that this node signs at a time: a header or a vote waits behind at most this many signatures. */
const FAUCET_SIGNATURES = 4;

export interface FaucetDeskParts {
  readonly rules: ChainRules;
  /** ML-DSA-65 public key of this node. */
  readonly publicKey: Uint8Array;
  readonly gate: FaucetGate;
  readonly state: State;
  readonly mempool: Mempool;
  readonly verifier: VerifierPort;
  readonly random: Random;
  /** Milliseconds since the epoch, by the chain's clock. */
  readonly now: () => number;
  readonly nextBlock: () => BlockContext;
  readonly isStopping: () => boolean;
  readonly idle: () => Refusal | undefined;
  readonly submit: (operation: string, bytes: Uint8Array) => Promise<Accepted | Refusal>;
}

export class FaucetDesk {
  /** Recipients for whom this node is signing a request. */
  readonly #recipients = new Set<AccountId>();

  constructor(private readonly parts: FaucetDeskParts) {}

  /** @param recipientKey public key in hex. */
  async payTo(recipientKey: string): Promise<Accepted | Refusal> {
    const { account: recipient, contract } = resolveAccount(recipientKey) ?? {};
    if (recipient === undefined || contract !== undefined)
      return refuse('invalid_recipient', 'the faucet pays public keys in hex');
    const refusal = this.parts.idle() ?? this.#check(recipient);
    if (refusal) return refusal;
    this.#recipients.add(recipient);
    try {
      return await this.#sign(recipientKey);
    } finally {
      this.#recipients.delete(recipient);
    }
  }

  #check(recipient: AccountId): Refusal | undefined {
    const { rules, publicKey, gate, state, mempool, nextBlock, isStopping } = this.parts;
    if (isStopping()) return refuse('stopping', 'the node is shutting down; try again later', 5);
    if (!gate.enabled || !rules.genesis.faucetEnabled) return faucetDisabled();
    if (!isGenesisValidator(rules.genesis, accountOfKey(publicKey)))
      return refuse(
        'not_authorized',
        'this node cannot sign faucet requests: its key is no genesis validator; use POST /api/v2/faucet',
      );
    if (gate.whitelist && !gate.whitelist.has(recipient)) return faucetRestricted();
    const refusal = checkFaucet(state, recipient, true, nextBlock(), gate.coolDown);
    if (refusal) return refusal;
    if (this.#recipients.has(recipient) || mempool.hasExclusive('faucet', recipient)) return faucetPending(true);
    return this.#recipients.size < FAUCET_SIGNATURES
      ? undefined
      : refuse('busy', 'the faucet is busy; try again in a moment', 1);
  }

  async #sign(recipientKey: string): Promise<Accepted | Refusal> {
    const { rules, publicKey, random, verifier, now, submit } = this.parts;
    const payload = new Map<string, string | JsonNumber>([
      ['type', 'faucet'],
      ['recipient', recipientKey],
      ['from', toHex(publicKey)],
      ['timestamp', new JsonNumber(String(now()))],
      ['nonce', toHex(random.bytes(16))],
      ['chain_id', rules.genesis.chainId],
    ]);
    const text = rules.protocol.payloadText(payload);
    const signature = await verifier.sign(utf8(text), 'own');
    if (isRefusal(signature)) return signature;
    const envelope = `{"payload":${text},"signature":"${toHex(signature)}","public_key":"${toHex(publicKey)}"}`;
    return submit('faucet', utf8(envelope));
  }
}
