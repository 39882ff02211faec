/** Random traffic of tokens: good actions and every kind of bad one. */

import { XRGE } from '../../engine/base/amounts.js';
import type { AccountId } from '../../engine/crypto/address.js';
import { TOKEN_TEXTS, type TokenTexts } from './referenceActions.js';
import { ALL_UNITS } from './referenceFunds.js';
import { RESERVED } from './referenceTokens.js';
import { tinyPicture } from './tinyPictures.js';
import type { Actor } from './transactions.js';
import { NO_TOKEN, type Proposal, type Scene } from './workloadScene.js';

export function planTransfer(scene: Scene): Proposal {
  const { random, reference } = scene;
  const signer = scene.anyone();
  const token = random.chance(50) ? XRGE : scene.heldToken(signer);
  const amount = scene.amount(reference.balance(signer.account, token), token);
  const to = random.chance(2) ? signer.account : scene.recipient(signer);
  return { signer, action: { kind: 'transfer', to, token: scene.typed(token), amount } };
}

export function planBurn(scene: Scene): Proposal {
  const signer = scene.anyone();
  const token = scene.random.chance(30) ? XRGE : scene.heldToken(signer);
  const amount = scene.amount(scene.reference.balance(signer.account, token), token);
  return { signer, action: { kind: 'burn', token: scene.typed(token), amount } };
}

const IMAGES = ['https://example.org/a.png', 'ipfs://bafy/1', tinyPicture('webp')] as const;

/** @param emptyPercent how often a text is empty. */
function texts({ random }: Scene, emptyPercent: number): TokenTexts {
  const given: Partial<Record<keyof TokenTexts, string>> = {};
  for (const name of TOKEN_TEXTS) {
    if (random.chance(60)) continue;
    const text = name === 'image' ? random.pick(IMAGES) : `https://example.org/${name}/${random.below(1_000)}`;
    given[name] = random.chance(emptyPercent) ? '' : text;
  }
  return given;
}

function newSymbol(scene: Scene): string {
  const { random } = scene;
  const kind = random.below(100);
  if (kind < 8) return random.pick(RESERVED);
  const taken = scene.token();
  if (kind < 30 && taken !== NO_TOKEN) return taken;
  return `C${random.below(5_000)}`;
}

export function planCreation(scene: Scene): Proposal {
  const { random } = scene;
  const signer = rich(scene);
  const supply = random.pick([0n, 1n, 5_000n, 100_000n, 1_000_000n, 10n ** 15n, 1n << 100n, ALL_UNITS - 40n]);
  const mintable = random.chance(60) ? true : random.chance(30) ? false : undefined;
  const capped = random.chance(mintable ? 60 : 12);
  const room = random.pick([0n, 1n, 300n, 1_000_000n]);
  const cap = supply + room <= ALL_UNITS ? supply + room : ALL_UNITS;
  return {
    signer,
    action: {
      kind: 'create_token',
      symbol: scene.typed(newSymbol(scene)),
      name: `Token ${random.below(1_000)}`,
      supply,
      decimals: random.chance(70) ? random.between(0, 18) : undefined,
      mintable,
      maxSupply: capped ? (random.chance(12) && supply > 0n ? supply - 1n : cap) : undefined,
      texts: random.chance(50) ? texts(scene, 15) : {},
    },
  };
}

/** An account that can pay the highest fees, if there is one. */
export function rich({ random, reference, actors }: Scene): Actor {
  const some = Array.from({ length: 4 }, () => random.pick(actors));
  return some.find(({ account }) => reference.balance(account, XRGE) > 400_000_000_000n) ?? (some[0] as Actor);
}

const creatorOf = ({ reference }: Scene, symbol: string): AccountId | undefined =>
  reference.tokens.created.get(symbol)?.creator;

