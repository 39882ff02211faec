/** The port to other nodes' machines: ordered frames of bytes over connections. Nothing here is authenticated: whose machine is
 *  at the other end, and what it may say, is decided by `sessions.ts`.
 *
 *  In: URLs to dial and frames to send. Out: what happened to each link, through the listener. May be lost: a frame for which
 *  `send` answers false, and everything that was on its way when a link ended. `api/peers` fills the port with WebSockets, the
 *  simulator with queues. A listener is never called from within a call of `Net`. */

/** Names a connection for as long as the process runs; a number is never used twice. */
export type LinkId = number;

export interface LinkFacts {
  readonly direction: 'dial' | 'accept';
  /** What was dialled; undefined for an accepted link. */
  readonly url: string | undefined;
  /** Address of the other end, or of its client behind a trusted proxy; '' when it is unknown. */
  readonly address: string;
}

export interface NetListener {
  opened(link: LinkId, facts: LinkFacts): void;
  /** One binary WebSocket message of at most `PEER_FRAME_BYTES`; the receiver may keep it. */
  frame(link: LinkId, bytes: Uint8Array): void;
  /** Bytes that waited have left; `buffered` says how many still wait. */
  drained(link: LinkId): void;
  /** Once for every opened link, and for a dial that failed. @param reason of this end or of the other; one line of text. */
  closed(link: LinkId, reason: string): void;
}

export interface Net {
  start(listener: NetListener): void;
  /** `opened` or `closed` follows, never before `dial` has returned. */
  dial(url: string): LinkId;
  /** @returns false when the link is gone or its buffer is full: then the frame is lost. */
  send(link: LinkId, frame: Uint8Array): boolean;
  /** Bytes that wait to be sent; 0 for a link that is gone. */
  buffered(link: LinkId): number;
  /** What was sent before still leaves, as far as the other end takes it. @param reason the other end is told its first 123 bytes. */
  close(link: LinkId, reason: string): void;
  /** Closes every link and takes no other. */
  stop(): Promise<void>;
}
