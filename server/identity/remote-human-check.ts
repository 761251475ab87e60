import * as z from 'zod'

import type { HumanCheckStore } from '#server/identity/human-check-store.ts'
import { hashSecret } from '#server/security/secrets.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

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

export interface RemoteHumanCheckDeps {
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
