/** Fuzzing the kernel: an endless sequence of signatures and mutations, judged by noble and, where this Node has it, by OpenSSL.
 *
 *  npm run fuzz:kernel -- [--seconds 60] [--seed <number>]
 *  Prints its seed first and stops at the first disagreement, with the case in hex; a second run with the seed finds it
 *  again. Exit code 1 when the implementations disagree. */

import { parseArgs } from 'node:util';
import { createKernelBackend } from '../../workers/kernel/kernel.js';
import { SeededRandom, testSeed } from '../support/random.js';
import { nobleVerdict, opensslVerdict } from '../support/secondOpinions.js';
import { KINDS, type SignatureCase, SignatureCases } from '../support/signatureCases.js';
import { hex } from '../vectors/independent.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } } });
const seed = values.seed === undefined ? testSeed() : Number(values.seed);
const seconds = Number(values.seconds);
if (!(Number.isSafeInteger(seed) && seconds > 0))
  throw new Error('--seed takes a whole number, --seconds a positive one');

const random = new SeededRandom(seed);
const cases = new SignatureCases(random);
const kernel = createKernelBackend({ cacheBytes: 5 * 38_920 });
const end = performance.now() + seconds * 1_000;

function disagreement(items: readonly SignatureCase[]): SignatureCase | undefined {
  const verdicts = kernel.verifyMany(items);
  return items.find((item, at) => {
    const expected = nobleVerdict(item);
    return verdicts[at] !== expected || (opensslVerdict(item) ?? expected) !== expected;
  });
}

let checked = 0;
while (performance.now() < end && process.exitCode === undefined) {
  const items = Array.from({ length: random.between(1, 40) }, () =>
    cases.make(KINDS[random.below(KINDS.length)] ?? ''),
  );
  const wrong = disagreement(items);
  checked += items.length;
  if (!wrong) continue;
  const { kind, ...parts } = wrong;
  console.error(`they disagree: ${kind}`);
  for (const [name, bytes] of Object.entries(parts)) console.error(`${name} ${hex(bytes)}`);
  process.exitCode = 1;
}
console.log(`${checked} cases with seed ${seed}`);
