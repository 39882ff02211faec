/** The host of a component over what a contract sees of the chain: the world's functions in the words of `ContractScene`. */

import { U64_MAX } from '../../base/bytes.js';
import { addressOfKey } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { sha256 } from '../../crypto/sha256.js';
import { MAX_NFT_NAME_BYTES } from '../host/nfts.js';
import type { ContractScene } from '../scene.js';
import type { AskHost } from './binding.js';
import type { WitValue } from './witType.js';
import type { HostInterface } from './world.js';

/** Greatest royalty in hundredths of a percent; stored ones may be greater. */
const MAX_ROYALTY_BPS = 10_000;

/** Amounts have up to 128 bits, the world's 64. */
const capped = (amount: bigint): bigint => (amount > U64_MAX ? U64_MAX : amount);

/** A name of a collection or an NFT. */
const isNftName = (name: string): boolean => name !== '' && Buffer.byteLength(name, 'utf8') <= MAX_NFT_NAME_BYTES;

const isKey = (bytes: Uint8Array): boolean => bytes.length === PUBLIC_KEY_BYTES;

const moved = <Refused extends string>(refused: Refused | undefined): { ok: undefined } | { error: Refused } =>
  refused === undefined ? { ok: undefined } : { error: refused };

const NFT_TRANSFER = { not_owned: 'not-owned', not_found: 'not-found' } as const;
const MINT = {
  not_creator: 'not-creator',
  max_reached: 'max-reached',
  missing: 'missing',
  invalid: 'invalid',
} as const;

type Part = Partial<HostInterface<[ContractScene]>>;

const environment = {
  log: ({ line }, scene) => scene.log(line) as undefined,
  caller: (_, scene) => scene.caller,
  'self-address': (_, scene) => scene.self,
  'chain-id': (_, scene) => scene.chainId,
  'block-height': (_, scene) => BigInt(scene.height),
  'block-time': (_, scene) => BigInt(scene.time),
  'block-hash': ({ height }, scene) => scene.blockHash(height),
  attached: (_, scene) => scene.attached && { symbol: scene.attached.symbol, amount: capped(scene.attached.amount) },
  'emit-event': ({ topic, data }, scene) => scene.emit(topic, data) as undefined,
  random: (_, scene) => scene.random(),
  'call-contract': ({ address, method, args, gas }, scene) => scene.queueCall(address, method, args, gas ?? 0n),
  'call-result': ({ id }, scene) => {
    const found = scene.callResult(id);
    return typeof found === 'string' ? { error: found } : { ok: found };
  },
} satisfies Part;

const storage = {
  'storage-read': ({ key }, scene) => scene.readStorage(key),
  'storage-write': ({ key, value }, scene) => scene.writeStorage(key, value) as undefined,
  'storage-delete': ({ key }, scene) => scene.deleteStorage(key) as undefined,
} satisfies Part;

const cryptography = {
  sha256: ({ data }) => sha256(data),
  'verify-signature': ({ 'public-key': key, message, signature }, scene) =>
    isKey(key) && signature.length === SIGNATURE_BYTES && scene.verify(key, message, signature),
  'public-key-address': ({ 'public-key': key }) => (isKey(key) ? addressOfKey(key) : undefined),
  'public-key-hash': ({ 'public-key': key }) => (isKey(key) ? sha256(key) : undefined),
} satisfies Part;

const funds = {
  balance: ({ account }, scene) => capped(scene.balance(account)),
  transfer: ({ to, amount }, scene) => moved(scene.transfer(to, amount) ? undefined : 'insufficient'),
  'token-balance': ({ symbol, account }, scene) => {
    const found = scene.tokenBalance(symbol, account);
    return found === undefined ? undefined : capped(found);
  },
  'token-transfer': ({ symbol, to, amount }, scene) =>
    moved(to === '' || amount === 0n ? 'invalid' : scene.tokenTransfer(symbol, to, amount)),
} satisfies Part;

const nfts = {
  'nft-owner': ({ collection, id }, scene) => scene.nftOwner(collection, id),
  'nft-transfer': ({ collection, id, to }, scene) => {
    const refused = to === '' ? 'not_found' : scene.nftTransfer(collection, id, to);
    return moved(refused && NFT_TRANSFER[refused]);
  },
  'nft-create-collection': ({ symbol, name, most }, scene) => {
    const ticker = symbol.trim();
    if (ticker === '' || !isNftName(name)) return { error: 'invalid' };
    const made = scene.nftCreateCollection(ticker, name, most ?? 0n);
    return typeof made === 'string' ? { error: made } : { ok: made.id };
  },
  'nft-mint': ({ collection, to, name, metadata }, scene) => {
    if (to === '' || !isNftName(name)) return { error: 'invalid' };
    const made = scene.nftMint(collection, to, name, metadata ?? '');
    return typeof made === 'string' ? { error: MINT[made] } : { ok: BigInt(made.id) };
  },
  'nft-royalty': ({ collection }, scene) => {
    const found = scene.royalty(collection);
    return found && { bps: Math.min(found.bps, MAX_ROYALTY_BPS), recipient: found.recipient };
  },
} satisfies Part;

/** All functions of the world. They are made once: a call only brings its scene. */
const sceneFunctions: HostInterface<[ContractScene]> = {
  ...environment,
  ...storage,
  ...cryptography,
  ...funds,
  ...nfts,
};

type Untyped = (values: { readonly [name: string]: WitValue }, scene: ContractScene) => WitValue;

/** @param scene of one execution. */
export const askScene =
  (scene: ContractScene): AskHost =>
  (name, values) =>
    (sceneFunctions[name] as Untyped)(values, scene);
