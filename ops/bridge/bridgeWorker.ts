/** The thread that asks the providers of foreign chains: their answers have some MB, and proofs of work and Merkle tries are hashed here. */

import { parentPort, workerData } from 'node:worker_threads';
import { isRefusal } from '../../engine/base/refusal.js';
import { AskedChains } from './askedChains.js';
import { type BridgeWorkerData, packed, type ToBridge } from './bridgeMessages.js';
import { chainSetup } from './chainSetup.js';

const { options, addresses } = workerData as BridgeWorkerData;
const setup = chainSetup(options);
if (isRefusal(setup)) throw new Error(setup.message);
const chains = new AskedChains(setup);
chains.know(addresses);

parentPort?.on('message', (message: ToBridge) => {
  if ('know' in message) {
    chains.know(message.know);
    return;
  }
  const { id, name, args } = message;
  const call = chains[name] as (...values: readonly unknown[]) => Promise<unknown>;
  call(...args).then(
    (result) => parentPort?.postMessage(packed(id, result)),
    (fault: unknown) => parentPort?.postMessage({ id, fault }),
  );
});
