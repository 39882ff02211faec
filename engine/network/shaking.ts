/** The state of one handshake, at either end. One thing happens at a time: each call answers with the next action, and
 *  whatever comes out of order ends the link. */

import { bytesEqual, compareBytes } from '../base/bytes.js';
import type { Random } from '../base/ports.js';
import { KEM_RANDOMNESS_BYTES, KEM_SEED_BYTES, type Kem } from '../crypto/mlkem.js';
import { sha256Hex } from '../crypto/sha256.js';
import {
  type Exchange,
  encodeHello,
  encodeProof,
  encodeWelcome,
  type LinkKeys,
  linkKeys,
  type Network,
  PEER_NONCE_RANDOM_BYTES,
  peerNonce,
  peerText,
  type Role,
  readHello,
  readProof,
  readWelcome,
  startOf,
} from './handshake.js';
import type { LinkReason } from './reasons.js';
import type { HandshakeProof } from './sessionEvents.js';

/** Larger frames are no message of the handshake: the largest, a welcome, has 6.5 KB. */
const MOST_BYTES = 8 * 1024;

/** This node, as the handshake names it. */
export interface Self {
  readonly network: Network;
  readonly publicKey: Uint8Array;
  /** Hex SHA-256 of the key. */
  readonly id: string;
  /** When the process began, milliseconds since the epoch. */
  readonly startedAt: number;
  readonly random: Random;
  readonly kem: Kem;
  /** Whether a handshake of this process under way uses this nonce. */
  readonly isOwnNonce: (nonce: Uint8Array) => boolean;
}

/** Who is at the other end, and the keys of the link. */
export interface Proven {
  readonly publicKey: Uint8Array;
  readonly id: string;
  /** Of the other end. */
  readonly nonce: Uint8Array;
  readonly keys: LinkKeys;
  /** With it the other end has proven its key. */
  readonly proof: HandshakeProof;
}

export type Action =
  | { readonly do: 'send'; readonly frame: Uint8Array }
  | { readonly do: 'sign'; readonly message: Uint8Array }
  | {
      readonly do: 'check';
      readonly message: Uint8Array;
      readonly publicKey: Uint8Array;
      readonly signature: Uint8Array;
    }
  /** `frame` is to be sent first. */
  | { readonly do: 'finish'; readonly proven: Proven; readonly frame: Uint8Array | undefined }
  | { readonly do: 'end'; readonly reason: LinkReason };

interface Known {
  readonly exchange: Exchange;
  readonly proven: Omit<Proven, 'proof'>;
}

type State =
  | {
      readonly at: 'hello';
      readonly helloFrame: Uint8Array;
      readonly secretKey: Uint8Array;
      readonly kemKey: Uint8Array;
    }
  | { readonly at: 'hello_awaited' }
  | (Known & { readonly at: 'proof_awaited' })
  | { readonly at: 'checking'; readonly exchange: Exchange; readonly proven: Proven }
  | { readonly at: 'signing'; readonly answer: (signature: Uint8Array) => Action }
  | { readonly at: 'over' };

const end = (reason: LinkReason): Action => ({ do: 'end', reason });

export class Shaking {
  readonly nonce: Uint8Array;
  #state: State = { at: 'hello_awaited' };
  /** Whether the other end has made this node work. */
  #hasWorked = false;

  constructor(
    private readonly self: Self,
    private readonly role: Role,
  ) {
    this.nonce = peerNonce(self.random.bytes(PEER_NONCE_RANDOM_BYTES), self.startedAt);
  }

  get hasWorked(): boolean {
    return this.#hasWorked;
  }

  /** What the end that has dialled does first. */
  hello(): Action {
    const { kem, network, publicKey, random } = this.self;
    const { publicKey: kemKey, secretKey } = kem.keygen(random.bytes(KEM_SEED_BYTES));
    const frame = encodeHello(network, { publicKey, nonce: this.nonce, kemKey });
    this.#state = { at: 'hello', helloFrame: frame, secretKey, kemKey };
    return { do: 'send', frame };
  }

  frame(bytes: Uint8Array): Action {
    if (bytes.length > MOST_BYTES) return end('bad_hello');
    const state = this.#state;
    if (state.at === 'hello_awaited') return this.#helloCame(bytes);
    if (state.at === 'hello') return this.#welcomeCame(bytes, state);
    if (state.at === 'proof_awaited') return this.#proofCame(bytes, state);
    return end('unexpected_frame');
  }

