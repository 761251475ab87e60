import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import * as z from 'zod/mini'

/** Number of parallel searches. The browser derives keys on other threads. */
const SEARCH_COUNT = 4

const TIMEOUT_MS = 60_000

const hex = z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})+$/))

/** The schema of a challenge with PBKDF2. */
const pbkdf2Challenge = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.enum(['PBKDF2/SHA-256', 'PBKDF2/SHA-384', 'PBKDF2/SHA-512']),
    cost: z.int().check(z.positive()),
    keyLength: z.int().check(z.positive(), z.maximum(64)),
    keyPrefix: hex,
    nonce: hex,
    salt: hex,
  }),
})

/** Runs the searches in parallel; the first result stops the others. */
async function raceSearches(challenge: Challenge, controller: AbortController): Promise<Solution | null> {
  const searches = Array.from({ length: SEARCH_COUNT }, (_, index) =>
    solveChallenge({
      challenge,
      deriveKey,
      controller,
      counterStart: index,
      counterStep: SEARCH_COUNT,
      timeout: TIMEOUT_MS,
    }),
  )
  const solution = await Promise.race(searches)
  controller.abort()
  return solution
}

/**
 * Solves an ALTCHA challenge with PBKDF2. Returns null for another kind of challenge, after an
 * abort and after one minute. An insecure page has no WebCrypto, so the result is also null (D64).
 * WebCrypto derives keys outside the main thread, so the search needs no worker.
 */
export async function solveProofOfWork(challenge: unknown, signal?: AbortSignal): Promise<Solution | null> {
  const parsed = pbkdf2Challenge.safeParse(challenge)
  if (!parsed.success || signal?.aborted || !globalThis.crypto?.subtle) return null
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort)
  const solution = await raceSearches(parsed.data, controller)
  signal?.removeEventListener('abort', abort)
  return solution
}
