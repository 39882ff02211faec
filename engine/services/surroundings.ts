/** What the services ask of the node that they are beside. */

import type { AccountId } from '../crypto/address.js';
import type { ServiceHost } from './host.js';
import type { VoteRules } from './voteRules.js';

/** A wallet of the directory. */
export interface DirectoryWallet {
  readonly account: AccountId;
  /** As clients see it. */
  readonly id: string;
  readonly displayName: string;
  /** Hex. */
  readonly signingKey: string;
  /** Hex. */
  readonly encryptionKey: string;
  /** Mail name; undefined without one. */
  readonly name: string | undefined;
}

/** What a text names that is the id of one wallet and the mail name of another: nobody. Either can be registered after the other, so neither may
 *  take what was meant for the other. */
export const AMBIGUOUS = 'ambiguous';

/** Undefined: nobody has it. */
export type Named = DirectoryWallet | typeof AMBIGUOUS | undefined;

/** For a refusal. @param text as a request has it. */
export const ambiguousSentence = (text: string): string =>
  `${text.slice(0, 64)} is the id of one wallet and the mail name of another: name the one that is meant by address or by key`;

export const walletNamed = (named: Named): DirectoryWallet | undefined => (named === AMBIGUOUS ? undefined : named);

/** The chain's directory as of its tip. */
export interface Directory {
  /** @param texts wallet ids, addresses, signing or encryption keys, mail names. @returns in their order. */
  wallets(texts: readonly string[]): Promise<readonly Named[]>;
  /** @returns in the order of the accounts. */
  walletsOf(accounts: readonly AccountId[]): Promise<readonly (DirectoryWallet | undefined)[]>;
  /** The tip as of the latest of these answers; absent where wallets do not come and go. A record that rests on them is not older: a
   *  node that has this height finds them too. */
  readonly height?: number;
}

/** The node that the services are beside. */
export interface ServiceNode {
  readonly account: AccountId;
  /** 1,952 bytes. */
  readonly publicKey: Uint8Array;
  readonly chainId: string;
  readonly voteRules: VoteRules;
  /** Undefined where there is no chain to ask: then what needs one is refused. */
  readonly host: ServiceHost | undefined;
}

/** What the node knows when a request comes. */
export interface Surroundings {
  /** Milliseconds, of the node's clock. */
  readonly now: number;
  /** The last final height. */
  readonly height: number;
  /** Peers compare the signed time of a record with the block at its height: what was signed later than this they may not take from a node
   *  that is not in step with the chain. Undefined for a node without peers. */
  readonly takesUntil?: number | undefined;
  /** Milliseconds by which a developer has moved the clock ahead of the machine's, by which clients may still date their requests. Absent:
   *  it was not moved. */
  readonly shiftMs?: number;
  readonly directory: Directory;
  readonly node: ServiceNode;
}

export type Moment = Omit<Surroundings, 'directory' | 'node'>;
