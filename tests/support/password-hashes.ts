import { createPasswordHashes } from '#server/security/password-hashes.ts'

/**
 * Hashes with the lowest costs: the real ones take tens of milliseconds each. Their own tests are
 * in tests/server/security.
 */
export const cheapHashes = await createPasswordHashes('decoy', { memoryCost: 8, timeCost: 1, parallelism: 1 })
