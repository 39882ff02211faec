/** Options of community votes (specification, Node options and Community votes), and the rules that they make. */

import type { AccountId } from '../../engine/crypto/address.js';
import { resolveAccount } from '../../engine/crypto/address.js';
import { STANDARD_VOTE_RULES, type VoteRules, voteRules } from '../../engine/services/voteRules.js';
import {
  accountRule,
  integerOption,
  listOption,
  type OptionTable,
  type OptionValues,
  textOption,
} from './optionKinds.js';

const VOTES = 'Community votes';

export const voteOptions = {
  'regen-excluded': listOption({
    chapter: VOTES,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_REGEN_EXCLUDED'],
    help: 'Wallets without a vote.',
  }),
  'regen-treasury': textOption({
    chapter: VOTES,
    placeholder: 'key',
    rule: accountRule,
    environment: ['QV_REGEN_TREASURY'],
    help: 'Wallet that pays; it has no vote.',
  }),
  'regen-cap-bps': integerOption({
    chapter: VOTES,
    default: STANDARD_VOTE_RULES.capBps,
    min: 1,
    max: 10_000,
    placeholder: 'bps',
    environment: ['QV_REGEN_CAP_BPS'],
    help: 'Most weight of one wallet, in hundredths of a percent of the eligible supply.',
  }),
  'regen-turnout-bps': integerOption({
    chapter: VOTES,
    default: STANDARD_VOTE_RULES.turnoutBps,
    min: 0,
    max: 10_000,
    placeholder: 'bps',
    environment: ['QV_REGEN_TURNOUT_BPS'],
    help: 'Turnout to pass, in hundredths of a percent of the eligible supply.',
  }),
  'regen-default-days': integerOption({
    chapter: VOTES,
    default: STANDARD_VOTE_RULES.defaultDays,
    min: 1,
    max: 30,
    placeholder: 'days',
    environment: ['QV_REGEN_DEFAULT_DAYS'],
    help: 'Voting window of a proposal that names none.',
  }),
  'regen-curators': listOption({
    chapter: VOTES,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_REGEN_CURATORS'],
    help: 'Wallets that may open proposals without holding XRGE.',
  }),
  'regen-min-creator-xrge': integerOption({
    chapter: VOTES,
    default: STANDARD_VOTE_RULES.minCreatorXrge,
    min: 0,
    max: 36_000_000_000,
    placeholder: 'XRGE',
    environment: ['QV_REGEN_MIN_CREATOR_XRGE'],
    help: 'Balance that lets others open one.',
  }),
} satisfies OptionTable;

/** Texts that the rule of their option has accepted. */
const accountsOf = (texts: readonly string[]): readonly AccountId[] =>
  texts.flatMap((text) => resolveAccount(text)?.account ?? []);

export const voteRulesOf = (config: OptionValues<typeof voteOptions>): VoteRules =>
  voteRules({
    treasury: accountsOf(config.regenTreasury === undefined ? [] : [config.regenTreasury])[0],
    excluded: accountsOf(config.regenExcluded),
    curators: accountsOf(config.regenCurators),
    capBps: config.regenCapBps,
    turnoutBps: config.regenTurnoutBps,
    defaultDays: config.regenDefaultDays,
    minCreatorXrge: config.regenMinCreatorXrge,
  });
