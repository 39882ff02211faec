/** Which benches the gate runs: those with stable ratios that finish within seconds.
 *
 *  Left out are benches that measure threads against each other on a machine whose processors may be busy (`verify` through
 *  the pool, `flood`, `subscribers`), and those that take minutes or report only absolute times (`pipeline`, `curves`,
 *  `restart`). */

import type { BenchDefinition } from '../figures.js';
import { http } from '../macro/http.js';
import { workBench } from '../macro/work.js';
import { apply } from '../micro/apply.js';
import { canonicalBytes } from '../micro/canonicalBytes.js';
import { commit } from '../micro/commit.js';
import { kernelBench } from '../micro/kernel.js';
import { packet } from '../micro/packet.js';
import { trieOver } from '../micro/trie.js';
import { txId } from '../micro/txId.js';
import { importOver } from '../peers/import.js';
import { networkUnder } from '../peers/network.js';

export interface GateBench {
  readonly bench: BenchDefinition;
  /** Ratios that the gate does not compare. */
  readonly leavesOut?: (figure: string) => boolean;
}

/** The default of a million takes a minute. */
const TRIE_ACCOUNTS = 200_000;
const TRIE_CHANGES = 20_000;

/** Enough for ratios: the whole benches take most of a minute each. */
const NETWORK = { rate: 200, rounds: 2, roundSeconds: 3, warmUpSeconds: 3 };
const IMPORT = { blocks: 32, transfers: 500, senders: 128, rounds: 2 };

export const gateSet: readonly GateBench[] = [
  // OpenSSL has ML-DSA-65 in some versions of Node only.
  { bench: kernelBench, leavesOut: (figure) => figure.includes('OpenSSL') },
  { bench: canonicalBytes },
  { bench: txId },
  { bench: packet },
  { bench: apply },
  { bench: trieOver(TRIE_ACCOUNTS, TRIE_CHANGES) },
  { bench: commit },
  { bench: workBench },
  { bench: http },
  // Bytes are counted; processor time of four nodes on two processors says as much about the machine.
  { bench: networkUnder(NETWORK), leavesOut: (figure) => figure.startsWith('that of the') },
  { bench: importOver(IMPORT) },
];
