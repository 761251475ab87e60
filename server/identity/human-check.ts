import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

import type { HumanCheckStore } from '#server/identity/human-check-store.ts'
import { derivedSecret, hashSecret } from '#server/security/secrets.ts'
import {
  type ChallengeReply,
  type SolvedChallenge,
  solvedChallenge,
} from '#src/adapters/http/contract/identity/human-check.ts'
import { PROOF_LIFETIME_MS } from '#src/domain/identity/human-check-machine.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

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
export const EFFORT: Effort = { least: 250, most: 750 }

/** Maximum length of a solved challenge, in characters. */
const MAX_PAYLOAD_LENGTH = 4_096

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** The human check, which slows down programs that guess passwords (D9). */
export interface HumanCheck {
  /** Issues a proof-of-work challenge of ALTCHA. A remote service issues its own challenges. */
  issueChallenge(): Promise<ChallengeReply>
  /**
   * Returns whether the payload is a valid solution that is neither expired nor already used. Marks
   * a valid solution as used.
   */
  verify(payload: string | undefined): Promise<boolean>
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
    async issueChallenge() {
      const expiresAt = Math.floor((now() + PROOF_LIFETIME_MS) / SECOND_MS)
      const { parameters, signature } = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(effort.most, effort.least),
        deriveKey,
        expiresAt,
        ...secrets,
      })
      if (signature === undefined) throw new Error('human check: the challenge has no signature')
      return { parameters: { ...parameters, expiresAt }, signature }
    },

    async verify(text) {
      const payload = text === undefined ? null : parsePayload(text)
      if (payload === null) return false
      const { challenge, solution } = payload
      const expiresAt = challenge.parameters.expiresAt * SECOND_MS
      if (expiresAt < now()) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      return verified && store.markUsed(hashSecret(challenge.signature), expiresAt)
    },
  }
}
