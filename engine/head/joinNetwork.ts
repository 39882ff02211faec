/** Puts a node among peers: sessions over the port `Net`, and the peer network over the sessions. */

import { toHex } from '../base/bytes.js';
import type { Clock, Log, Random } from '../base/ports.js';
import type { ChainRules } from '../consensus/production.js';
import { type AccountId, accountBytes } from '../crypto/address.js';
import type { Aead } from '../crypto/aead.js';
import type { Kem } from '../crypto/mlkem.js';
import type { Mempool } from '../mempool/mempool.js';
import type { LinkId, Net } from '../network/net.js';
import { PeerNetwork } from '../network/peerNetwork.js';
import { SessionLinks } from '../network/sessionLinks.js';
import { Sessions } from '../network/sessions.js';
import type { SnapshotSyncOptions } from '../network/snapshotEvents.js';
import type { Peering } from './peering.js';

/** The way to other nodes. */
export interface NetPorts {
  readonly net: Net;
  readonly kem: Kem;
  readonly aead: Aead;
  /** What shares the places for strangers: the network of an address, '' for this machine and for unknown addresses. */
  readonly networkOf: (address: string) => string;
  /** Whether a URL that strangers told may be dialled. */
  readonly mayDial: (url: string) => boolean;
}

export interface PeerOptions {
  /** URLs that the operator named, each with the /api suffix. */
  readonly seeds: readonly string[];
  /** Where others reach this node, with the /api suffix; undefined: it is not discoverable. */
  readonly publicUrl: string | undefined;
  /** Of the program. */
  readonly version: string;
  /** Nodes with which private records of the services are exchanged. */
  readonly servicePeers?: readonly AccountId[];
}

export interface JoiningNode {
  readonly rules: ChainRules;
  readonly publicKey: Uint8Array;
  readonly mine: boolean;
  readonly nodeName: string | undefined;
  readonly blockTimeMs: number;
  readonly mempool: Mempool;
  readonly random: Random;
  readonly clock: Clock;
  readonly log: Log;
  /** The chain is to begin with a snapshot from its peers. */
  readonly snapshotSync: SnapshotSyncOptions | undefined;
}

/** @param saved addresses of an earlier run, as the network wrote them. */
export function joinNetwork(
  peering: Peering,
  ports: NetPorts,
  options: PeerOptions,
  node: JoiningNode,
  saved: string | undefined,
): PeerNetwork {
  const { rules, publicKey, clock, random, mempool } = node;
  const { chainId, fileHash } = rules.genesis;
  const sessions = new Sessions({
    network: { chainId, genesis: fileHash },
    publicKey,
    startedAt: clock.now(),
    now: clock.monotonic(),
    random,
    kem: ports.kem,
    aead: ports.aead,
    networkOf: ports.networkOf,
  });
  const links = new SessionLinks(sessions, ports.net, (effect) => peering.handle(effect));
  const network = new PeerNetwork({
    ownKey: publicKey,
    name: node.nodeName ?? '',
    version: options.version,
    producing: node.mine,
    blockTimeMs: node.blockTimeMs,
    protocol: rules.protocol,
    waiting: {
      has: (id) => mempool.get(id) !== undefined,
      get: (id) => mempool.get(id),
      *ids() {
        for (const { transaction } of mempool.items()) yield transaction.id;
      },
      *all() {
        for (const { leaf, transaction } of mempool.items()) yield { leaf, transaction };
      },
    },
    random,
    linkBytes: (link: LinkId) => sessions.waitingBytes(link) + ports.net.buffered(link),
    now: clock.monotonic(),
    seeds: options.seeds,
    saved,
    url: options.publicUrl ?? '',
    mayDial: ports.mayDial,
    snapshotSync: node.snapshotSync,
    servicePeers: new Set(options.servicePeers?.map((account) => toHex(accountBytes(account)))),
  });
  if (network.damagedAddresses)
    node.log.warn({ reason: network.damagedAddresses.message }, 'the list of known peers is made anew');
  peering.start(network, links, options.seeds);
  return network;
}
