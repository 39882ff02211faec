/** What the upgrade `ledger_rules_2` requires of the kinds that it concerns: links are https, pictures are valid, nothing goes to
 *  an account for which nobody holds a key, a lock changes something. Below its height a chain may hold transactions that break
 *  these rules, so decoding a payload checks none of them. */

import { type Refusal, refuse } from '../base/refusal.js';
import { isActive } from '../chain/upgrades.js';
import { type AccountId, addressOf, burnAccount, isSystemAccount } from '../crypto/address.js';
import type { BlockContext } from './blockContext.js';

export const hasSecondRules = ({ genesis, height }: Pick<BlockContext, 'genesis' | 'height'>): boolean =>
  isActive(genesis.schedule, 'ledger_rules_2', height);

/** @param problem what decoding found wrong with a link or a picture. */
export const checkContent = (problem: string | undefined, block: BlockContext): Refusal | undefined =>
  problem !== undefined && hasSecondRules(block) ? refuse('malformed_payload', problem) : undefined;

/** The refusal for an account that cannot be a spender, because it never signs. */
export const checkSpender = (account: AccountId, block: BlockContext): Refusal | undefined =>
  isSystemAccount(account) && hasSecondRules(block)
    ? refuse('invalid_recipient', `nobody holds a key of ${addressOf(account)}, so it can spend nothing`)
    : undefined;

/** The refusal for an account to which nothing can be sent. The burn address is allowed: units sent to it are destroyed. */
export const checkRecipient = (account: AccountId, block: BlockContext): Refusal | undefined =>
  account !== burnAccount && isSystemAccount(account) && hasSecondRules(block)
    ? refuse(
        'invalid_recipient',
        `nobody holds a key of ${addressOf(account)}: what is sent there would be lost; the burn address destroys it`,
      )
    : undefined;
