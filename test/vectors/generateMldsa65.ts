/** Writes `mldsa65.json`: one signature or mutation of every kind with noble's verdict, and keys and signatures that noble
 *  makes from seeds. Run it in the source tree: node dist/test/vectors/generateMldsa65.js > test/vectors/mldsa65.json */

import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { SeededRandom } from '../support/random.js';
import { nobleVerdict } from '../support/secondOpinions.js';
import { KINDS, SignatureCases } from '../support/signatureCases.js';
import { hex, sha } from './independent.js';

const random = new SeededRandom(204);
const cases = new SignatureCases(random);
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.below(256));
const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');

/** A short message and, where its length is not the point, a short context: the file is for reading too. */
function caseOf(kind: string) {
  for (;;) {
    const item = cases.make(kind);
    if (item.message.length === 0 || item.message.length > 60) continue;
    if (kind === 'bit of the context' && item.context.length === 0) continue;
    const { signature, message, publicKey, context } = item;
    const parts = { publicKey, message, context, signature };
    const encoded = Object.fromEntries(Object.entries(parts).map(([name, data]) => [name, base64(data)]));
    return { kind, valid: nobleVerdict(item), ...encoded };
  }
}

const made = Array.from({ length: 16 }, (_, at) => {
  const [seed, message, context] = [bytes(32), bytes(at * 40), bytes(at * 17)];
  const randomness = at % 2 ? bytes(32) : undefined;
  const { publicKey, secretKey } = ml_dsa65.keygen(seed);
  const signature = ml_dsa65.sign(message, secretKey, { extraEntropy: randomness ?? false, context });
  const inputs = { seed, message, context, ...(randomness && { randomness }) };
  const outputs = { publicKey, secretKey, signature };
  return {
    ...Object.fromEntries(Object.entries(inputs).map(([name, data]) => [name, hex(data)])),
    ...Object.fromEntries(Object.entries(outputs).map(([name, data]) => [`${name}Sha256`, hex(sha(data))])),
  };
});

process.stdout.write(`${JSON.stringify({ verify: KINDS.map(caseOf), make: made }, null, 1)}\n`);
