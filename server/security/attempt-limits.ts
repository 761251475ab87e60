import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { AttemptCounts, AttemptStore } from '#server/security/attempt-store.ts'
import {
  type AttemptCount,
  type AttemptPolicy,
  countAttempt,
  countDailyAttempt,
  countPauses,
  refundAttempt,
} from '#server/security/attempts.ts'
import { hashSecret } from '#server/security/secrets.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/** Attempts that are allowed before pauses begin. */
export interface AttemptPolicies {
  /** One account from one network. */
  readonly loginPair: AttemptPolicy
  /**
   * One account from all networks; between two pauses each network counts at most `loginPair.free`
   * attempts.
   */
  readonly loginAccount: AttemptPolicy
  readonly loginAddress: AttemptPolicy
  readonly recoveryEmail: AttemptPolicy
  readonly recoveryAddress: AttemptPolicy
  readonly registrationAddress: AttemptPolicy
}

/**
 * An attacker in one network blocks an account for that network only; its owner can sign in from
 * another one. Per day, each network adds at most five attempts towards each pause of the account.
 * So ten networks and fifty attempts are needed to pause an account everywhere. NIST SP 800-63B
 * allows a hundred failures in a row. Many clients may share one address, for example an office.
 */
export const ATTEMPT_POLICIES: AttemptPolicies = {
  loginPair: { free: 5, firstPause: MINUTE_MS },
  loginAccount: { free: 50, firstPause: MINUTE_MS },
  loginAddress: { free: 50, firstPause: MINUTE_MS },
  recoveryEmail: { free: 3, firstPause: 5 * MINUTE_MS },
  recoveryAddress: { free: 20, firstPause: MINUTE_MS },
  registrationAddress: { free: 20, firstPause: MINUTE_MS },
}

/** What is counted: a user name, an e-mail address, a network, or a user name in a network. */
export interface Counted {
  readonly kind: keyof AttemptPolicies
  readonly subject: string
  /** The network whose share of the account's attempts this one counts for. */
  readonly net?: string
}

/** Refused: no attempt is allowed for `retryAfterMs`. */
export interface TooManyAttempts {
  readonly kind: 'too-many-attempts'
  readonly retryAfterMs: number
}

/** Attempts that were counted. */
export interface CountedAttempts {
  /**
   * Ends attempts that succeeded, in the caller's transaction: resets the counts of `clear`, and
   * refunds one attempt and its pause to each of `refund`.
   */
  settle(success: Success, tx?: Kysely<Schema>): Promise<void>
}

export interface Success {
  readonly clear: readonly Counted[]
  readonly refund: readonly Counted[]
}

/** Counts attempts in the database, so that a restart or a second server grants no new ones. */
export interface AttemptLimits {
  /**
   * Counts the attempts before they are made, in one commit, so that concurrent ones cannot bypass
   * the limit.
   */
  take(counted: readonly Counted[]): Promise<Result<CountedAttempts, TooManyAttempts>>
  /** Resets a count. */
  clear(counted: Counted): Promise<void>
}

/** One account from one network. A network contains no space, so the subject is unique. */
export const loginPair = (account: string, net: string): Counted => ({
  kind: 'loginPair',
  subject: `${net} ${account}`,
})

/** One account from all networks, with the network of this attempt. */
export const loginAccount = (account: string, net: string): Counted => ({
  kind: 'loginAccount',
  subject: account,
  net,
})

/** Stored as a hash: a user may type a password into the user name field. */
const toKey = ({ kind, subject }: Counted) => hashSecret(`${kind} ${subject}`)

/** The key of one network's share of the account's attempts since the last pause. */
const shareKey = (account: string, net: string, pauses: number) => hashSecret(`loginShare ${net} ${pauses} ${account}`)

const NO_PAUSES = { free: Number.POSITIVE_INFINITY, firstPause: 0 }

/** A stored count after an attempt. */
interface StoredCount {
  readonly key: string
  readonly attempts: AttemptCount
}

type Next = (attempts: AttemptCount | null) => AttemptCount | null

/** Computes the next count and stores it; repeats when another request changed it meanwhile. */
async function change(counts: AttemptCounts, key: string, next: Next): Promise<StoredCount | null> {
  for (;;) {
    const attempts = await counts.find(key)
    const changed = next(attempts)
    if (changed === null) return null
    if (await counts.replace(key, attempts, changed)) return { key, attempts: changed }
  }
}