export function planMint(scene: Scene): Proposal {
  const { random, reference } = scene;
  const mintable = [...reference.tokens.minting.keys()];
  const symbol = mintable.length > 0 && random.chance(90) ? random.pick(mintable) : scene.token();
  const { minted = 0n, most } = reference.tokens.minting.get(symbol) ?? {};
  const room = (most ?? ALL_UNITS) - (reference.tokens.created.get(symbol)?.initialSupply ?? 0n) - minted;
  const amount = random.chance(60) ? random.pick([1n, 7n, 50n]) : random.pick([room, room + 1n, 1_000n, 0n]);
  return {
    signer: scene.mostly(creatorOf(scene, symbol)),
    action: { kind: 'mint_tokens', symbol: scene.typed(symbol), amount: amount <= ALL_UNITS ? amount : ALL_UNITS },
  };
}

export function planUpdate(scene: Scene): Proposal {
  const symbol = scene.token();
  const given = texts(scene, 30);
  return {
    signer: scene.mostly(creatorOf(scene, symbol)),
    action: {
      kind: 'update_token_metadata',
      symbol: scene.typed(symbol),
      texts: Object.keys(given).length > 0 ? given : { description: 'the only one' },
    },
  };
}

export function planClaim(scene: Scene): Proposal {
  const { random, reference } = scene;
  const bare = [...reference.tokens.created.keys()].filter((symbol) => !reference.tokens.texts.has(symbol));
  const symbol = bare.length > 0 && random.chance(60) ? random.pick(bare) : scene.token();
  return {
    signer: scene.mostly(creatorOf(scene, symbol)),
    action: { kind: 'claim_token_metadata', symbol: scene.typed(symbol) },
  };
}

/** Tokens are unfrozen sooner than frozen, so that most of them can move. */
export function planFreeze(scene: Scene): Proposal {
  const { random, reference } = scene;
  const symbol = random.chance(65) ? scene.frozenToken() : scene.token();
  return {
    signer: scene.mostly(creatorOf(scene, symbol)),
    action: {
      kind: 'token_freeze',
      symbol: scene.typed(symbol),
      frozen: random.chance(reference.tokens.isFrozen(symbol) ? 10 : 90),
    },
  };
}

export function planApproval(scene: Scene): Proposal {
  const { random, reference } = scene;
  const signer = scene.anyone();
  const symbol = random.chance(6) ? random.pick([XRGE, NO_TOKEN]) : scene.heldToken(signer);
  const spender = random.chance(3) ? signer.account : scene.other(signer).account;
  const amount = random.chance(12) ? 0n : scene.amount(reference.balance(signer.account, symbol), symbol);
  return { signer, action: { kind: 'approve', spender, symbol: scene.typed(symbol), amount } };
}

/** Mostly by an account with an allowance, for amounts up to it and a little above. */
export function planTransferFrom(scene: Scene): Proposal {
  const { random, reference } = scene;
  const allowances = [...reference.tokens.allowances];
  if (allowances.length === 0 || random.chance(8)) {
    const signer = scene.anyone();
    const symbol = random.chance(10) ? XRGE : scene.token();
    const owner = scene.other(signer).account;
    const to = scene.recipient(signer);
    return { signer, action: { kind: 'transfer_from', owner, to, symbol: scene.typed(symbol), amount: 1n } };
  }
  const [key, allowed] = random.pick(allowances);
  const [owner, spender, symbol] = [key.slice(0, 32) as AccountId, key.slice(32, 64) as AccountId, key.slice(64)];
  const signer = scene.mostly(spender, 92);
  const have = reference.balance(owner, symbol);
  const able = have > 0n && have < allowed ? have : allowed;
  const amount = random.pick([able, 1n, 1n + able / 3n, allowed, allowed < ALL_UNITS ? allowed + 1n : allowed, 0n]);
  const to = random.chance(6) ? owner : random.chance(10) ? signer.account : scene.recipient(signer);
  return { signer, action: { kind: 'transfer_from', owner, to, symbol: scene.typed(symbol), amount } };
}
