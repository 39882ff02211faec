/** What goes into `sessions.ts` and what comes out. */

import type { LinkFacts, LinkId } from './net.js';

/** Urgent messages (votes, certificates, headers) pass between the parts of bulk ones. */
export type Rank = 'urgent' | 'bulk';

export type SessionEvent =
  | { readonly kind: 'opened'; readonly link: LinkId; readonly facts: LinkFacts }
  | { readonly kind: 'frame'; readonly link: LinkId; readonly bytes: Uint8Array }
  | { readonly kind: 'closed'; readonly link: LinkId; readonly reason: string }
  /** Answer to `sign`; undefined when it could not be done. */
  | { readonly kind: 'signed'; readonly token: number; readonly signature: Uint8Array | undefined }
  /** Answer to `check`; undefined when it could not be done. */
  | { readonly kind: 'checked'; readonly token: number; readonly holds: boolean | undefined }
  /** `rank` is bulk when absent. */
  | { readonly kind: 'send'; readonly link: LinkId; readonly message: Uint8Array; readonly rank?: Rank }
  | { readonly kind: 'close'; readonly link: LinkId; readonly reason: string }
  /** Answer to `more`: so many bytes may be handed to the network now. */
  | { readonly kind: 'room'; readonly link: LinkId; readonly bytes: number }
  /** Milliseconds of a monotonic clock; about once a second. */
  | { readonly kind: 'time'; readonly now: number };

/** What an end has signed in a handshake, and its signature. */
export interface HandshakeProof {
  readonly text: Uint8Array;
  readonly signature: Uint8Array;
}

/** Who is at the other end, proven by its signature. */
export interface PeerIdentity {
  readonly publicKey: Uint8Array;
  /** Hex SHA-256 of the key. */
  readonly id: string;
  readonly facts: LinkFacts;
}

/** Why a message does not leave. `full`: too much waits for this peer; `gone`: the link is not up; `too_large`: above
 *  `PEER_MESSAGE_BYTES`, or empty. */
export type Unsent = 'full' | 'gone' | 'too_large';

export type SessionEffect =
  | { readonly kind: 'send'; readonly link: LinkId; readonly frame: Uint8Array }
  | { readonly kind: 'close'; readonly link: LinkId; readonly reason: string }
  | { readonly kind: 'sign'; readonly token: number; readonly message: Uint8Array }
  | {
      readonly kind: 'check';
      readonly token: number;
      readonly message: Uint8Array;
      readonly publicKey: Uint8Array;
      readonly signature: Uint8Array;
    }
  /** More waits than was handed over; `room` is wanted as soon as the network has some. */
  | { readonly kind: 'more'; readonly link: LinkId }
  | { readonly kind: 'up'; readonly link: LinkId; readonly peer: PeerIdentity }
  | { readonly kind: 'message'; readonly link: LinkId; readonly bytes: Uint8Array }
  /** Once for every link, also one that was never up: a dial or a handshake that failed. `id`: hex SHA-256 of the key that the other end
   *  has proven, if it has. */
  | { readonly kind: 'down'; readonly link: LinkId; readonly reason: string; readonly id?: string }
  /** This message is lost: the newest is, when too much waits. */
  | {
      readonly kind: 'unsent';
      readonly link: LinkId;
      readonly message: Uint8Array;
      readonly rank: Rank;
      readonly why: Unsent;
    }
  /** Another process has proven the key of this node. `later`: this process began after it. */
  | { readonly kind: 'twin'; readonly link: LinkId; readonly facts: LinkFacts; readonly later: boolean }
  /** A node that has refused this one shows that another process has proven this key to it; nothing of it is checked but who says so. */
  | { readonly kind: 'elsewhere'; readonly link: LinkId; readonly from: Uint8Array; readonly proof: HandshakeProof };
