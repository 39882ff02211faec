/** A chain around one execution of a contract: it writes down what it was asked and told, and gives the answers of the test. */

import type { ContractScene } from '../../../engine/vm/scene.js';

/** One question or order, with its values as the machine passed them. */
export type Asked = readonly [what: keyof ContractScene, ...values: unknown[]];

export interface RecordingScene extends ContractScene {
  /** In their order. Whether a rule is active is asked by the linker, and left out. */
  readonly asked: readonly Asked[];
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Refuses what can be refused; storage keeps what is written. */
function plainAnswers(): ContractScene {
  const records = new Map<string, Uint8Array>();
  return {
    isActive: () => true,
    caller: 'ca11e4',
    self: '5e1f'.repeat(10),
    args: new TextEncoder().encode('{"to":"bob"}'),
    chainId: 'rougechain-test',
    height: 41,
    time: 1_790_000_000,
    attached: undefined,
    log: () => undefined,
    setReturn: () => undefined,
    emit: () => undefined,
    readStorage: (key) => records.get(hex(key)),
    writeStorage: (key, value) => void records.set(hex(key), value),
    deleteStorage: (key) => void records.delete(hex(key)),
    balance: () => 0n,
    transfer: () => false,
    tokenBalance: () => undefined,
    tokenTransfer: () => 'insufficient',
    nftOwner: () => undefined,
    nftTransfer: () => 'not_found',
    nftCreateCollection: () => 'invalid',
    nftMint: () => 'missing',
    royalty: () => undefined,
    random: () => new Uint8Array(32).fill(0xaa),
    blockHash: () => undefined,
    queueCall: () => undefined,
    callResult: () => 'unknown',
    verify: () => false,
  };
}

/** @param answers instead of the plain ones: values, and functions that answer. */
export function recordingScene(answers: Partial<ContractScene> = {}): RecordingScene {
  const asked: Asked[] = [];
  const recorded = (name: string, answer: unknown): unknown =>
    typeof answer !== 'function' || name === 'isActive'
      ? answer
      : (...values: unknown[]): unknown => {
          asked.push([name as keyof ContractScene, ...values]);
          return answer(...values);
        };
  const all = Object.entries({ ...plainAnswers(), ...answers });
  const scene = Object.fromEntries(all.map(([name, answer]) => [name, recorded(name, answer)]));
  return { ...(scene as unknown as ContractScene), asked };
}
