/** All benches, and which of them a command selects.
 *
 *  In: names, none for all. Out: the benches in their order, each once. A bench whose figures another selected bench
 *  measures and prints itself is left out. */

import { contractsBench } from './contracts/contracts.js';
import { vmBench } from './contracts/vm.js';
import type { BenchDefinition } from './figures.js';
import { ledger } from './ledger/ledger.js';
import { floodBench } from './macro/flood.js';
import { http } from './macro/http.js';
import { objectsBench } from './macro/objects.js';
import { restart } from './macro/restart.js';
import { snapshotBench } from './macro/snapshot.js';
import { workBench } from './macro/work.js';
import { apply } from './micro/apply.js';
import { archive } from './micro/archive.js';
import { canonicalBytes } from './micro/canonicalBytes.js';
import { commit } from './micro/commit.js';
import { indexes } from './micro/indexes.js';
import { jsonCost } from './micro/jsonCost.js';
import { kernelBench } from './micro/kernel.js';
import { packet } from './micro/packet.js';
import { staking } from './micro/staking.js';
import { trie } from './micro/trie.js';
import { txId } from './micro/txId.js';
import { verify } from './micro/verify.js';
import { importBench } from './peers/import.js';
import { networkBench } from './peers/network.js';
import { syncBench } from './peers/sync.js';
import { curves } from './pipeline/curves.js';
import { memory } from './pipeline/memory.js';
import { pipeline } from './pipeline/pipeline.js';
import { services } from './services/services.js';
import { edgeBench } from './streaming/edge.js';
import { publishBench } from './streaming/publish.js';
import { subscribers } from './streaming/subscribers.js';

export const benches: readonly BenchDefinition[] = [
  verify,
  kernelBench,
  vmBench,
  contractsBench,
  canonicalBytes,
  jsonCost,
  txId,
  packet,
  apply,
  ledger,
  staking,
  trie,
  commit,
  archive,
  indexes,
  pipeline,
  curves,
  memory,
  subscribers,
  edgeBench,
  publishBench,
  services,
  workBench,
  objectsBench,
  http,
  restart,
  snapshotBench,
  floodBench,
  importBench,
  syncBench,
  networkBench,
];

/** @throws for an unknown name. */
export function selectBenches(names: readonly string[], all: readonly BenchDefinition[] = benches): BenchDefinition[] {
  const unknown = names.find((name) => !all.some((bench) => bench.name === name));
  if (unknown !== undefined) throw new Error(`there is no bench "${unknown}"; there are:\n${listing(all)}`);
  const asked = all.filter(({ name }) => names.length === 0 || names.includes(name));
  return asked.filter(({ name }) => !asked.some(({ includes }) => includes?.includes(name)));
}

export const listing = (all: readonly BenchDefinition[] = benches): string =>
  all.map(({ name, about }) => `${name.padEnd(16)} ${about}`).join('\n');
