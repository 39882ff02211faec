import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Node starts worker threads and whole processes from dist/; a slow machine needs longer than the default of 5 s.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most files wait for processes that they have started: one worker leaves a core idle.
    maxWorkers: 2,
  },
});
