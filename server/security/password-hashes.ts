import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

import { BusyError } from '#server/http/busy-error.ts'
import { normalizePassword } from '#src/domain/identity/password.ts'

/** The cost of one hash: memory in KiB, passes, and lanes. */
interface HashCosts {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const COSTS: HashCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum concurrent hashes. They share the four threads of libuv with all file reads, and one
 * processor must be free for other requests.
 */
export const MAX_HASHES_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/**
 * Maximum hashes that wait, about three seconds of work. A caller beyond it is refused at once, and
 * not after a timeout whose work is still done.
 */
export const MAX_WAITING_HASHES = 100

/** Hashes and compares passwords. Throws a BusyError when too many wait already. */
export interface PasswordHashes {
  hash(password: string): Promise<string>
  /**
   * Whether the password has this hash. Null stands for an unknown account or an account without a
   * password: the result is false and takes the same time.
   */
  matches(hash: string | null, password: string): Promise<boolean>
}

/** Limits how many tasks run in parallel; up to `maxWaiting` others wait in order. */
export function createQueue(slots: number, maxWaiting = Number.POSITIVE_INFINITY) {
  const waitingTasks: (() => void)[] = []
  let freeSlots = slots

  const acquire = () => {
    if (freeSlots > 0) {
      freeSlots -= 1
      return Promise.resolve()
    }
    if (waitingTasks.length >= maxWaiting) throw new BusyError()
    return new Promise<void>((resolve) => waitingTasks.push(resolve))
  }

  const release = () => {
    const next = waitingTasks.shift()
    if (next === undefined) freeSlots += 1
    else next()
  }

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }
}

/**
 * Creates the hashing of passwords, which does not block the event loop. Passwords of unknown
 * accounts are compared with the hash of `decoy`. A server creates one instance, because each
 * instance has its own limit.
 */
export async function createPasswordHashes(decoy: string, costs = COSTS): Promise<PasswordHashes> {
  const run = createQueue(MAX_HASHES_AT_ONCE, MAX_WAITING_HASHES)
  const decoyHash = await hash(decoy, costs)
  return {
    hash: (password) => run(() => hash(normalizePassword(password), costs)),
    matches: (storedHash, password) =>
      run(async () => (await verify(storedHash ?? decoyHash, normalizePassword(password))) && storedHash !== null),
  }
}
