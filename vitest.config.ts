import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/ui/**'],
          // Properties and models run thousands of cases; how long that takes says nothing about them.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'ui',
          environment: 'happy-dom',
          testTimeout: 60_000,
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/ui/patience.ts'],
          // Its entry for Node is no module and looks for a global Chart; browsers get this one.
          alias: { 'chartjs-chart-financial': 'chartjs-chart-financial/dist/chartjs-chart-financial.esm.js' },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // What a page comes to show may take as long as what a test waits for by itself.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
