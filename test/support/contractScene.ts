/** A chain with a contract on it: deployed from a script, called by alice, paid by both. */

import { expect } from 'vitest';
import type { CallResult } from '../../engine/ledger/contractResult.js';
import type { Outcome } from '../../engine/ledger/execution.js';
import type { TestChain } from './chain.js';
import { addressIn, type Calling, call, deploy } from './contractOrders.js';
import { by, play } from './ledgerScene.js';
import { alice, chainOf } from './movementScene.js';
import type { Program } from './scriptedMachine.js';
import type { Actor } from './transactions.js';

/** Deploys programs in one block. @returns their addresses. */
export function deployAll(chain: TestChain, ...programs: readonly Program[]): string[] {
  const items = programs.map((program) => deploy(by(chain, alice), program));
  expect(play(chain, ...items)).toEqual(programs.map(() => undefined));
  return items.map(addressIn);
}

export interface Stage {
  readonly chain: TestChain;
  readonly address: string;
}

/** A chain with one contract. */
export function stageOf(program: Program): Stage {
  const chain = chainOf();
  const [address = ''] = deployAll(chain, program);
  return { chain, address };
}

/** What became of one call in a block of its own. */
export function outcomeOf(
  chain: TestChain,
  address: string,
  method = 'main',
  calling: Calling = {},
  signer: Actor = alice,
): Outcome {
  const { candidate } = chain.produce([call(by(chain, signer), address, method, calling)]);
  expect(candidate.refused).toEqual([]);
  return candidate.execution.outcomes[0] as Outcome;
}

/** The result of a call that must succeed. */
export function done(chain: TestChain, address: string, method = 'main', calling: Calling = {}): CallResult {
  const { failure, result } = outcomeOf(chain, address, method, calling);
  expect(failure).toBeUndefined();
  return result as CallResult;
}
