/** The parts of a running node, and how they are closed. */

import type { Api } from '../api/app.js';
import type { PeerNet } from '../api/peers/peerNet.js';
import type { VerifierPort } from '../engine/intake/verifier.js';
import type { Node } from '../engine/node.js';
import type { StorePort } from '../engine/store/port.js';
import type { ContractThreads } from '../workers/contracts/openContracts.js';
import type { ContractWarmUp } from '../workers/contracts/warmUp.js';
import type { ImagePool } from '../workers/images/imagePool.js';
import type { StateFile } from '../workers/state/openStateFile.js';
import { type ClosingFailure, closeAll } from '../workers/threads/closing.js';
import type { RunningBridge } from './bridge/openBridge.js';
import type { Control } from './control.js';
import type { HistoryReader } from './index/historyReader.js';
import type { LocalTools } from './local/tools.js';
import type { RunningOperations } from './operations.js';
import type { PushDelivery } from './push/delivery.js';
import type { RunningServices } from './services.js';
import type { DiskIntake } from './snapshots/intake.js';
import type { SnapshotKeeper } from './snapshots/keeper.js';

/** Everything that was opened, in the order of opening. */
export class Running {
  store: StorePort | undefined;
  verifier: VerifierPort | undefined;
  net: PeerNet | undefined;
  snapshots: SnapshotKeeper | undefined;
  /** What the process before has left, until it is used. */
  stateFile: StateFile | undefined;
  /** What peers' snapshots go into, while the chain has not begun. */
  intake: DiskIntake | undefined;
  node: Node | undefined;
  images: ImagePool | undefined;
  contracts: ContractThreads | undefined;
  services: RunningServices | undefined;
  warmUp: ContractWarmUp | undefined;
  push: PushDelivery | undefined;
  /** Undefined where the network has no bridge. */
  bridge: RunningBridge | undefined;
  operations: RunningOperations | undefined;
  /** Undefined where the operator has named no index. */
  history: HistoryReader | undefined;
  api: Api | undefined;
  control: Control | undefined;
  /** A revert, or the change to a snapshot, under way: closing waits for it. */
  takingBack: Promise<void> | undefined;
  tools: LocalTools | undefined;

  /** Stops the node; what it leaves for the next start goes to the disk before the directory is free. */
  async stopNode(leave: (node: Node) => Promise<void>): Promise<void> {
    const { node } = this;
    await node?.stop();
    if (node) await leave(node);
  }

  /** Closes the parts that serve the chain. @returns the parts that could not be closed. */
  async closeChain(): Promise<readonly ClosingFailure[]> {
    const { operations, api, history, node, push, bridge, net, snapshots, intake, stateFile, services, store } = this;
    this.contracts?.calls.serve(undefined);
    this.warmUp?.stop();
    this.operations = undefined;
    this.api = undefined;
    this.history = undefined;
    this.services = undefined;
    this.node = undefined;
    this.push = undefined;
    this.bridge = undefined;
    this.net = undefined;
    this.snapshots = undefined;
    this.intake = undefined;
    this.stateFile = undefined;
    this.store = undefined;
    return closeAll([
      { name: 'health', close: () => operations?.health.stop() },
      { name: 'API', close: () => api?.close() },
      { name: 'index of the history', close: () => history?.close() },
      { name: 'services', close: () => services?.close() },
      { name: 'check of the state', close: () => stateFile?.close() },
      { name: 'node', close: () => node?.stop() },
      { name: 'push delivery', close: () => push?.close() },
      { name: 'bridge', close: () => bridge?.close() },
      { name: 'network', close: () => net?.stop() },
      { name: 'snapshots', close: () => snapshots?.close() },
      { name: 'snapshot from peers', close: () => intake?.close() },
      { name: 'store', close: () => store?.close() },
      { name: 'metrics', close: () => operations?.close() },
    ]);
  }

  /** Accepts nothing new, finishes work under way, frees the directory. Every part is closed, even if closing others
   *  fails. @param leave what is done with the node once it has stopped. @returns the parts that could not be closed. */
  async close(leave: (node: Node) => Promise<void>): Promise<readonly ClosingFailure[]> {
    await this.tools?.close();
    await this.takingBack?.catch(() => undefined);
    this.warmUp?.stop();
    const {
      operations,
      api,
      history,
      images,
      contracts,
      services,
      control,
      push,
      bridge,
      net,
      snapshots,
      intake,
      stateFile,
      verifier,
      store,
    } = this;
    return closeAll([
      { name: 'health', close: () => operations?.health.stop() },
      { name: 'API', close: () => api?.close() },
      { name: 'index of the history', close: () => history?.close() },
      { name: 'services', close: () => services?.close() },
      { name: 'images', close: () => images?.close() },
      { name: 'control door', close: () => control?.close() },
      { name: 'check of the state', close: () => stateFile?.close() },
      { name: 'node', close: () => this.stopNode(leave) },
      { name: 'push delivery', close: () => push?.close() },
      { name: 'bridge', close: () => bridge?.close() },
      { name: 'network', close: () => net?.stop() },
      { name: 'snapshots', close: () => snapshots?.close() },
      { name: 'snapshot from peers', close: () => intake?.close() },
      { name: 'contracts', close: () => contracts?.close() },
      { name: 'verification pool', close: () => verifier?.close() },
      { name: 'store', close: () => store?.close() },
      { name: 'metrics', close: () => operations?.close() },
    ]);
  }
}
