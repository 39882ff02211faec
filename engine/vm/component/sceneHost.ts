/** The host of a component over what a contract sees of the chain: the world's functions in the words of `ContractScene`. */

import { U64_MAX } from '../../base/bytes.js';
import { addressOfKey } from '../../crypto/address.js';
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from '../../crypto/mldsa.js';
import { sha256 } from '../../crypto/sha256.js';
import type { ContractScene } from '../scene.js';
import { isNftName } from './hostCharges.js';
import type { HostInterface } from './world.js';

/** Greatest royalty in hundredths of a percent; stored ones may be greater. */
const MAX_ROYALTY_BPS = 10_000;

/** Amounts have up to 128 bits, the world's 64. */
const capped = (amount: bigint): bigint => (amount > U64_MAX ? U64_MAX : amount);

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

type Part = Partial<HostInterface>;

const environment = (scene: ContractScene) =>
  ({
    log: ({ line }) => scene.log(line) as undefined,
    caller: () => scene.caller,
    'self-address': () => scene.self,
    'chain-id': () => scene.chainId,
    'block-height': () => BigInt(scene.height),
    'block-time': () => BigInt(scene.time),
    'block-hash': ({ height }) => scene.blockHash(height),
    attached: () => scene.attached && { symbol: scene.attached.symbol, amount: capped(scene.attached.amount) },
    'emit-event': ({ topic, data }) => scene.emit(topic, data) as undefined,
    random: () => scene.random(),
    'call-contract': ({ address, method, args, gas }) => scene.queueCall(address, method, args, gas ?? 0n),
    'call-result': ({ id }) => {
      const found = scene.callResult(id);
      return typeof found === 'string' ? { error: found } : { ok: found };
    },
  }) satisfies Part;

const storage = (scene: ContractScene) =>
  ({
    'storage-read': ({ key }) => scene.readStorage(key),
    'storage-write': ({ key, value }) => scene.writeStorage(key, value) as undefined,
    'storage-delete': ({ key }) => scene.deleteStorage(key) as undefined,
  }) satisfies Part;

const cryptography = (scene: ContractScene) =>
  ({
    sha256: ({ data }) => sha256(data),
    'verify-signature': ({ 'public-key': key, message, signature }) =>
      isKey(key) && signature.length === SIGNATURE_BYTES && scene.verify(key, message, signature),
    'public-key-address': ({ 'public-key': key }) => (isKey(key) ? addressOfKey(key) : undefined),
    'public-key-hash': ({ 'public-key': key }) => (isKey(key) ? sha256(key) : undefined),
  }) satisfies Part;

const funds = (scene: ContractScene) =>
  ({
    balance: ({ account }) => capped(scene.balance(account)),
    transfer: ({ to, amount }) => moved(scene.transfer(to, amount) ? undefined : 'insufficient'),
    'token-balance': ({ symbol, account }) => {
      const found = scene.tokenBalance(symbol, account);
      return found === undefined ? undefined : capped(found);
    },
    'token-transfer': ({ symbol, to, amount }) =>
      moved(to === '' || amount === 0n ? 'invalid' : scene.tokenTransfer(symbol, to, amount)),
  }) satisfies Part;

const nfts = (scene: ContractScene) =>
  ({
    'nft-owner': ({ collection, id }) => scene.nftOwner(collection, id),
    'nft-transfer': ({ collection, id, to }) => {
      const refused = to === '' ? 'not_found' : scene.nftTransfer(collection, id, to);
      return moved(refused && NFT_TRANSFER[refused]);
    },
    'nft-create-collection': ({ symbol, name, most }) => {
      const ticker = symbol.trim().toUpperCase();
      if (ticker === '' || !isNftName(name)) return { error: 'invalid' };
      const made = scene.nftCreateCollection(ticker, name, most ?? 0n);
      return typeof made === 'string' ? { error: made } : { ok: made.id };
    },
    'nft-mint': ({ collection, to, name, metadata }) => {
      if (to === '' || !isNftName(name)) return { error: 'invalid' };
      const made = scene.nftMint(collection, to, name, metadata ?? '');
      return typeof made === 'string' ? { error: MINT[made] } : { ok: BigInt(made.id) };
    },
    'nft-royalty': ({ collection }) => {
      const found = scene.royalty(collection);
      return found && { bps: Math.min(found.bps, MAX_ROYALTY_BPS), recipient: found.recipient };
    },
  }) satisfies Part;

/** @param scene of one execution. */
export const sceneHost = (scene: ContractScene): HostInterface => ({
  ...environment(scene),
  ...storage(scene),
  ...cryptography(scene),
  ...funds(scene),
  ...nfts(scene),
});
