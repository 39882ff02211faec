/** Claims of deposits: verified on the foreign chain, then minted by a transaction of this node's key.
 *
 *  In: what somebody claims. Out: the mint in its block, or a refusal in the words of the facts. The state decides first: what is claimed
 *  there costs no question to a provider. Equal claims share one verification; one mint of a claim key is under way at a time; a second look at
 *  the foreign chain comes right before the signature. Who claims first does not matter: the deposit says, or its sender has signed, who gets it. */

import type { Log } from '../../base/ports.js';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.js';
import { claimRecipientProblem } from '../../bridge/btc/recipient.js';
import { recipientText, type VerifiedDeposit } from '../../bridge/deposit.js';
import { canonicalSignature } from '../../bridge/evm/claimSignature.js';
import { type EvmCoin, evmClaimKey } from '../../bridge/evm/contracts.js';
import type { ForeignChains } from '../../bridge/port.js';
import type { BridgedToken, BridgeRules } from '../../chain/bridgeRules.js';
import { type AccountId, accountOfKey, resolveAccount } from '../../crypto/address.js';
import type { BlockContext } from '../../ledger/blockContext.js';
import { authoritiesAmong, checkNews, claimOf, noBridge, proposalsOf } from '../../ledger/bridge.js';
import type { DepositFacts } from '../../ledger/bridgeTables.js';
import type { StateView } from '../../state/state.js';
import { SharedWork } from './locks.js';
import type { OwnTransactions } from './ownTransactions.js';

/** What a claim has minted. */
export interface Minted {
  readonly txId: string;
  readonly token: BridgedToken;
  /** Base units; quanta of XRGE. */
  readonly units: bigint;
}

export interface ManualClaim {
  readonly coin: EvmCoin;
  readonly hash: string;
  readonly claimant: string;
  readonly signature: string;
  readonly recipient: string;
}

export interface ClaimParts {
  readonly bridge: BridgeRules | undefined;
  /** Undefined where the network has no bridge. */
  readonly chains: ForeignChains | undefined;
  readonly state: StateView;
  readonly own: OwnTransactions;
  readonly publicKey: Uint8Array;
  /** Public key of an account in hex, where the chain knows it. */
  readonly keyOf: (account: AccountId) => Promise<string | null>;
  /** Context of the earliest block that a transaction sent now could be in. */
  readonly nextBlock: () => BlockContext;
  readonly log: Log;
}

export const alreadyClaimed = (): Refusal => refuse('already_exists', 'Transaction already claimed');

/** @returns the hash as it is compared, or a refusal. */
export function readEvmHash(text: string): string | Refusal {
  const small = text.trim().toLowerCase();
  const hash = small.startsWith('0x') ? small : `0x${small}`;
  return /^0x[0-9a-f]{64}$/.test(hash)
    ? hash
    : refuse('malformed_parameter', 'invalid request: evmTxHash must be 0x and 64 hex digits');
}

/** The facts as the state keeps them. */
export const factsOf = (deposit: VerifiedDeposit, recipient: AccountId, proof: string): DepositFacts => ({
  ...{ token: deposit.token.toUpperCase(), units: deposit.units, recipient, proof },
  ...{ sender: deposit.sender ?? '', blockHash: deposit.blockHash },
  ...{ height: deposit.height, position: deposit.position },
});

export const isSameDeposit = (a: DepositFacts, b: DepositFacts): boolean =>
  (Object.keys(a) as (keyof DepositFacts)[]).every((name) => a[name] === b[name]);

/** Members of bridge_mint and bridge_attest. @param proof signature of the sender; empty where the deposit names its recipient. */
export const depositMembers = (deposit: VerifiedDeposit, proof: string) => ({
  ...{ claimKey: deposit.claimKey, tokenSymbol: deposit.token, amountUnits: String(deposit.units) },
  ...{ recipient: deposit.recipient, blockHash: deposit.blockHash },
  ...{ height: deposit.height, position: deposit.position },
  ...(deposit.sender === undefined ? {} : { sender: deposit.sender }),
  ...(proof === '' ? {} : { proof }),
});

export class Claims {
  readonly #verifying = new SharedWork<Minted | Refusal>();
  readonly #minting = new SharedWork<Minted | Refusal>();

  constructor(private readonly parts: ClaimParts) {}

  /** Claims since the start that were minted here, and that were refused. */
  readonly counts = { minted: 0, refused: 0 };

  /** Claims under way. */
  get size(): number {
    return this.#verifying.size;
  }

  isClaimed(claimKey: string): boolean {
    return claimOf(this.parts.state, claimKey) !== undefined;
  }

  /** A deposit whose sender has signed who gets it. */
  async manual(claim: ManualClaim): Promise<Minted | Refusal> {
    const off = this.offFault(claim.coin);
    if (off) return off;
    const hash = readEvmHash(claim.hash);
    if (isRefusal(hash)) return hash;
    const claimant = claim.claimant.trim().toLowerCase();
    const signature = canonicalSignature(claim.signature);
    const read = { ...claim, hash, claimant, signature, recipient: recipientText(claim.recipient) };
    const unknown = await this.#unknownKey(read.recipient);
    if (unknown) return unknown;
    const key = evmClaimKey(claim.coin, hash);
    const digest = JSON.stringify([claim.coin, claimant, signature, read.recipient]);
    return this.#claim(key, digest, signature, (chains) => chains.claim(read));
  }

