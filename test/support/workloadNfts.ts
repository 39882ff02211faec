/** Random traffic of NFTs: collections from which many accounts mint and sell, and every kind of bad action. */

import { XRGE } from '../../engine/base/amounts.js';
import { burnAccount, treasuryAccount } from '../../engine/crypto/address.js';
import type { CreateCollection, NftTexts } from './referenceActions.js';
import type { CollectionFacts, NftFacts } from './referenceNfts.js';
import type { Actor } from './transactions.js';
import { NO_TOKEN, type Proposal, type Scene } from './workloadScene.js';
import { rich } from './workloadTokens.js';

const NO_COLLECTION = 'col:0123456789abcdef:NONE';

export function planCollection(scene: Scene): Proposal {
  const { random, reference } = scene;
  const signer = rich(scene);
  const own = [...reference.nfts.collections.values()].filter(({ creator }) => creator === signer.account);
  const again = own.length > 0 && random.chance(15);
  const symbol = again ? random.pick(own).symbol : `N${random.below(300)}`;
  return { signer, action: { kind: 'nft_create_collection', symbol: scene.typed(symbol), ...rulesOf(scene) } };
}

function rulesOf(scene: Scene): Omit<CreateCollection, 'kind' | 'symbol'> {
  const { random } = scene;
  const gated = random.chance(50);
  const gateToken = random.chance(35) ? random.pick([XRGE, XRGE, XRGE, NO_TOKEN]) : scene.token();
  const held = scene.reference.balance(scene.anyone().account, gateToken) || 1n;
  return {
    name: `Collection ${random.below(1_000)}`,
    description: random.chance(50) ? 'a few words' : undefined,
    image: random.chance(50) ? 'ipfs://bafy/cover' : undefined,
    maxSupply: random.chance(60) ? random.pick([1, 5, 40, 500]) : undefined,
    royaltyBps: random.chance(80) ? random.pick([0, 1, 250, 500, 3_333, 10_000]) : undefined,
    royaltyRecipient: random.chance(40) ? (random.chance(20) ? treasuryAccount : scene.anyone().account) : undefined,
    publicMint: random.chance(70) ? true : random.chance(50) ? false : undefined,
    mintPrice: random.chance(75) ? random.pick([0n, 1n, 333_333_333n, 7_000_000_001n, 9_000_000_000_000n]) : undefined,
    gate: gated
      ? { symbol: scene.typed(gateToken), amount: random.pick([1n, 40n, 1_000_000_000n, held, held]) }
      : undefined,
    discountPct: random.chance(60) ? random.pick([0, 1, 33, 50, 99, 100]) : undefined,
  };
}

function textsOf({ random }: Scene): NftTexts {
  const serial = random.below(100_000);
  return { name: `Piece ${serial}`, uri: `ipfs://bafy/${serial}`, attributes: `{"rank":${serial},"set":["a","b"]}` };
}

function collectionOf({ random, reference }: Scene): CollectionFacts | undefined {
  const all = [...reference.nfts.collections.values()];
  const frozen = random.chance(6) ? all.filter((collection) => collection.frozen) : [];
  if (frozen.length > 0) return random.pick(frozen);
  return all.length > 0 && random.chance(93) ? random.pick(all) : undefined;
}

/** An account that holds exactly what the discount requires, if there is one. */
function atTheGate(scene: Scene, collection: CollectionFacts | undefined): Actor {
  const gate = collection?.order.gate;
  const holds = ({ account }: Actor): boolean =>
    gate !== undefined && scene.reference.balance(account, gate.symbol.toUpperCase()) === gate.amount;
  return scene.actors.find(holds) ?? scene.anyone();
}

export function planNftMint(scene: Scene): Proposal {
  const { random } = scene;
  const collection = collectionOf(scene);
  const isPublic = collection?.order.publicMint === true;
  const anybody = random.chance(40) ? atTheGate(scene, collection) : scene.anyone();
  const signer = isPublic && random.chance(75) ? anybody : scene.mostly(collection?.creator);
  const { name, uri, attributes } = textsOf(scene);
  return {
    signer,
    action: {
      kind: 'nft_mint',
      collection: collection?.id ?? NO_COLLECTION,
      token: {
        name,
        uri: random.chance(60) ? uri : undefined,
        attributes: random.chance(50) ? attributes : undefined,
      },
    },
  };
}

export function planBatch(scene: Scene): Proposal {
  const { random } = scene;
  const collection = collectionOf(scene);
  const size = random.chance(90) ? random.between(1, 5) : random.pick([0, 49, 50, 51]);
  const [withUris, withAttributes] = [random.chance(60), random.chance(40)];
  const tokens = Array.from({ length: size }, () => {
    const { name, uri, attributes } = textsOf(scene);
    return { name, uri: withUris ? uri : undefined, attributes: withAttributes ? attributes : undefined };
  });
  return {
    signer: scene.mostly(collection?.creator),
    action: { kind: 'nft_batch_mint', collection: collection?.id ?? NO_COLLECTION, tokens },
  };
}

function tokenOf({ random, reference }: Scene): NftFacts | undefined {
  const { tokens } = reference.nfts;
  if (tokens.size === 0 || random.chance(7)) return undefined;
  // The newest ones are transferred most.
  const all = [...tokens.values()];
  return random.pick(random.chance(60) ? all.slice(-40) : all);
}

const anyId = (scene: Scene): string =>
  scene.random.chance(40) ? NO_COLLECTION : (collectionOf(scene)?.id ?? NO_COLLECTION);

/** Names a token; one that never existed where there is none. */
const nameOf = (scene: Scene, token: NftFacts | undefined): { readonly collection: string; readonly id: number } =>
  token
    ? { collection: token.collection.id, id: token.id }
    : { collection: anyId(scene), id: scene.random.pick([0, 1, 999_999]) };

export function planNftTransfer(scene: Scene): Proposal {
  const { random } = scene;
  const token = tokenOf(scene);
  const signer = scene.mostly(token?.owner, 90);
  const kind = random.below(100);
  const to =
    kind < 3 ? signer.account : kind < 5 ? random.pick([burnAccount, treasuryAccount]) : scene.other(signer).account;
  const salePrice = random.chance(70)
    ? random.pick([0n, 1n, 29n, 10_001n, 5_000_000_001n, 90_000_000_000_000n])
    : undefined;
  return { signer, action: { kind: 'nft_transfer', ...nameOf(scene, token), to, salePrice } };
}

export function planNftBurn(scene: Scene): Proposal {
  const token = tokenOf(scene);
  return { signer: scene.mostly(token?.owner, 75), action: { kind: 'nft_burn', ...nameOf(scene, token) } };
}

export function planLock(scene: Scene): Proposal {
  const token = tokenOf(scene);
  const locked = token?.locked ? scene.random.chance(20) : scene.random.chance(70);
  return { signer: scene.mostly(token?.owner), action: { kind: 'nft_lock', ...nameOf(scene, token), locked } };
}

export function planCollectionFreeze(scene: Scene): Proposal {
  const { random, reference } = scene;
  const frozen = [...reference.nfts.collections.values()].filter((collection) => collection.frozen);
  const release = frozen.length > 0 && random.chance(65);
  const collection = release ? random.pick(frozen) : collectionOf(scene);
  return {
    signer: scene.mostly(collection?.creator),
    action: { kind: 'nft_freeze_collection', collection: collection?.id ?? NO_COLLECTION, frozen: !release },
  };
}
