import { type Challenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import * as z from 'zod/mini'

/** Guesses under way at once: the browser derives keys on threads of its own. */
const LANES = 4

const GIVE_UP_MS = 60_000

const hex = z.string().check(z.regex(/^(?:[0-9a-fA-F]{2})+$/))

/** A challenge that can be worked out here. */
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

/** The first lane that ends has the answer; the others stop. */
async function race(challenge: Challenge, over: AbortController): Promise<Solution | null> {
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    solveChallenge({
      challenge,
      deriveKey,
      controller: over,
      counterStart: lane,
      counterStep: LANES,
      timeout: GIVE_UP_MS,
    }),
  )
  const solution = await Promise.race(lanes)
  over.abort()
  return solution
}

/**
 * Works out a challenge of ALTCHA with PBKDF2; null when it is of another kind, when the signal or a minute ended it first, and
 * on a page that is not secure, which has no WebCrypto (D64). WebCrypto derives each key away from the page's thread, so that no
 * worker is needed, which Trusted Types would have to let in.
 */
export async function solveProofOfWork(challenge: unknown, signal?: AbortSignal): Promise<Solution | null> {
  const parsed = solvable.safeParse(challenge)
  if (!parsed.success || signal?.aborted || !globalThis.crypto?.subtle) return null
  const over = new AbortController()
  const end = () => over.abort()
  signal?.addEventListener('abort', end)
  const solution = await race(parsed.data, over)
  signal?.removeEventListener('abort', end)
  return solution
}
