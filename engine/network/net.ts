/** The network as the engine sees it: raw ordered frames of bytes over connections. Nothing is authenticated here.
 *
 *  Sockets implement it (`api/peers`), and so does a simulated network. */

export type LinkId = number;

export interface LinkFacts {
  readonly direction: 'dial' | 'accept';
  /** The URL that was dialled. */
  readonly url: string | undefined;
  /** Address of the other end, '' when it is unknown. */
  readonly address: string;
}

export interface NetListener {
  opened(link: LinkId, facts: LinkFacts): void;
  /** One binary message of at most 1 MiB; the receiver may keep it. */
  frame(link: LinkId, bytes: Uint8Array): void;
  drained(link: LinkId): void;
  /** Once for every opened link, and for a dial that failed. */
  closed(link: LinkId, reason: string): void;
}

export interface Net {
  start(listener: NetListener): void;
  /** `opened` or `closed` follows, never before this has returned. */
  dial(url: string): LinkId;
  /** @returns false when the link is gone or its buffer is full; the frame is lost then. */
  send(link: LinkId, frame: Uint8Array): boolean;
  /** Bytes that wait. */
  buffered(link: LinkId): number;
  close(link: LinkId, reason: string): void;
  stop(): Promise<void>;
}
