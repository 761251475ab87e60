import { hashOf } from '#server/identity/secrets.ts'
import {
  pausesBehind,
  type Tries,
  type TriesPolicy,
  withoutTry,
  withTry,
  withTryOfDay,
} from '#server/identity/tries.ts'
import type { TriesStore } from '#server/identity/tries-store.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** How many tries each may take before pauses begin. */
export interface AttemptPolicies {
  /** Of one account from one net. */
  readonly loginPair: TriesPolicy
  /** Of one account from everywhere; of each net no more count between two of its pauses than `loginPair` lets it make freely. */
  readonly loginAccount: TriesPolicy
  readonly loginAddress: TriesPolicy
  readonly recoveryEmail: TriesPolicy
  readonly recoveryAddress: TriesPolicy
  readonly registrationAddress: TriesPolicy
}

/**
 * Many may call from one address, an office's; an account is one person's. Whoever guesses from one net closes the account for that
 * net alone, however patiently: its owner still comes in from elsewhere. Within a day, of each net five guesses count towards each
 * pause of the account and no more, so only ten nets close it for everybody, after fifty: half the hundred failures that
 * NIST SP 800-63B allows in a row. A net's further guesses wait for the pauses of its own, and for the account's.
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
  /** The net whose share of an account's tries this one is. */
  readonly net?: string
}

/** No more tries for so long. */
export interface TooManyTries {
  readonly kind: 'too-many-tries'
  readonly retryAfterMs: number
}

/** Tries that were counted. */
export interface TakenTries {
  /** Takes one of them back, which was none to be held against anybody. */
  forgive(counted: Counted): Promise<void>
}

/** Tries are counted in the database, so that neither a restart nor a second server hands out new ones. */
export interface AttemptLimits {
  /** Counts a try for each before it is made: as many as come at once cannot all slip through. */
  take(counted: readonly Counted[]): Promise<Result<TakenTries, TooManyTries>>
  /** Begins the count anew. */
  clear(counted: Counted): Promise<void>
}

/** An account as one net tries it. A net has no space in it, so no other pair reads the same. */
export const loginPair = (account: string, net: string): Counted => ({
  kind: 'loginPair',
  subject: `${net} ${account}`,
})

/** An account as everybody tries it, this time from this net. */
export const loginAccount = (account: string, net: string): Counted => ({
  kind: 'loginAccount',
  subject: account,
  net,
})

/** What people type into a field of a login may be a password: only its hash is kept. */
const keyOf = ({ kind, subject }: Counted) => hashOf(`${kind} ${subject}`)

/** One net's share in the account's tries since its last pause. */
const shareKey = (account: string, net: string, pauses: number) => hashOf(`loginShare ${net} ${pauses} ${account}`)

const NO_PAUSES = { free: Number.POSITIVE_INFINITY, firstPause: 0 }

/** A count in the database, and how a try left it. */
interface Written {
  readonly key: string
  readonly tries: Tries
}

type Next = (tries: Tries | null) => Tries | null

export function createAttemptLimits(
  store: TriesStore,
  now: () => Instant,
  policies: AttemptPolicies = ATTEMPT_POLICIES,
): AttemptLimits {
  /** Works out the next count from the present one until nobody has come in between. */
  async function change(key: string, next: Next): Promise<Written | null> {
    for (;;) {
      const tries = await store.find(key)
      const changed = next(tries)
      if (changed === null) return null
      if (await store.replace(key, tries, changed)) return { key, tries: changed }
    }
  }

  async function takeBack(written: readonly Written[]) {
    for (const { key, tries } of written) await change(key, (present) => present && withoutTry(present, tries))
  }

  const tooMany = (lockedUntil: Instant) =>
    err({ kind: 'too-many-tries', retryAfterMs: Math.max(0, lockedUntil - now()) } as const)

  async function count(key: string, next: Next): Promise<Result<Written, TooManyTries>> {
    let lockedUntil = 0
    const written = await change(key, (tries) => {
      lockedUntil = tries?.lockedUntil ?? 0
      return next(tries)
    })
    return written === null ? tooMany(lockedUntil) : ok(written)
  }

  /** Counts a try of the account unless its net has had its share; during a pause it is refused all the same. */
  async function takeOfNet(counted: Counted, net: string): Promise<Result<readonly Written[], TooManyTries>> {
    const policy = policies[counted.kind]
    const key = keyOf(counted)
    const account = await store.find(key)
    if (account !== null && now() < account.lockedUntil) return tooMany(account.lockedUntil)
    const share = await change(shareKey(counted.subject, net, pausesBehind(account, policy, now())), (tries) => {
      const next = withTry(tries, NO_PAUSES, now())
      return next !== null && next.failures > policies.loginPair.free ? null : next
    })
    if (share === null) return ok([])
    const taken = await count(key, (tries) => withTryOfDay(tries, policy, now()))
    if (taken.ok) return ok([share, taken.value])
    await takeBack([share])
    return taken
  }

  async function takeOne(counted: Counted): Promise<Result<readonly Written[], TooManyTries>> {
    if (counted.net !== undefined) return takeOfNet(counted, counted.net)
    const taken = await count(keyOf(counted), (tries) => withTry(tries, policies[counted.kind], now()))
    return taken.ok ? ok([taken.value]) : taken
  }

  return {
    async take(counted) {
      const taken = new Map<Counted, readonly Written[]>()
      for (const one of counted) {
        const result = await takeOne(one)
        if (!result.ok) {
          for (const written of taken.values()) await takeBack(written)
          return result
        }
        taken.set(one, result.value)
      }
      return ok({ forgive: (one) => takeBack(taken.get(one) ?? []) })
    },
    clear: (counted) => store.remove(keyOf(counted)),
  }
}
