/** The way of a running node to other nodes: real sockets, real cryptography, and the URLs that it may dial.
 *
 *  In: the configuration. Out: the network's sockets with their door, the ports of the engine, whom the node looks for. URLs that the
 *  operator has named are dialled wherever they lead; URLs that strangers tell only lead to the public internet. */

import { createNet, type PeerNet, peerNetworkOf } from '../api/peers/peerNet.js';
import { peerUrlPolicy, readPeerUrl } from '../api/peers/peerUrl.js';
import type { Log } from '../engine/base/ports.js';
import { isRefusal, type Refusal, refuse } from '../engine/base/refusal.js';
import { type AccountId, resolveAccount } from '../engine/crypto/address.js';
import { aes256Gcm } from '../engine/crypto/aead.js';
import { nobleKem } from '../engine/crypto/mlkem.js';
import type { NetPorts, PeerOptions } from '../engine/head/joinNetwork.js';
import type { Config } from './config/schema.js';
import { programVersion } from './version.js';

/** Accounts of the nodes that the operator has named for private records. */
export const servicePeersOf = ({ servicePeers }: Pick<Config, 'servicePeers'>): readonly AccountId[] =>
  servicePeers.flatMap((text) => resolveAccount(text)?.account ?? []);

type PeerConfig = Pick<Config, 'peers' | 'publicUrl' | 'allowPrivatePeers' | 'trustedProxies'>;

type Wanted = Pick<Config, 'peers' | 'publicUrl' | 'servicePeers'>;

/** Whom the node looks for, and where it is found. The URL of a node for its peers is that of its API: /api is added to a
 *  `--public-url` that does not end in it. */
export function peerOptions({ peers, publicUrl, ...config }: Wanted): PeerOptions | Refusal {
  const seeds = [...new Set(peers.map(readPeerUrl).flatMap((url) => (isRefusal(url) ? [] : [url.text])))];
  const version = programVersion();
  const servicePeers = servicePeersOf(config);
  if (publicUrl === undefined) return { seeds, publicUrl: undefined, version, servicePeers };
  const own = readPeerUrl(publicUrl.endsWith('/api') ? publicUrl : `${publicUrl}/api`);
  if (isRefusal(own)) return refuse(own.code, `--public-url: ${own.message}`);
  return { seeds, publicUrl: own.text, version, servicePeers };
}

/** The sockets, which the caller stops. They serve one `Node`: another one in the same process needs its own. */
export function openNet(config: PeerConfig, options: PeerOptions, log: Log): { net: PeerNet; ports: NetPorts } {
  const own = options.publicUrl === undefined ? [] : [options.publicUrl];
  const policy = peerUrlPolicy({ allowPrivate: config.allowPrivatePeers, named: options.seeds, own });
  const net = createNet({
    policy,
    trustedProxies: config.trustedProxies,
    report: (error, where) => log.error({ error, where }, 'a peer could not be served'),
  });
  const mayDial = (url: string): boolean => !isRefusal(policy.check(url));
  return { net, ports: { net, kem: nobleKem, aead: aes256Gcm, networkOf: peerNetworkOf, mayDial } };
}
