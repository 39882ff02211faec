/** The chain under the pipeline bench: a million accounts in memory, a store on disk, everything between as in the node.
 *
 *  In: how many accounts. Out: the parts that the producer works with. Accounts are loaded as at a start from disk, so the
 *  state has the size of a real one; the database holds the genesis and the blocks of the bench. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUANTA } from '../../engine/base/amounts.js';
import { MEMPOOL_BYTES, MEMPOOL_PER_SENDER } from '../../engine/base/limits.js';
import { invariant } from '../../engine/base/refusal.js';
import { defaultFees, type Genesis } from '../../engine/chain/genesis.js';
import { parseSchedule } from './schedule.js';
