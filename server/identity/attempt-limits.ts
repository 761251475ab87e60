import { hashOf } from '#server/identity/secrets.ts'
import { type Tries, type TriesPolicy, withoutTry, withTry } from '#server/identity/tries.ts'
import type { TriesStore } from '#server/identity/tries-store.ts'
import { type Instant, MINUTE_MS } from '#src/domain/market/bogota.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** How many tries each may take before pauses begin. */
export interface AttemptPolicies {
  /** Of one account from one net. */
  readonly loginPair: TriesPolicy
  /** Of one account from everywhere. */
  readonly loginAccount: TriesPolicy
  readonly loginAddress: TriesPolicy
  readonly recoveryEmail: TriesPolicy
  readonly recoveryAddress: TriesPolicy
  readonly registrationAddress: TriesPolicy
}

/**
 * Many may call from one address, an office's; an account is one person's. Whoever guesses from one net closes the account for that
 * net alone: its owner still comes in from elsewhere. Only guesses from many nets at once close it for everybody, after half the
 * hundred failures that NIST SP 800-63B allows in a row.
 */
export const ATTEMPT_POLICIES: AttemptPolicies = {
  loginPair: { free: 5, firstPause: MINUTE_MS },
  loginAccount: { free: 50, firstPause: MINUTE_MS },
  loginAddress: { free: 50, firstPause: MINUTE_MS },
  recoveryEmail: { free: 3, firstPause: 5 * MINUTE_MS },
  recoveryAddress: { free: 20, firstPause: MINUTE_MS },
  registrationAddress: { free: 20, firstPause: MINUTE_MS },
}

/** Whose tries are counted: the subject is a user name, an e-mail address, a caller's net, or a user name and a net. */
export interface Counted {
  readonly kind: keyof AttemptPolicies
  readonly subject: string
}

/** No more tries for so long. */
export interface TooManyTries {
  readonly kind: 'too-many-tries'
  readonly retryAfterMs: number
}

/** Tries are counted in the database, so that neither a restart nor a second server hands out new ones. */
export interface AttemptLimits {
  /** Counts a try for each before it is made: as many as come at once cannot all slip through. */
  take(counted: readonly Counted[]): Promise<Result<void, TooManyTries>>
  /** Takes a try back that was none to be held against anybody. */
  forgive(counted: Counted): Promise<void>
  /** Begins the count anew. */
  clear(counted: Counted): Promise<void>
}

/** An account as one net tries it. A net has no space in it, so no other pair reads the same. */
export const loginPair = (account: string, net: string): Counted => ({
  kind: 'loginPair',
  subject: `${net} ${account}`,
})

/** What people type into a field of a login may be a password: only its hash is kept. */
const keyOf = ({ kind, subject }: Counted) => hashOf(`${kind} ${subject}`)

export function createAttemptLimits(
  store: TriesStore,
  now: () => Instant,
  policies: AttemptPolicies = ATTEMPT_POLICIES,
): AttemptLimits {
  /** Works out the next count from the present one until nobody has come in between. */
  async function change(key: string, next: (tries: Tries | null) => Tries | null): Promise<Tries | null> {
    for (;;) {
      const tries = await store.find(key)
      const changed = next(tries)
      if (changed === null || (await store.replace(key, tries, changed))) return changed
    }
  }

  async function takeOne(counted: Counted): Promise<Result<void, TooManyTries>> {
    let lockedUntil = 0
    const taken = await change(keyOf(counted), (tries) => {
      lockedUntil = tries?.lockedUntil ?? 0
      return withTry(tries, policies[counted.kind], now())
    })
    return taken === null
      ? err({ kind: 'too-many-tries', retryAfterMs: Math.max(0, lockedUntil - now()) })
      : ok(undefined)
  }

  async function forgive(counted: Counted) {
    await change(keyOf(counted), (tries) => tries && withoutTry(tries))
  }

  return {
    async take(counted) {
      const taken: Counted[] = []
      for (const one of counted) {
        const result = await takeOne(one)
        if (!result.ok) {
          for (const earlier of taken) await forgive(earlier)
          return result
        }
        taken.push(one)
      }
      return ok(undefined)
    },
    forgive,
    clear: (counted) => store.remove(keyOf(counted)),
  }
}