  /** A deposit through the contracts, whose event says who gets it. @param wanted recipient that the caller expects; it decides nothing. */
  async event(coin: EvmCoin, hashText: string, wanted: string): Promise<Minted | Refusal> {
    const { chains, bridge } = this.parts;
    if (!chains || !bridge) return noBridge();
    const hash = readEvmHash(hashText);
    if (isRefusal(hash)) return hash;
    return this.#claim(evmClaimKey(coin, hash), `event ${coin}`, '', async () => {
      const deposit = await chains.deposit(coin, hash);
      if (!isRefusal(deposit) && wanted !== '') this.#compare(deposit, wanted);
      return deposit;
    });
  }

  /** A deposit to the custody of Bitcoin, whose OP_RETURN says who gets it. @param id 64 small hex digits.
   *  @param expected recipient that the claimant expects. */
  btc(id: string, expected: string | undefined): Promise<Minted | Refusal> {
    const digest = `btc ${expected ?? ''}`;
    return this.#claim(`btc:${id}`, digest, '', async (chains) => {
      const deposit = await chains.btcDeposit(id);
      if (isRefusal(deposit)) return deposit;
      return claimRecipientProblem(deposit.recipient, expected) ?? deposit;
    });
  }

  /** A deposit to an assigned address that was verified a moment ago. */
  btcAddress(deposit: VerifiedDeposit): Promise<Minted | Refusal> {
    return this.#claim(deposit.claimKey, 'address', '', async () => deposit);
  }

  /** Why the part of the bridge that a coin needs is off. */
  offFault(coin: EvmCoin): Refusal | undefined {
    const { bridge, chains } = this.parts;
    if (!bridge || !chains) return noBridge();
    const { custody, vault } = chains.facts.evm;
    if (coin === 'XRGE') return vault === undefined ? refuse('not_found', 'XRGE bridge not enabled') : undefined;
    return custody === undefined
      ? refuse('not_found', 'Bridge is not enabled (QV_BRIDGE_CUSTODY_ADDRESS not set)')
      : undefined;
  }

  /** Validators that attest must check what the wallet has signed: the state keeps the account of the recipient, not how it was spelled. */
  async #unknownKey(recipient: string): Promise<Refusal | undefined> {
    const { bridge, keyOf } = this.parts;
    const named = bridge?.attest === true ? resolveAccount(recipient) : undefined;
    if (!named?.publicKey || (await keyOf(named.account)) !== null) return undefined;
    return refuse(
      'invalid_recipient',
      'name the recipient by its rouge1 address and sign that: validators of this network check the signature, and no block has this key yet',
    );
  }

  /** State, authority, verification, mint. */
  async #claim(
    claimKey: string,
    digest: string,
    proof: string,
    verify: (chains: ForeignChains) => Promise<VerifiedDeposit | Refusal>,
  ): Promise<Minted | Refusal> {
    const { chains, own } = this.parts;
    if (!chains) return noBridge();
    if (this.isClaimed(claimKey)) return alreadyClaimed();
    const denied = own.notAuthority();
    if (denied) return denied;
    // Different claims of one deposit are verified beside each other: a wrong one must not keep the right one waiting.
    return this.#verifying.run(`${claimKey} ${digest}`, '', async () => {
      const deposit = await verify(chains);
      const minted = isRefusal(deposit)
        ? deposit
        : await this.#minting.run(claimKey, digest, () => this.#mint(chains, deposit, proof));
      this.counts[isRefusal(minted) ? 'refused' : 'minted']++;
      return minted;
    });
  }

  async #mint(chains: ForeignChains, deposit: VerifiedDeposit, proof: string): Promise<Minted | Refusal> {
    const { claimKey, token, units, blockHash } = deposit;
    if (this.isClaimed(claimKey)) return alreadyClaimed();
    const recipient = resolveAccount(deposit.recipient)?.account;
    if (recipient === undefined) return refuse('invalid_recipient', 'the recipient is no account of this chain');
    if (blockHash === '')
      return refuse('busy', 'the providers do not name the block of the deposit — refusing to credit');
    const facts = factsOf(deposit, recipient, proof);
    const by = { authority: accountOfKey(this.parts.publicKey) };
    if (checkNews(this.parts.state, claimKey, facts, by, this.parts.nextBlock())) return this.#waiting(claimKey, facts);
    const fault = await chains.recheck(deposit);
    if (fault) return fault;
    const txId = await this.parts.own.perform('bridge_mint', depositMembers(deposit, proof));
    const minted = claimOf(this.parts.state, claimKey);
    if (isRefusal(txId)) {
      if (txId.code !== 'already_exists') return txId;
      return minted ? alreadyClaimed() : this.#waiting(claimKey, facts);
    }
    if (!minted) return this.#waiting(claimKey, facts);
    this.parts.log.info({ claimKey, token, units: String(units), txId }, 'a deposit is minted');
    return { txId, token, units };
  }

  /** What a claim waits for that this node has approved. */
  #waiting(claimKey: string, facts: DepositFacts): Refusal {
    const { bridge, state } = this.parts;
    const threshold = bridge?.threshold ?? 1;
    const own = proposalsOf(state, claimKey).find((proposal) => isSameDeposit(proposal.facts, facts));
    const approved = bridge && own ? authoritiesAmong(bridge, own.authorities) : 0;
    if (approved < threshold)
      return refuse('already_exists', `claim approved by ${approved} of ${threshold} authorities; ask again`);
    return refuse(
      'already_exists',
      'claim approved; it waits for attestations of validators with two thirds of the stake; ask again',
    );
  }

  #compare({ claimKey, recipient }: VerifiedDeposit, wanted: string): void {
    const account = resolveAccount(recipientText(wanted))?.account;
    if (account !== resolveAccount(recipient)?.account)
      this.parts.log.warn({ claimKey }, 'a claim names another recipient than its deposit; the deposit decides');
  }
}
