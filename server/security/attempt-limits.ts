import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { hashSecret } from '#server/secrets.ts'
import type { AttemptCounts, AttemptStore } from '#server/security/attempt-store.ts'
import {
  type AttemptCount,
  type AttemptPolicy,
  countAttempt,
  countDailyAttempt,
  countPauses,
  refundAttempt,
} from '#server/security/attempts.ts'
import { countInWindow, findEffort, findEntityEffort } from '#server/security/login-effort.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

/**
 * The policy of each kind of count. An `Address` is a network. A rename resets the stored counts:
 * their keys contain the names.
 */
export interface AttemptPolicies {
  /** One account from one network. */
  readonly loginPair: AttemptPolicy
  /**
   * One account from all networks. Each network adds at most `loginPair.failuresPerPause` attempts
   * a day; a pause starts a new share.
   */
  readonly loginAccount: AttemptPolicy
  /**
   * One account from a device from which it has signed in, or in one of its sessions. The attempts
   * of others do not count here.
   */
  readonly loginDevice: AttemptPolicy
  /** Recovery requests for one e-mail address. */
  readonly recoveryEmail: AttemptPolicy
  /** Recovery requests from one network. */
  readonly recoveryAddress: AttemptPolicy
  /** Codes of the second factor of one account, over all tickets and networks (D93). */
  readonly factorAccount: AttemptPolicy
  /** Registrations from one network. */
  readonly registrationAddress: AttemptPolicy
}

/**
 * An attacker in one network blocks an account for that network only. The owner can sign in from
 * another network. Each network adds at most five attempts a day towards a pause for all networks;
 * the pause starts a new share. Such a pause therefore takes fifty attempts from ten networks. NIST
 * SP 800-63B allows a hundred failures in a row. A network has no pause, because many clients may
 * share it: its failures make the human check harder (`login-effort.ts`).
 */
export const ATTEMPT_POLICIES: AttemptPolicies = {
  loginPair: { failuresPerPause: 5, firstPause: MINUTE_MS },
  loginAccount: { failuresPerPause: 50, firstPause: MINUTE_MS },
  loginDevice: { failuresPerPause: 5, firstPause: MINUTE_MS },
  recoveryEmail: { failuresPerPause: 3, firstPause: 5 * MINUTE_MS },
  recoveryAddress: { failuresPerPause: 20, firstPause: MINUTE_MS },
  factorAccount: { failuresPerPause: 5, firstPause: MINUTE_MS },
  registrationAddress: { failuresPerPause: 20, firstPause: MINUTE_MS },
}

/** The subject of a count: a user name, e-mail address, network, or user name in a network. */
export interface CountedSubject {
  /** `loginNetwork`: all accounts from one network. Its count never pauses. */
  readonly kind: keyof AttemptPolicies | 'loginNetwork'
  readonly subject: string
  /** The network of this attempt, only for `loginAccount`: each network has a share of attempts. */
  readonly net?: string
}

/** Failure: no attempt is allowed for `retryAfterMs`. */
export interface TooManyAttempts {
  readonly kind: 'too-many-attempts'
  readonly retryAfterMs: number
}

/** The counted attempts, one for each subject. */
interface CountedAttempts {
  /** Returns how many more attempts of a subject fit before the next pause. */
  countLeft(subject: CountedSubject): number
  /**
   * Call after success. Resets the counts of `clear`, and refunds this attempt and its pause to
   * each count of `refund`. Uses the caller's transaction `tx` if given.
   */
  settle(success: Success, tx?: Kysely<Schema>): Promise<void>
}

/** What a successful attempt resets (`clear`) and what gets its attempt back (`refund`). */
interface Success {
  readonly clear: readonly CountedSubject[]
  readonly refund: readonly CountedSubject[]
}

