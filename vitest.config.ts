import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

/** Tests that kill, fill, flood, drive a browser, draw for long or start whole nodes again and again: `npm run test:long`.
 *  Everything else is `npm test`. */
const LONG = [
  'test/conformance/{archive,batch,largeElements,limitsStreaming,logos,nodeServer,pruned,serverLimits,wsProtobufReplay,wsReplay}.test.ts',
  'test/conformance/services/{authorization,hostile,messenger}.test.ts',
  'test/unit/ops/mailbox.test.ts',
  'test/property/**',
  'test/{cluster,crash,faults,browser,e2e,fuzz}/**',
  'test/sim/{sim,simOther,simSnapshots,world}.test.ts',
  'test/unit/store/windows.test.ts',
] as const;

/** The long ones that run whole programs beside each other: nodes, databases, brokers, a browser. */
const LIVE = ['test/{cluster,crash,faults,browser,e2e}/**'] as const;

/** Those that put something else in a module's place, which lasts as long as the modules of their worker: they have workers of their own. The
 *  others share theirs, so that each loads the project once. */
const MOCKING = [
  'test/conformance/sdk.test.ts',
  'test/unit/api/client/{events,transport}.test.ts',
  'test/unit/api/page/reading.test.ts',
  'test/unit/head/inclusions.test.ts',
  'test/unit/services/{hostileLogs,logsOfNodes,sweep}.test.ts',
  'test/unit/vm/machine.test.ts',
] as const;

/** Six real processes over loopback, which `npm run test:cluster` runs alone. */
const CLUSTER = ['test/cluster/**'] as const;

/** The order in which they begin, so that no long one runs on alone at the end while the other core is idle: those of more than a
 *  minute, then those that wait for processes, then the rest. */
const RANKS = [
  /(damagedDatabase|nodeCrashPoints|ledgerConservation|contractMachine|cluster)\.test/,
  /(property\/spellings|localSnapshots|kernelVerdicts|randomKills|simSnapshots|sim\/sim|simOther|wiped)\.test/,
  /test\/(cluster|crash|faults|browser|e2e)\//,
  /(test\/fuzz|conformance|windows)/,
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = RANKS.findIndex((pattern) => pattern.test(moduleId));
  return rank < 0 ? RANKS.length : rank;
};

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Names at the end each test that passed at its second try only, with why its first one failed: what the scheduler did to some processes
 *  must not stop a change, and must not be forgotten either. */
const secondTries: Reporter = {
  onTestRunEnd(modules) {
    for (const { children, relativeModuleId } of modules)
      for (const test of children.allTests()) {
        if (!test.diagnostic()?.flaky) continue;
        const [error] = test.result().errors ?? [];
        const [why, where] = error?.stack?.split('\n    at ') ?? [];
        process.stderr.write(`passed at the second try: ${relativeModuleId} > ${test.fullName}: ${why} at ${where}\n`);
      }
  },
};

const testsOf = (patterns: readonly string[]): string[] =>
  patterns.map((pattern) => (pattern.endsWith('**') ? `${pattern}/*.test.ts` : pattern));

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: testsOf([...LONG, ...MOCKING]),
        },
      },
      { extends: true, test: { name: 'mocking', include: [...MOCKING] } },
      { extends: true, test: { name: 'long', include: testsOf(LONG), exclude: testsOf(LIVE) } },
      { extends: true, test: { name: 'live', include: testsOf(LIVE), retry: process.env.CI ? 1 : 0 } },
      { extends: true, test: { name: 'cluster', include: testsOf(CLUSTER) } },
    ],
    reporters: ['default', secondTries],
    // These end a test that hangs, and say nothing about its speed: tests that compute for ten seconds, or start processes, share their
    // cores with others.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // What is built is loaded as it is.
    setupFiles: ['test/support/byteEquality.ts'],
    server: { deps: { external: [/\/dist\//] } },
    pool: 'forks',
    // Most files wait for processes that they have started: one worker leaves a core idle.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
});
