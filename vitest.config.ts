import {resolve} from 'node:path';
import {defineConfig} from 'vitest/config';

// The shell's wishes about colour must not decide whether a test passes.
delete process.env.FORCE_COLOR;
delete process.env.NO_COLOR;

// React as it ships: its development build takes half as long again for each frame.
process.env.NODE_ENV = 'production';

// `npm run test:isolation` runs the tests elsewhere.
const zone = process.env.SKYDECK_TEST_ZONE ?? 'UTC';
const language = process.env.SKYDECK_TEST_LANG ?? 'C.UTF-8';

const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];

export default defineConfig({
  test: {
    // Programs that tests start share the code that V8 compiled: a start takes a third to a half less CPU.
    // Without a size Ink starts a program to ask for the one of the terminal, for each component that a test renders.
    env: {
      ...{TZ: zone, LANG: language, LC_ALL: language, COLUMNS: '100', LINES: '24'},
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/skydeck-tests'),
    },
    // Nothing here waits for time to pass: a test this slow is stuck.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Only changed files are transformed again: a run of one file takes half as long.
    fsModuleCache: true,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Two cores: one worker each, and a third for the time in which these wait for child processes and timers: a fifth less time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Two processes take an eighth less time than two threads of one process.
          pool: 'forks',
          // No module keeps state of its own: the files of a worker share them, loaded and warm.
          isolate: false,
          // Most of what a test allocates is soon garbage. With Node's 16 MB, V8 copies much of it first: an eighth of the time.
          execArgv: ['--max-semi-space-size=64'],
          setupFiles: ['test/support/day.ts', 'test/support/bundled-ink.ts', 'test/support/preload.ts'],
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
          exclude: [...exclude, 'test/pty/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'terminal',
          // A pseudo-terminal belongs to a process, and its child is signalled.
          pool: 'forks',
          // npm leaves out development dependencies in production.
          env: {NODE_ENV: 'test'},
          include: ['test/pty/**/*.test.ts'],
          exclude,
          globalSetup: ['test/support/build.ts'],
        },
      },
    ],
  },
});
