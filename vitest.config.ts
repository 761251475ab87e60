import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { findPostgresBinaries } from './tests/support/postgres-binaries.ts'

// These timeouts are watchdogs, long enough for a machine that works on ten other things.

/** How long a polled expectation waits. */
const POLL = { poll: { timeout: 60_000 } }

/** How long a test runs, and a hook. */
const TEST_TIMEOUT_MS = 600_000

/** Tests of pure code: no server, no database, no document. */
const PURE = ['domain', 'application', 'charts', 'simulator'].map((folder) => `tests/${folder}/**/*.test.ts`)

/** Tests of PostgreSQL alone exist only where one is. */
const OTHER_ENGINES = process.env['TEST_DATABASE_URL'] ? [] : ['tests/**/*.postgres.test.ts']

/** Tests that stop a PostgreSQL of their own exist only where its programs are installed. */
const CLUSTERS = findPostgresBinaries() === null ? ['tests/**/*.cluster.postgres.test.ts'] : []

// `isolate: false`: the files of a worker share their imports, which halves the CPU of a run. A file
// leaves nothing behind in the worker: servers and databases are closed with `afterFile`, screens by
// tests/ui/setup.ts.

/** Runs what the tests register with `afterFile`. */
const AFTER_FILE_SETUP = ['tests/support/after-file-setup.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: PURE,
          testTimeout: TEST_TIMEOUT_MS,
          expect: POLL,
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit',
          globalSetup: ['tests/support/test-run.ts'],
          setupFiles: AFTER_FILE_SETUP,
          include: ['tests/**/*.test.ts'],
          exclude: [...PURE, ...OTHER_ENGINES, ...CLUSTERS, 'tests/e2e/**', 'tests/ui/**'],
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          expect: POLL,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'ui',
          environment: 'happy-dom',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: POLL,
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/ui/setup.ts'],
          // The Node entry of this package is not a module and expects a global Chart.
          alias: { 'chartjs-chart-financial': 'chartjs-chart-financial/dist/chartjs-chart-financial.esm.js' },
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: ['tests/support/test-run.ts'],
          setupFiles: AFTER_FILE_SETUP,
          // The files of a worker share its browser, the imports of the server and warm pages.
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          // Each worker runs a server and a browser of several processes.
          maxWorkers: 3,
          // Equal to the timeout of page actions in tests/support/browser.ts.
          expect: POLL,
        },
      },
    ],
  },
})
