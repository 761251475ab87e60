import { defineConfig } from 'vitest/config'

/** The tests of the domain alone, which the mutation run repeats in threads; a thread cannot change its time zone. */
export default defineConfig({
  test: { include: ['tests/domain/**/*.test.ts'], exclude: ['tests/domain/time/machine-zone.test.ts'] },
})
