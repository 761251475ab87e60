import { defineConfig } from 'vitest/config'

/** Domain tests for the mutation run. It uses threads, and a thread cannot change its time zone. */
export default defineConfig({
  test: { include: ['tests/domain/**/*.test.ts'], exclude: ['tests/domain/time/machine-zone.test.ts'] },
})
