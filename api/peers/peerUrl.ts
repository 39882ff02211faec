/** URLs of other nodes, and which of them this node dials.
 *
 *  A peer's URL is that of its API, `http(s)://host[:port]/api`; its WebSocket is at `/p2p` below. URLs that the operator has named
 *  are dialled wherever they lead. All others come from strangers: they may lead to the public internet only, and the address is
 *  judged again after the name was resolved, because anybody can let a name point to 127.0.0.1. */

import { isIP } from 'node:net';
import { isRefusal, type Refusal, refuse } from '../../engine/base/refusal.js';
import { isPublicAddress } from './publicAddress.js';

/** Longest URL that is taken; names have 253 characters at most. */
const MAX_URL_CHARACTERS = 512;

/** Names that lead to this machine or the network around it (RFC 6761, RFC 6762, RFC 8375, and `.internal` of ICANN). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)$/;

export interface PeerUrl {
  /** One spelling for all that lead to the same place. */
  readonly text: string;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  /** URL of its WebSocket. */
  readonly socket: string;
}

const malformed = (sentence: string): Refusal => refuse('malformed_parameter', sentence);

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** @returns the URL of a peer, or what is wrong with it. Numbers, hexadecimal, full-width and escaped spellings of a host come out
 *  as the address or name that they mean. */
export function readPeerUrl(text: string): PeerUrl | Refusal {
  if (text.length > MAX_URL_CHARACTERS)
    return malformed(`the URL of a peer has at most ${MAX_URL_CHARACTERS} characters`);
  const url = parsed(text.trim());
  if (!url) return malformed('the URL of a peer must be like https://node.example/api');
  const { hash, password, port, protocol, search, username } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    return malformed('the URL of a peer must begin with http:// or https://');
  if (username !== '' || password !== '') return malformed('the URL of a peer must not carry a user name or password');
  if (search !== '' || hash !== '') return malformed('the URL of a peer must end with its path');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith('/api')) return malformed('the URL of a peer must end in /api');
  if (port === '0') return malformed('the URL of a peer must name a port that can be dialled');
  const name = url.hostname.replace(/\.$/, '');
  const host = name.startsWith('[') ? name.slice(1, -1) : name;
  if (host === '' || host.endsWith('.')) return malformed('the URL of a peer must name a host');
  const place = `//${name}${port === '' ? '' : `:${port}`}${path}`;
  const socket = `${protocol === 'https:' ? 'wss:' : 'ws:'}${place}/p2p`;
  return { text: `${protocol}${place}`, host, isAddress: isIP(host) !== 0, socket };
}

/** The URL of a peer as somebody registers it: `/api` may be missing. @returns its one spelling. */
export function registeredUrl(text: string): string | Refusal {
  if (text.length > MAX_URL_CHARACTERS) return readPeerUrl(text) as Refusal;
  const url = parsed(text.trim());
  if (url && !/\/api\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/api`;
  const read = readPeerUrl(url ? url.href : text);
  return isRefusal(read) ? read : read.text;
}

export interface PeerUrlRules {
  /** Lets strangers name hosts of private networks and of this machine: for networks on one machine or in one house. */
  readonly allowPrivate: boolean;
  /** URLs that the operator has named. */
  readonly named: readonly string[];
  /** URLs of this node. */
  readonly own: readonly string[];
}

export interface PeerUrlPolicy {
  /** @returns the URL in its one spelling, or why this node does not dial it. */
  check(url: string): PeerUrl | Refusal;
  /** @param address to which the host of a checked URL resolves. */
  allows(url: PeerUrl, address: string): boolean;
}

/** @param texts of URLs; those that are malformed are left out, because the configuration has already refused them. */
function spelled(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map(readPeerUrl).flatMap((url) => (isRefusal(url) ? [] : [url.text])));
}

export function peerUrlPolicy({ allowPrivate, named, own }: PeerUrlRules): PeerUrlPolicy {
  const trusted = spelled(named);
  const ours = spelled(own);
  const isFree = (url: PeerUrl): boolean => allowPrivate || trusted.has(url.text);
  return {
    check(text) {
      const url = readPeerUrl(text);
      if (isRefusal(url)) return url;
      if (ours.has(url.text)) return refuse('rule_violation', 'this is the URL of this node itself');
      const isLocal = url.isAddress ? !isPublicAddress(url.host) : LOCAL_NAME.test(url.host);
      return isLocal && !isFree(url)
        ? refuse('rule_violation', `${url.host} is not on the public internet; name a host that every node can reach`)
        : url;
    },
    allows: (url, address) => isFree(url) || isPublicAddress(address),
  };
}