  signed(signature: Uint8Array | undefined): Action {
    const state = this.#state;
    if (!signature || state.at !== 'signing') return end('cannot_sign');
    return state.answer(signature);
  }

  checked(holds: boolean | undefined): Action {
    const state = this.#state;
    if (holds === undefined || state.at !== 'checking') return end('cannot_sign');
    if (!holds) return end('bad_signature');
    const { exchange, proven } = state;
    if (this.role === 'accept') return this.#finish(proven, undefined);
    const answer = (signature: Uint8Array): Action => this.#finish(proven, encodeProof(signature));
    this.#state = { at: 'signing', answer };
    return { do: 'sign', message: peerText(this.self.network, 'dial', exchange) };
  }

  #finish(proven: Proven, frame: Uint8Array | undefined): Action {
    this.#state = { at: 'over' };
    return { do: 'finish', proven, frame };
  }

  #isSelf(publicKey: Uint8Array, nonce: Uint8Array): boolean {
    return bytesEqual(publicKey, this.self.publicKey) && this.self.isOwnNonce(nonce);
  }

  #helloCame(frame: Uint8Array): Action {
    const { self } = this;
    const hello = readHello(self.network, frame);
    if (typeof hello === 'string') return end(hello);
    if (this.#isSelf(hello.publicKey, hello.nonce)) return end('self');
    this.#hasWorked = true;
    const encapsulated = self.kem.encapsulate(hello.kemKey, self.random.bytes(KEM_RANDOMNESS_BYTES));
    if (!encapsulated) return end('bad_hello');
    const { ciphertext, secret } = encapsulated;
    const id = sha256Hex(hello.publicKey);
    const exchange: Exchange = {
      dialId: id,
      acceptId: self.id,
      dialNonce: hello.nonce,
      acceptNonce: this.nonce,
      kemKey: hello.kemKey,
      ciphertext,
    };
    const answer = (signature: Uint8Array): Action => {
      const { network, publicKey } = self;
      const welcome = encodeWelcome(network, { publicKey, nonce: this.nonce, ciphertext, signature });
      const keys = linkKeys(secret, frame, welcome);
      const proven = { publicKey: hello.publicKey, id, nonce: hello.nonce, keys };
      this.#state = { at: 'proof_awaited', exchange, proven };
      return { do: 'send', frame: welcome };
    };
    this.#state = { at: 'signing', answer };
    return { do: 'sign', message: peerText(self.network, 'accept', exchange) };
  }

  #welcomeCame(frame: Uint8Array, state: State & { readonly at: 'hello' }): Action {
    const { self } = this;
    const welcome = readWelcome(self.network, frame);
    if (typeof welcome === 'string') return end(welcome);
    if (this.#isSelf(welcome.publicKey, welcome.nonce)) return end('self');
    const secret = self.kem.decapsulate(welcome.ciphertext, state.secretKey);
    if (!secret) return end('bad_hello');
    const id = sha256Hex(welcome.publicKey);
    const exchange: Exchange = {
      dialId: self.id,
      acceptId: id,
      dialNonce: this.nonce,
      acceptNonce: welcome.nonce,
      kemKey: state.kemKey,
      ciphertext: welcome.ciphertext,
    };
    const keys = linkKeys(secret, state.helloFrame, frame);
    const { publicKey, nonce, signature } = welcome;
    const message = peerText(self.network, 'accept', exchange);
    const proof = { text: message, signature };
    this.#state = { at: 'checking', exchange, proven: { publicKey, id, nonce, keys, proof } };
    return { do: 'check', message, publicKey, signature };
  }

  #proofCame(frame: Uint8Array, { exchange, proven }: Known): Action {
    const signature = readProof(frame);
    if (!signature) return end('bad_hello');
    const message = peerText(this.self.network, 'dial', exchange);
    this.#state = { at: 'checking', exchange, proven: { ...proven, proof: { text: message, signature } } };
    return { do: 'check', message, publicKey: proven.publicKey, signature };
  }
}

/** Whether the process of `own` began after that of `other`; for two of the same moment both ends agree on one. */
export function beganLater(own: Uint8Array, other: Uint8Array): boolean {
  const difference = (startOf(own) ?? 0) - (startOf(other) ?? 0);
  return difference === 0 ? compareBytes(own, other) > 0 : difference > 0;
}
