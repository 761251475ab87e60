import { createPasswordHashes } from '#server/security/password-hashes.ts'

/**
 * Hashes with the lowest costs: a real hash takes tens of milliseconds. Real hashes are tested in
 * tests/server/security.
 */
export const cheapHashes = await createPasswordHashes('decoy', { memoryCost: 8, timeCost: 1, parallelism: 1 })