/** Counts attempts in the database, so that a restart does not reset the counts. */
export interface AttemptLimits {
  /**
   * Counts one attempt for each subject, all or none, in one commit. Call it before the attempt is
   * made, so that concurrent attempts cannot bypass the limit. Pass the network last: its pause is
   * checked first.
   */
  take(subjects: readonly CountedSubject[]): Promise<Result<CountedAttempts, TooManyAttempts>>
  /** Returns the effort that a human check of this network needs, as a multiple of the usual one. */
  findEffort(net: string): Promise<number>
  /** Returns the effort that a login of an entity's user with these subjects needs; 0: no check. */
  findEntityEffort(subjects: readonly CountedSubject[]): Promise<number>
  /** Resets a count. */
  clear(subject: CountedSubject): Promise<void>
}

/** One account from one network. A network contains no space, so the subject is unique. */
export const loginPair = (account: string, net: string): CountedSubject => ({
  kind: 'loginPair',
  subject: `${net} ${account}`,
})

/** One account from all networks, with the network of this attempt. */
export const loginAccount = (account: string, net: string): CountedSubject => ({
  kind: 'loginAccount',
  subject: account,
  net,
})

/** One account from a device or in a session that is known to be its own. */
export const loginDevice = (account: string, knownAs: string): CountedSubject => ({
  kind: 'loginDevice',
  subject: `${knownAs} ${account}`,
})

/** All accounts from one network. */
export const loginNetwork = (net: string): CountedSubject => ({ kind: 'loginNetwork', subject: net })

/** Returns a hash as the key, because a user may type a password into the user name field. */
const toKey = ({ kind, subject }: CountedSubject) => hashSecret(`${kind} ${subject}`)

/** Returns the key of a network's share of the account's attempts since the last pause. */
const toShareKey = (account: string, net: string, pauses: number) =>
  hashSecret(`loginShare ${net} ${pauses} ${account}`)

const NO_PAUSES = { failuresPerPause: Number.POSITIVE_INFINITY, firstPause: 0 }

/** A stored count after an attempt. */
interface StoredCount {
  readonly key: string
  readonly attempts: AttemptCount
}

type ComputeNext = (attempts: AttemptCount | null) => AttemptCount | null

/**
 * Computes and stores the next count; null when `computeNext` refuses. Repeats when another request
 * has changed the count.
 */
async function updateCount(counts: AttemptCounts, key: string, computeNext: ComputeNext): Promise<StoredCount | null> {
  for (;;) {
    const attempts = await counts.find(key)
    const next = computeNext(attempts)
    if (next === null) return null
    if (await counts.replace(key, attempts, next)) return { key, attempts: next }
  }
}

async function refundAll(counts: AttemptCounts, storedCounts: readonly StoredCount[]) {
  for (const { key, attempts } of storedCounts)
    await updateCount(counts, key, (current) => current && refundAttempt(current, attempts))
}

