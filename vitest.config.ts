import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start nodes or browsers many times take the longest, whatever their size: begun first, none of them runs on
 *  alone at the end while the other core is idle. */
const LONG = [/conformance\/nodeServer/, /test\/(crash|faults|browser|e2e)\//, /test\/(property|fuzz)\//];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((pattern) => pattern.test(moduleId));
  return rank < 0 ? LONG.length : rank;
};

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node starts worker threads and whole processes from dist/; a slow machine needs longer than the default of 5 s.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most files wait for processes that they have started: one worker leaves a core idle.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
});
