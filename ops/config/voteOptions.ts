/** Options of chapter Community votes; `schema.ts` puts them into the table. */

import { accountRule, integerOption, listOption, type OptionTable, textOption } from './optionKinds.js';

const VOTES = 'Community votes';

export const voteOptions = {
  'regen-excluded': listOption({
    chapter: VOTES,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_REGEN_EXCLUDED'],
    available: false,
    help: 'Wallets without a vote.',
  }),
  'regen-treasury': textOption({
    chapter: VOTES,
    placeholder: 'key',
    rule: accountRule,
    environment: ['QV_REGEN_TREASURY'],
    available: false,
    help: 'Wallet that pays; it has no vote.',
  }),
  'regen-cap-bps': integerOption({
    chapter: VOTES,
    default: 500,
    min: 1,
    max: 10_000,
    placeholder: 'bps',
    environment: ['QV_REGEN_CAP_BPS'],
    available: false,
    help: 'Most weight of one wallet, in hundredths of a percent of the eligible supply.',
  }),
  'regen-turnout-bps': integerOption({
    chapter: VOTES,
    default: 1_000,
    min: 0,
    max: 10_000,
    placeholder: 'bps',
    environment: ['QV_REGEN_TURNOUT_BPS'],
    available: false,
    help: 'Turnout to pass, in hundredths of a percent of the eligible supply.',
  }),
  'regen-default-days': integerOption({
    chapter: VOTES,
    default: 7,
    min: 1,
    max: 30,
    placeholder: 'days',
    environment: ['QV_REGEN_DEFAULT_DAYS'],
    available: false,
    help: 'Voting window of a proposal that names none.',
  }),
  'regen-curators': listOption({
    chapter: VOTES,
    placeholder: 'key,...',
    rule: accountRule,
    environment: ['QV_REGEN_CURATORS'],
    available: false,
    help: 'Wallets that may open proposals without holding XRGE.',
  }),
  'regen-min-creator-xrge': integerOption({
    chapter: VOTES,
    default: 10_000,
    min: 0,
    max: 36_000_000_000,
    placeholder: 'XRGE',
    environment: ['QV_REGEN_MIN_CREATOR_XRGE'],
    available: false,
    help: 'Balance that lets others open one.',
  }),
} satisfies OptionTable;