export function createAttemptLimits(
  store: AttemptStore,
  now: () => Instant,
  policies: AttemptPolicies = ATTEMPT_POLICIES,
): AttemptLimits {
  const refuseUntil = (lockedUntil: Instant) =>
    err({ kind: 'too-many-attempts', retryAfterMs: Math.max(0, lockedUntil - now()) } as const)

  async function countOrRefuse(
    counts: AttemptCounts,
    key: string,
    computeNext: ComputeNext,
  ): Promise<Result<StoredCount, TooManyAttempts>> {
    let lockedUntil = 0
    const storedCount = await updateCount(counts, key, (attempts) => {
      lockedUntil = attempts?.lockedUntil ?? 0
      return computeNext(attempts)
    })
    return storedCount === null ? refuseUntil(lockedUntil) : ok(storedCount)
  }

  /**
   * Counts an attempt for an account, within the share of its network. An attempt beyond the share
   * is allowed but not counted. A pause refuses the attempt.
   */
  async function takeWithinShare(
    counts: AttemptCounts,
    { kind, subject }: Pick<CountedSubject, 'subject'> & { readonly kind: keyof AttemptPolicies },
    net: string,
  ): Promise<Result<readonly StoredCount[], TooManyAttempts>> {
    const policy = policies[kind]
    const key = toKey({ kind, subject })
    const accountAttempts = await counts.find(key)
    if (accountAttempts !== null && now() < accountAttempts.lockedUntil) return refuseUntil(accountAttempts.lockedUntil)
    const shareKey = toShareKey(subject, net, countPauses(accountAttempts, policy, now()))
    const share = await updateCount(counts, shareKey, (attempts) => {
      const next = countAttempt(attempts, NO_PAUSES, now())
      return next !== null && next.failures > policies.loginPair.failuresPerPause ? null : next
    })
    if (share === null) return ok([])
    const result = await countOrRefuse(counts, key, (attempts) => countDailyAttempt(attempts, policy, now()))
    if (result.ok) return ok([share, result.value])
    await refundAll(counts, [share])
    return result
  }

  async function takeOne(
    counts: AttemptCounts,
    counted: CountedSubject,
  ): Promise<Result<readonly StoredCount[], TooManyAttempts>> {
    const { kind, subject, net } = counted
    const key = toKey(counted)
    if (kind === 'loginNetwork') {
      const result = await countOrRefuse(counts, key, (attempts) => countInWindow(attempts, now()))
      return result.ok ? ok([result.value]) : result
    }
    if (net !== undefined) return takeWithinShare(counts, { kind, subject }, net)
    const result = await countOrRefuse(counts, key, (attempts) => countAttempt(attempts, policies[kind], now()))
    return result.ok ? ok([result.value]) : result
  }

  async function takeAll(
    counts: AttemptCounts,
    subjects: readonly CountedSubject[],
  ): Promise<Result<ReadonlyMap<CountedSubject, readonly StoredCount[]>, TooManyAttempts>> {
    const takenAttempts = new Map<CountedSubject, readonly StoredCount[]>()
    for (const item of subjects) {
      const result = await takeOne(counts, item)
      if (!result.ok) {
        for (const storedCounts of takenAttempts.values()) await refundAll(counts, storedCounts)
        return result
      }
      takenAttempts.set(item, result.value)
    }
    return ok(takenAttempts)
  }

  /** Finds the end of a pause that refuses one of the attempts; null without a pause. */
  async function findPauseEnd(subjects: readonly CountedSubject[]): Promise<Instant | null> {
    // Starts with the network: one read then refuses a flood of different user names.
    for (const item of subjects.toReversed()) {
      const attempts = await store.find(toKey(item))
      if (attempts !== null && now() < attempts.lockedUntil) return attempts.lockedUntil
    }
    return null
  }

  return {
    async take(subjects) {
      // Refuse before the transaction, so that a flood of refused attempts writes nothing.
      const pausedUntil = await findPauseEnd(subjects)
      if (pausedUntil !== null) return refuseUntil(pausedUntil)
      const takenAttempts = await store.transaction((counts) => takeAll(counts, subjects))
      if (!takenAttempts.ok) return takenAttempts
      const settleIn = async (counts: AttemptCounts, { clear, refund }: Success) => {
        for (const item of clear) await counts.remove(toKey(item))
        for (const item of refund) await refundAll(counts, takenAttempts.value.get(item) ?? [])
      }
      return ok({
        countLeft(item) {
          const failures = takenAttempts.value.get(item)?.[0]?.attempts.failures ?? 0
          if (item.kind === 'loginNetwork') return Number.POSITIVE_INFINITY
          const { failuresPerPause } = policies[item.kind]
          return failures % failuresPerPause === 0 ? 0 : failuresPerPause - (failures % failuresPerPause)
        },
        settle: (success, tx) =>
          tx === undefined
            ? store.transaction((counts) => settleIn(counts, success))
            : settleIn(store.joinTransaction(tx), success),
      })
    },
    findEffort: async (net) => findEffort(await store.find(toKey(loginNetwork(net))), now()),
    async findEntityEffort(subjects) {
      const isNetwork = ({ kind }: CountedSubject) => kind === 'loginNetwork'
      const findAll = (items: readonly CountedSubject[]) => Promise.all(items.map((item) => store.find(toKey(item))))
      const own = await findAll(subjects.filter((subject) => !isNetwork(subject)))
      const [network = null] = await findAll(subjects.filter(isNetwork))
      return findEntityEffort(own, network, now())
    },
    clear: (subject) => store.remove(toKey(subject)),
  }
}
