import * as z from 'zod'

import type { HumanCheckStore } from '#server/identity/human-check-store.ts'
import { hashOf } from '#server/identity/secrets.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Services that check people instead of ALTCHA, and where they tell what a solution is worth (D9). */
export const REMOTE_CHECKS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const

export type RemoteCheck = keyof typeof REMOTE_CHECKS

/** None of them takes back a solution that is older. */
const SOLUTION_LIFETIME_MS = 10 * MINUTE_MS

const MAX_SOLUTION_LENGTH = 8_192
const TIMEOUT_MS = 5_000

const verdict = z.object({ success: z.boolean() })

export interface RemoteHumanCheckParts {
  readonly provider: RemoteCheck
  readonly secret: string
  readonly store: Pick<HumanCheckStore, 'spend'>
  /** The real clock. */
  readonly now: () => Instant
  readonly fetch: typeof globalThis.fetch
  /** Hears of a service that does not answer; until it does nobody gets in. */
  readonly report: (error: unknown) => void
}

/** Whether a service says that a solution is good; each is asked about once and good once. */
export function createRemoteHumanCheck(
  parts: RemoteHumanCheckParts,
): (solution: string | undefined) => Promise<boolean> {
  const { provider, secret, store, now, fetch, report } = parts

  async function isGood(solution: string): Promise<boolean> {
    try {
      const answer = await fetch(REMOTE_CHECKS[provider], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: solution }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return verdict.parse(await answer.json()).success
    } catch (error) {
      report(error)
      return false
    }
  }

  return async (solution) => {
    if (!solution || solution.length > MAX_SOLUTION_LENGTH) return false
    const isNew = await store.spend(hashOf(solution), now() + SOLUTION_LIFETIME_MS)
    return isNew && isGood(solution)
  }
}
