import { hash, verify } from '@node-rs/argon2'

/** argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes at the same time: they share four threads with every file that is read. */
export const MAX_HASHES_AT_ONCE = 2

/** Passwords as they are stored. */
export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Whether the password is the one of a hash; null stands for an account that is not there, and takes as long. */
  matches(hash: string | null, password: string): Promise<boolean>
}

/** Runs so many tasks at once; the others wait for their turn. */
export function createQueue(places: number) {
  const waiting: (() => void)[] = []
  let free = places

  const turn = () => {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    await turn()
    try {
      return await task()
    } finally {
      leave()
    }
  }
}

/** The same text in another way of writing its accents is the same password (D12). */
const written = (password: string) => password.normalize('NFC')

/** Hashes off the event loop, a few at a time. `nobody` is what a password is compared with when no account has it. */
export async function createPasswordHashes(nobody: string): Promise<PasswordHashes> {
  const run = createQueue(MAX_HASHES_AT_ONCE)
  const nobodys = await hash(nobody, COSTS)
  return {
    hash: (password) => run(() => hash(written(password), COSTS)),
    matches: (stored, password) =>
      run(async () => (await verify(stored ?? nobodys, written(password))) && stored !== null),
  }
}
