/** The metric table: every metric of the node, by chapter. A new one is one entry in the file of its chapter. */

import { bridgeChapter } from './chapters/bridge.js';
import { chainChapter } from './chapters/chain.js';
import { contractsChapter } from './chapters/contracts.js';
import { doorsChapter } from './chapters/doors.js';
import { mempoolChapter, verifyChapter } from './chapters/intake.js';
import { processChapter, storeChapter } from './chapters/machine.js';
import { networkChapter } from './chapters/network.js';
import { pushChapter } from './chapters/push.js';
import { servicesChapter } from './chapters/services.js';
import type { Chapter, Metric } from './definition.js';

export const chapters: readonly Chapter[] = [
  chainChapter,
  mempoolChapter,
  verifyChapter,
  contractsChapter,
  servicesChapter,
  bridgeChapter,
  networkChapter,
  doorsChapter,
  pushChapter,
  storeChapter,
  processChapter,
];

export const metricTable: readonly Metric[] = chapters.flatMap(({ metrics }) => metrics);
