/** Random traffic of the directory: wallets and names that many want, changes of them, pictures, and every way to be too late. */

import { createHash } from 'node:crypto';
import type { AccountId } from '../../engine/crypto/address.js';
import type { Actor } from './transactions.js';
import type { Proposal, Scene } from './workloadScene.js';

/** As few as the actors: most are taken after a while. */
const NAMES = 30;
const WALLETS = 40;

const keyOf = (number: number): string =>
  createHash('shake256', { outputLength: 1_184 }).update(`workload ${number}`).digest('hex');

/** A display name in one of several spellings that are the same. */
function displayName({ random }: Scene): string {
  const name = `Äctor ${random.below(WALLETS)}`;
  return random.pick([name, name, name.toUpperCase(), name.toLowerCase(), name.normalize('NFD')]);
}

function avatar({ random }: Scene): string | undefined {
  const kind = random.below(100);
  if (kind < 75) return undefined;
  const picture = (bytes: number): string => `data:image/png;base64,${Buffer.alloc(bytes, 7).toString('base64')}`;
  return kind < 85 ? `https://pictures.example/${random.below(9)}.png` : picture(random.between(1, 9_000));
}

export function planWallet(scene: Scene): Proposal {
  const { random } = scene;
  const signer = scene.anyone();
  return {
    signer,
    action: {
      kind: 'register_wallet',
      signingKey: signer.keyHex,
      id: random.chance(45) ? undefined : `wallet-${random.below(WALLETS)}`,
      displayName: displayName(scene),
      encryptionKey: keyOf(random.below(WALLETS)),
      discoverable: random.chance(80),
      avatar: avatar(scene),
    },
  };
}

const nameOf = ({ random }: Scene): string => random.pick(['name_', 'Name_']) + String(random.below(NAMES));

/** One of the texts that name a wallet. */
function walletOf(
  scene: Scene,
  { account, address, keyHex }: Actor,
): { walletId: string; account: AccountId | undefined } {
  const { random, reference } = scene;
  const { id, encryptionKey } = reference.directory.wallets.get(account) ?? {};
  const named = random.pick([id, encryptionKey, undefined]);
  return named === undefined
    ? { walletId: random.pick([keyHex, address]), account }
    : { walletId: named, account: undefined };
}

export function planName(scene: Scene): Proposal {
  const { random, reference } = scene;
  const owners = [...reference.directory.wallets.keys()];
  const signer = scene.mostly(owners.length > 0 ? random.pick(owners) : undefined);
  const owner = random.chance(90) ? signer : scene.other(signer);
  return { signer, action: { kind: 'register_name', name: nameOf(scene), ...walletOf(scene, owner) } };
}

export function planRelease(scene: Scene): Proposal {
  const { random, reference } = scene;
  const known = [...reference.directory.names];
  const [name, entry] = known.length > 0 && random.chance(90) ? random.pick(known) : [nameOf(scene), undefined];
  return { signer: scene.mostly(entry?.owner), action: { kind: 'release_name', name } };
}
