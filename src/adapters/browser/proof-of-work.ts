import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import * as z from 'zod/mini'

/** Searches that run at the same time. The browser derives keys on its own threads. */
const LANES = 4

const TIMEOUT_MS = 60_000

const hex = z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})+$/))

/** A challenge that this file can solve. */
const solvable = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.enum(['PBKDF2/SHA-256', 'PBKDF2/SHA-384', 'PBKDF2/SHA-512']),
    cost: z.int().check(z.positive()),
    keyLength: z.int().check(z.positive(), z.maximum(64)),
    keyPrefix: hex,
    nonce: hex,
    salt: hex,
  }),
})

/** Runs the lanes; the first result stops the others. */
async function raceLanes(challenge: Challenge, controller: AbortController): Promise<Solution | null> {
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    solveChallenge({
      challenge,
      deriveKey,
      controller,
      counterStart: lane,
      counterStep: LANES,
      timeout: TIMEOUT_MS,
    }),
  )
  const solution = await Promise.race(lanes)
  controller.abort()
  return solution
}

/**
 * Solves an ALTCHA challenge with PBKDF2. Returns null for another kind of challenge, after the
 * signal aborts, after one minute, and on an insecure page, which has no WebCrypto (D64). WebCrypto
 * derives the keys outside the main thread, so no worker is needed.
 */
export async function solveProofOfWork(challenge: unknown, signal?: AbortSignal): Promise<Solution | null> {
  const parsed = solvable.safeParse(challenge)
  if (!parsed.success || signal?.aborted || !globalThis.crypto?.subtle) return null
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort)
  const solution = await raceLanes(parsed.data, controller)
  signal?.removeEventListener('abort', abort)
  return solution
}
