import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  createAttemptLimits,
  loginAccount,
  loginDevice,
  loginNetwork,
  loginPair,
} from '#server/security/attempt-limits.ts'
import type { AttemptStore } from '#server/security/attempt-store.ts'
import type { AttemptCount } from '#server/security/attempts.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'

const GUESSER = '203.0.113.7'

function createMemoryAttempts(): AttemptStore {
  const counts = new Map<string, AttemptCount>()
  const store: AttemptStore = {
    transaction: (work) => work(store),
    joinTransaction: () => store,
    find: async (key) => counts.get(key) ?? null,
    replace: async (key, read, next) => {
      if ((counts.get(key) ?? null) !== read) return false
      counts.set(key, next)
      return true
    },
    remove: async (key) => void counts.delete(key),
    deleteBefore: async () => {},
  }
  return store
}

/** Creates the limits of one account on a clock that the test advances. */
function createAccount() {
  let now = 0
  const limits = createAttemptLimits(createMemoryAttempts(), () => now)
  const take = (net: string) => limits.take([loginPair('demo', net), loginAccount('demo', net)])
  return {
    take,
    guess: async (net: string, count = 1) => {
      const taken: boolean[] = []
      for (let attempt = 0; attempt < count; attempt += 1) taken.push((await take(net)).ok)
      return taken
    },
    /** Logs in: clears the count of the pair and refunds the attempt of the account. */
    logIn: async (net: string) => {
      const account = loginAccount('demo', net)
      const taken = await limits.take([loginPair('demo', net), account])
      if (!taken.ok) return false
      await taken.value.settle({ clear: [loginPair('demo', net)], refund: [account] })
      return true
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}

const createNets = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`)
const repeatTrue = (count: number) => Array.from({ length: count }, () => true)

test('an attempt during a pause commits nothing', async () => {
  const memory = createMemoryAttempts()
  let commits = 0
  const store: AttemptStore = {
    ...memory,
    transaction(work) {
      commits += 1
      return memory.transaction(work)
    },
  }
  const limits = createAttemptLimits(store, () => 0)
  const caller = { kind: 'registrationAddress', subject: GUESSER } as const
  const take = (name: string) => limits.take([loginPair(name, GUESSER), loginAccount(name, GUESSER), caller])
  for (let name = 1; name <= 20; name += 1) expect((await take(`user${name}`)).ok).toBe(true)
  expect(commits).toBe(20)
  expect(await take('user21')).toEqual({ ok: false, error: { kind: 'too-many-attempts', retryAfterMs: MINUTE_MS } })
  expect(commits).toBe(20)
})

test('guesses from one network never lock the account for other networks', async () => {
  const wait = fc.oneof(
    fc.constantFrom(0, MINUTE_MS, 15 * MINUTE_MS, 24 * HOUR_MS),
    fc.integer({ min: 0, max: 25 * HOUR_MS }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(wait, { minLength: 60, maxLength: 150 }), async (waits) => {
      const account = createAccount()
      for (const ms of waits) {
        await account.guess(GUESSER, 5)
        account.advance(ms)
        expect(await account.logIn('192.0.2.1')).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

test('a network that waits for the end of each pause does not lock the account', async () => {
  const account = createAccount()
  for (let round = 0; round < 40; round += 1) {
    expect(await account.guess(GUESSER, 5)).toEqual(repeatTrue(5))
    account.advance(15 * MINUTE_MS)
  }
  expect(await account.guess('192.0.2.1')).toEqual([true])
})

test('daily guesses from one network and mistakes of the client do not lock the account', async () => {
  const account = createAccount()
  for (let day = 0; day < 30; day += 1) {
    expect(await account.guess(GUESSER, 5)).toEqual(repeatTrue(5))
    account.advance(12 * HOUR_MS)
    expect(await account.guess('192.0.2.1')).toEqual([true])
    expect(await account.logIn('192.0.2.1')).toBe(true)
    account.advance(12 * HOUR_MS)
  }
})

test('fifty guesses from several networks lock the account, and the next lock is twice as long', async () => {
  const account = createAccount()
  for (const [tenthNet, pause] of [
    ['192.0.2.10', MINUTE_MS],
    ['192.0.2.11', 2 * MINUTE_MS],
  ] as const) {
    for (const net of createNets(9)) expect(await account.guess(net, 5)).toEqual(repeatTrue(5))
    expect(await account.guess(tenthNet, 4)).toEqual(repeatTrue(4))
    expect(await account.guess('192.0.2.2', 2)).toEqual([true, false])
    account.advance(pause - 1)
    expect(await account.guess('192.0.2.3')).toEqual([false])
    account.advance(1)
    expect(await account.logIn('192.0.2.3')).toBe(true)
    account.advance(MINUTE_MS)
  }
})

test('the pause of the account also refuses a network that has used its share of attempts', async () => {
  const account = createAccount()
  await account.guess(GUESSER, 5)
  account.advance(MINUTE_MS)
  for (const net of createNets(9)) await account.guess(net, 5)
  expect(await account.guess(GUESSER)).toEqual([false])
})

test('a login that started before the fiftieth guess does not end the pause of that guess', async () => {
  const account = createAccount()
  for (const net of createNets(48)) await account.guess(net)
  const login = await account.take('192.0.2.1')
  expect(await account.guess('192.0.2.2')).toEqual([true])
  if (!login.ok) throw new Error('the account is locked')
  await login.value.settle({ clear: [], refund: [loginAccount('demo', '192.0.2.1')] })
  expect(await account.guess('192.0.2.3')).toEqual([false])
})

test('a successful fiftieth attempt starts no pause', async () => {
  const account = createAccount()
  for (const net of createNets(49)) await account.guess(net)
  expect(await account.logIn('192.0.2.1')).toBe(true)
  expect(await account.guess('192.0.2.2', 2)).toEqual([true, false])
})

/** Fifty guesses before each pause, and those of networks beyond their share of the account. */
const MAX_GUESSES_PER_HOUR = 500

const attack = fc.array(
  fc.record({
    net: fc.nat({ max: 400 }),
    guesses: fc.integer({ min: 1, max: 8 }),
    wait: fc.constantFrom(0, 0, 0, 30_000, MINUTE_MS),
  }),
  { minLength: 200, maxLength: 400 },
)

/** Returns when the guesses of an attack were taken. */
async function runAttack(steps: readonly { net: number; guesses: number; wait: number }[]): Promise<readonly number[]> {
  const account = createAccount()
  let now = 0
  const taken: number[] = []
  for (const { net, guesses, wait } of steps) {
    const results = await account.guess(`10.0.${net}`, guesses)
    taken.push(...results.filter(Boolean).map(() => now))
    account.advance(wait)
    now += wait
  }
  return taken
}

test('an attacker has a limited number of guesses for an account per hour, whatever addresses he has', async () => {
  await fc.assert(
    fc.asyncProperty(attack, async (steps) => {
      const taken = await runAttack(steps)
      for (const start of taken)
        expect(taken.filter((at) => start <= at && at < start + HOUR_MS).length).toBeLessThan(MAX_GUESSES_PER_HOUR)
    }),
    { numRuns: 20 },
  )
})

test('a known device with the right password gets in, whatever the others do', async () => {
  const step = fc.record({
    net: fc.nat({ max: 60 }),
    guesses: fc.integer({ min: 1, max: 60 }),
    wait: fc.constantFrom(0, MINUTE_MS, HOUR_MS),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let now = 0
      const limits = createAttemptLimits(createMemoryAttempts(), () => now)
      for (const { net, guesses, wait } of steps) {
        for (let guess = 0; guess < guesses; guess += 1)
          await limits.take([
            loginPair('demo', `10.0.${net}`),
            loginAccount('demo', `10.0.${net}`),
            loginNetwork(`10.0.${net}`),
          ])
        now += wait
        const own = loginDevice('demo', 'own device')
        const login = await limits.take([own])
        expect(login.ok).toBe(true)
        if (login.ok) await login.value.settle({ clear: [own], refund: [] })
      }
    }),
    { numRuns: 40 },
  )
})
