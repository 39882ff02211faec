/** All functions that a contract may import. */

import { calls } from './calls.js';
import { chance } from './chance.js';
import { environment } from './environment.js';
import { funds } from './funds.js';
import { hashing } from './hashing.js';
import type { HostTable } from './hostFunction.js';
import { nfts } from './nfts.js';
import { output } from './output.js';
import { storage } from './storage.js';
import { tokens } from './tokens.js';

export const hostTable: HostTable = {
  ...environment,
  ...output,
  ...storage,
  ...funds,
  ...tokens,
  ...nfts,
  ...hashing,
  ...chance,
  ...calls,
};
