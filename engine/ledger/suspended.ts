/** Types of transactions that the networks have suspended (specification, Versioning: the monetary-integrity rule). This
 *  engine has never accepted them, so they are refused at every height. */

import { type Refusal, refuse } from '../base/refusal.js';

const names: ReadonlySet<string> = new Set([
  'shield',
  'shielded_transfer',
  'unshield',
  'token_lock',
  'token_unlock',
  'create_staking_pool',
  'token_stake',
  'token_unstake',
  'create_proposal',
  'cast_vote',
  'execute_proposal',
  'delegate',
  'undelegate',
  'token_approve',
  'token_transfer_from',
]);

export const isSuspended = (operation: string): boolean => names.has(operation);

export const suspended = (): Refusal => refuse('suspended', 'this transaction type is suspended');
