/** What the upgrade `ledger_rules_2` asks of a transaction, for the kinds that it concerns: links are https, a picture is one,
 *  nothing goes to an account that nobody holds a key of, a lock changes something. Before its height a chain may hold
 *  transactions that break these rules, so none of them is asked when a payload is decoded. */

import { type Refusal, refuse } from '../base/refusal.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, addressOf, burnAccount, isSystemAccount } from '../crypto/address.js';
import type { BlockContext } from './blockContext.js';

export const hasSecondRules = ({ genesis, height }: Pick<BlockContext, 'genesis' | 'height'>): boolean =>
  isActive(genesis.schedule, 'ledger_rules_2', height);

/** @param problem what decoding found wrong with a link or a picture. */
export const checkContent = (problem: string | undefined, block: BlockContext): Refusal | undefined =>
  problem !== undefined && hasSecondRules(block) ? refuse('malformed_payload', problem) : undefined;

/** Why an account can be nobody's spender: it never signs. */
export const checkSpender = (account: AccountId, block: BlockContext): Refusal | undefined =>
  isSystemAccount(account) && hasSecondRules(block)
    ? refuse('invalid_recipient', `nobody holds a key of ${addressOf(account)}, so it can spend nothing`)
    : undefined;

/** Why an amount cannot be sent to an account. What goes to the burn address is destroyed, which is its purpose. */
export const checkRecipient = (account: AccountId, block: BlockContext): Refusal | undefined =>
  account !== burnAccount && isSystemAccount(account) && hasSecondRules(block)
    ? refuse(
        'invalid_recipient',
        `nobody holds a key of ${addressOf(account)}: what is sent there would be lost; the burn address destroys it`,
      )
    : undefined;