async function refundAll(counts: AttemptCounts, written: readonly StoredCount[]) {
  for (const { key, attempts } of written)
    await change(counts, key, (present) => present && refundAttempt(present, attempts))
}

export function createAttemptLimits(
  store: AttemptStore,
  now: () => Instant,
  policies: AttemptPolicies = ATTEMPT_POLICIES,
): AttemptLimits {
  const tooMany = (lockedUntil: Instant) =>
    err({ kind: 'too-many-attempts', retryAfterMs: Math.max(0, lockedUntil - now()) } as const)

  async function count(counts: AttemptCounts, key: string, next: Next): Promise<Result<StoredCount, TooManyAttempts>> {
    let lockedUntil = 0
    const written = await change(counts, key, (attempts) => {
      lockedUntil = attempts?.lockedUntil ?? 0
      return next(attempts)
    })
    return written === null ? tooMany(lockedUntil) : ok(written)
  }

  /** Counts an attempt unless the network's share is used up. A pause refuses it in any case. */
  async function takeFromNetwork(
    counts: AttemptCounts,
    counted: Counted,
    net: string,
  ): Promise<Result<readonly StoredCount[], TooManyAttempts>> {
    const policy = policies[counted.kind]
    const key = toKey(counted)
    const account = await counts.find(key)
    if (account !== null && now() < account.lockedUntil) return tooMany(account.lockedUntil)
    const ofShare = shareKey(counted.subject, net, countPauses(account, policy, now()))
    const share = await change(counts, ofShare, (attempts) => {
      const next = countAttempt(attempts, NO_PAUSES, now())
      return next !== null && next.failures > policies.loginPair.free ? null : next
    })
    if (share === null) return ok([])
    const taken = await count(counts, key, (attempts) => countDailyAttempt(attempts, policy, now()))
    if (taken.ok) return ok([share, taken.value])
    await refundAll(counts, [share])
    return taken
  }

  async function takeOne(
    counts: AttemptCounts,
    counted: Counted,
  ): Promise<Result<readonly StoredCount[], TooManyAttempts>> {
    if (counted.net !== undefined) return takeFromNetwork(counts, counted, counted.net)
    const policy = policies[counted.kind]
    const taken = await count(counts, toKey(counted), (attempts) => countAttempt(attempts, policy, now()))
    return taken.ok ? ok([taken.value]) : taken
  }

  async function takeAll(
    counts: AttemptCounts,
    counted: readonly Counted[],
  ): Promise<Result<ReadonlyMap<Counted, readonly StoredCount[]>, TooManyAttempts>> {
    const taken = new Map<Counted, readonly StoredCount[]>()
    for (const one of counted) {
      const result = await takeOne(counts, one)
      if (!result.ok) {
        for (const written of taken.values()) await refundAll(counts, written)
        return result
      }
      taken.set(one, result.value)
    }
    return ok(taken)
  }

  /** The end of a pause that refuses one of the attempts, null without one. */
  async function findPause(counted: readonly Counted[]): Promise<Instant | null> {
    // The last one is the network, whose pause ends a flood of different names with one read.
    for (const one of counted.toReversed()) {
      const attempts = await store.find(toKey(one))
      if (attempts !== null && now() < attempts.lockedUntil) return attempts.lockedUntil
    }
    return null
  }

  return {
    async take(counted) {
      // A refused caller may send hundreds of attempts a second: they commit nothing.
      const pausedUntil = await findPause(counted)
      if (pausedUntil !== null) return tooMany(pausedUntil)
      const taken = await store.transaction((counts) => takeAll(counts, counted))
      if (!taken.ok) return taken
      const settleIn = async (counts: AttemptCounts, { clear, refund }: Success) => {
        for (const one of clear) await counts.remove(toKey(one))
        for (const one of refund) await refundAll(counts, taken.value.get(one) ?? [])
      }
      return ok({
        settle: (success, tx) =>
          tx === undefined
            ? store.transaction((counts) => settleIn(counts, success))
            : settleIn(store.joinTransaction(tx), success),
      })
    },
    clear: (counted) => store.remove(toKey(counted)),
  }
}
