import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'

import type { HumanCheckStore } from '#server/identity/human-check-store.ts'
import { derivedSecret, hashSecret } from '#server/secrets.ts'
import {
  type ChallengeReply,
  type SolvedChallenge,
  solvedChallenge,
} from '#src/adapters/http/contract/identity/human-check.ts'
import { PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Rounds of PBKDF2 per guess, about a millisecond. */
const COST = 5_000

/** The range of guesses that a challenge needs. */
export interface Effort {
  readonly least: number
  readonly most: number
}

/**
 * About half a second of one core: short for a person, expensive for a million password attempts.
 */
const EFFORT: Effort = { least: 250, most: 750 }

/** Maximum length of a solved challenge, in characters. */
const MAX_PAYLOAD_LENGTH = 4_096

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** The human check, which slows down programs that guess passwords (D9). */
export interface HumanCheck {
  /**
   * Issues a proof-of-work challenge of ALTCHA. `effort` multiplies the work; default 1. A remote
   * service issues its own challenges.
   */
  issueChallenge(effort?: number): Promise<ChallengeReply>
  /**
   * Returns whether the payload is a valid solution that is neither expired nor already used, of a
   * challenge with at least this effort. Marks a valid solution as used.
   */
  verify(payload: string | undefined, leastEffort?: number): Promise<boolean>
}

function parsePayload(text: string): SolvedChallenge | null {
  if (text.length > MAX_PAYLOAD_LENGTH || !BASE64.test(text)) return null
  try {
    const parsed = solvedChallenge.safeParse(JSON.parse(Buffer.from(text, 'base64').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Creates the ALTCHA check. `secret` signs the challenges; `now` is the real clock. */
export function createHumanCheck({
  store,
  secret,
  now,
  effort = EFFORT,
}: {
  readonly store: HumanCheckStore
  readonly secret: string
  readonly now: () => Instant
  readonly effort?: Effort
}): HumanCheck {
  const secrets = {
    hmacSignatureSecret: derivedSecret(secret, 'challenge'),
    hmacKeySignatureSecret: derivedSecret(secret, 'solution'),
  }

  return {
    async issueChallenge(workFactor = 1) {
      const expiresAt = Math.floor((now() + PROOF_LIFETIME_MS) / SECOND_MS)
      const { parameters, signature } = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST * workFactor,
        counter: randomInt(effort.most, effort.least),
        deriveKey,
        expiresAt,
        ...secrets,
      })
      if (signature === undefined) throw new Error('human check: the challenge has no signature')
      return { parameters: { ...parameters, expiresAt }, signature }
    },

    async verify(text, leastEffort = 1) {
      const payload = text === undefined ? null : parsePayload(text)
      if (payload === null) return false
      const { challenge, solution } = payload
      const expiresAt = challenge.parameters.expiresAt * SECOND_MS
      if (expiresAt < now() || challenge.parameters.cost < COST * leastEffort) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      return verified && store.markUsed(hashSecret(challenge.signature), expiresAt)
    },
  }
}

/** External human checks and the URLs that verify their solutions (D9). */
export const REMOTE_CHECKS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const

export type RemoteCheck = keyof typeof REMOTE_CHECKS

/** Maximum lifetime of a solution in all services. */
const SOLUTION_LIFETIME_MS = 10 * MINUTE_MS

const MAX_SOLUTION_LENGTH = 8_192
const TIMEOUT_MS = 5_000

const verificationSchema = z.object({ success: z.boolean() })

interface RemoteHumanCheckDeps {
  readonly provider: RemoteCheck
  readonly secret: string
  readonly store: Pick<HumanCheckStore, 'markUsed'>
  /** The real clock. */
  readonly now: () => Instant
  readonly fetch: typeof globalThis.fetch
  /** Logs why a solution could not be verified. The solution is refused. */
  readonly report: (error: unknown) => void
}

/**
 * Creates a function that verifies a solution with the service. It checks each solution once: a
 * solution counts as used even when the service fails.
 */
export function createRemoteHumanCheck(deps: RemoteHumanCheckDeps): (solution: string | undefined) => Promise<boolean> {
  const { provider, secret, store, now, fetch, report } = deps

  async function isVerified(solution: string): Promise<boolean> {
    try {
      const response = await fetch(REMOTE_CHECKS[provider], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: solution }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return verificationSchema.parse(await response.json()).success
    } catch (error) {
      report(error)
      return false
    }
  }

  return async (solution) => {
    if (!solution || solution.length > MAX_SOLUTION_LENGTH) return false
    const isNew = await store.markUsed(hashSecret(solution), now() + SOLUTION_LIFETIME_MS)
    return isNew && isVerified(solution)
  }
}
