/** Random traffic of contracts: programs of a few host calls each, and calls of them, with payments, sub-calls and every way to fail. */

import { BURN_ADDRESS, TREASURY } from '../../engine/crypto/address.js';
import type { Program, Step } from './scriptedMachine.js';
import { GENESIS_TOKENS, type Proposal, type Scene } from './workloadScene.js';

const NO_CONTRACT = '0123456789abcdef0123456789abcdef01234567';
const METHODS = ['main', 'pay', 'other'] as const;

/** As many as can be called often enough. */
const MOST_CONTRACTS = 60;

function someone(scene: Scene): string {
  const { random, reference } = scene;
  const kind = random.below(100);
  const known = reference.contracts.addresses;
  if (kind < 25) return '$caller';
  if (kind < 32) return '$self';
  if (kind < 55 && known.length > 0) return random.chance(80) ? random.pick(known) : random.pick(known).toUpperCase();
  if (kind < 60) return random.pick([BURN_ADDRESS, TREASURY, NO_CONTRACT, 'nobody', '']);
  const actor = scene.anyone();
  return random.chance(90) ? actor.address : actor.keyHex;
}

const few = ({ random }: Scene): string =>
  String(random.pick([0n, 1n, 3n, random.bigBelow(400n), random.bigBelow(1n << 62n)]));

/** A token that contracts get as payment; symbols as they are kept. */
const token = ({ random }: Scene): string => random.pick([...GENESIS_TOKENS, 'XRGE', 'NONE']).toUpperCase();

const symbolOf = ({ random }: Scene): string => `C${random.below(3)}`;

/** A collection of a contract, or any other. */
function collection(scene: Scene): string {
  const { random, reference } = scene;
  const kind = random.below(100);
  if (kind < 55) return `col:$start:${symbolOf(scene)}`;
  const all = [...reference.nfts.collections.keys()];
  return all.length > 0 && kind < 90 ? random.pick(all) : 'col:0123456789abcdef:NONE';
}

function callStep(scene: Scene): Step {
  const { random, reference } = scene;
  const known = reference.contracts.addresses;
  const kind = random.below(100);
  const to =
    kind < 40 || known.length === 0 ? '$self' : kind < 94 ? random.pick(known) : random.pick([NO_CONTRACT, 'nobody']);
  const gas = random.pick(['0', '0', '-1', '2000', '60000', String(random.below(5_000)), '9223372036854775807']);
  return ['call', to, random.pick([...METHODS, ...METHODS, 'none']), '{}', gas];
}

const STEPS: readonly (readonly [number, (scene: Scene) => Step])[] = [
  [10, ({ random }) => ['write', `k${random.below(4)}`, 'v'.repeat(random.below(9))]],
  [6, ({ random }) => ['read', `k${random.below(4)}`]],
  [4, ({ random }) => ['delete', `k${random.below(4)}`]],
  [16, (scene) => ['pay', someone(scene), few(scene)]],
  [5, (scene) => ['balance', someone(scene)]],
  [12, (scene) => ['payTokens', token(scene), someone(scene), few(scene)]],
  [4, (scene) => ['tokens', scene.random.pick(GENESIS_TOKENS).toUpperCase(), someone(scene)]],
  [5, ({ random }) => ['emit', `topic${random.below(3)}`, `data${random.below(9)}`]],
  [3, ({ random }) => ['return', `"${random.below(99)}"`]],
  [18, callStep],
  [6, (scene) => ['collect', symbolOf(scene), 'Made by a contract', String(scene.random.pick([0, 0, 1, 9]))]],
  [
    12,
    (scene) => ['mint', collection(scene), someone(scene), scene.random.chance(95) ? 'Piece' : '', '{"by":"contract"}'],
  ],
  [8, (scene) => ['handOn', collection(scene), String(scene.random.between(1, 6)), someone(scene)]],
  [4, (scene) => ['owner', collection(scene), String(scene.random.between(1, 6))]],
  [2, ({ random }) => ['trap', `reason${random.below(9)}`]],
  [2, ({ random }) => ['use', random.pick([1_000, 50_000])]],
];
const ALL_STEPS = STEPS.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

const methodOf = (scene: Scene): readonly Step[] =>
  Array.from({ length: scene.random.between(1, 8) }, () => scene.random.pick(ALL_STEPS)(scene));

export function planDeploy(scene: Scene): Proposal {
  const { random, reference } = scene;
  const signer = scene.anyone();
  if (reference.contracts.addresses.length >= MOST_CONTRACTS) return planCall(scene);
  const names = METHODS.filter((name) => name === 'main' || random.chance(70));
  const program: Program = Object.fromEntries(names.map((name) => [name, methodOf(scene)]));
  return { signer, action: { kind: 'contract_deploy', program } };
}

export function planCall(scene: Scene): Proposal {
  const { random, reference } = scene;
  const known = reference.contracts.addresses;
  const contract = known.length > 0 && random.chance(98) ? random.pick(known) : NO_CONTRACT;
  const paid = random.chance(55);
  const symbol = random.chance(55) ? 'XRGE' : random.pick([...GENESIS_TOKENS, scene.token()]);
  const holders = scene.actors.filter(({ account }) => reference.balance(account, symbol.toUpperCase()) > 1_000n);
  const signer = paid && holders.length > 0 && random.chance(85) ? random.pick(holders) : scene.anyone();
  const action = {
    kind: 'contract_call' as const,
    contract,
    method: random.pick([...METHODS, ...METHODS, ...METHODS, 'none']),
    gasLimit: random.pick([100_000, 100_000, 100_000, 10_000_000, random.between(1, 4_000)]),
    attach: paid ? { symbol: scene.typed(symbol), amount: 1n + random.bigBelow(1_000n) } : undefined,
  };
  return { signer, action };
}
