import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createAttemptLimits, loginAccount, loginPair } from '#server/identity/attempt-limits.ts'
import type { AttemptStore } from '#server/identity/attempt-store.ts'
import type { AttemptCount } from '#server/identity/attempts.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/bogota.ts'

const GUESSER = '203.0.113.7'

function memoryTries(): AttemptStore {
  const counts = new Map<string, AttemptCount>()
  return {
    find: async (key) => counts.get(key) ?? null,
    replace: async (key, read, next) => {
      if ((counts.get(key) ?? null) !== read) return false
      counts.set(key, next)
      return true
    },
    remove: async (key) => void counts.delete(key),
    forget: async () => {},
  }
}

/** One account, and a clock that the test moves. */
function openAccount() {
  let now = 0
  const limits = createAttemptLimits(memoryTries(), () => now)
  const take = (net: string) => limits.take([loginPair('demo', net), loginAccount('demo', net)])
  return {
    take,
    guess: async (net: string, count = 1) => {
      const taken: boolean[] = []
      for (let done = 0; done < count; done += 1) taken.push((await take(net)).ok)
      return taken
    },
    /** Comes in: the pair's count is cleared, the account's try taken back. */
    comeIn: async (net: string) => {
      const account = loginAccount('demo', net)
      const taken = await limits.take([loginPair('demo', net), account])
      if (!taken.ok) return false
      await limits.clear(loginPair('demo', net))
      await taken.value.refund(account)
      return true
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

const nets = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `198.51.100.${from + index}`)
const yes = (count: number) => Array.from({ length: count }, () => true)

test('no net alone closes the account for others, however patiently it guesses', async () => {
  const wait = fc.oneof(
    fc.constantFrom(0, MINUTE_MS, 15 * MINUTE_MS, 24 * HOUR_MS),
    fc.integer({ min: 0, max: 25 * HOUR_MS }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(wait, { minLength: 60, maxLength: 150 }), async (waits) => {
      const account = openAccount()
      for (const ms of waits) {
        await account.guess(GUESSER, 5)
        account.pass(ms)
        expect(await account.comeIn('192.0.2.1')).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})

test('a net that waits for each of its pauses leaves the account open to others', async () => {
  const account = openAccount()
  for (let round = 0; round < 40; round += 1) {
    expect(await account.guess(GUESSER, 5)).toEqual(yes(5))
    account.pass(15 * MINUTE_MS)
  }
  expect(await account.guess('192.0.2.1')).toEqual([true])
})

test('nor does a net that comes back day after day, while the client comes in and mistypes', async () => {
  const account = openAccount()
  for (let day = 0; day < 30; day += 1) {
    expect(await account.guess(GUESSER, 5)).toEqual(yes(5))
    account.pass(12 * HOUR_MS)
    expect(await account.guess('192.0.2.1')).toEqual([true])
    expect(await account.comeIn('192.0.2.1')).toBe(true)
    account.pass(12 * HOUR_MS)
  }
})

test('nine nets leave the account open, the tenth closes it, and after the pause they close it again for twice as long', async () => {
  const account = openAccount()
  for (const [mistyping, pause] of [
    ['192.0.2.10', MINUTE_MS],
    ['192.0.2.11', 2 * MINUTE_MS],
  ] as const) {
    for (const net of nets(9)) expect(await account.guess(net, 5)).toEqual(yes(5))
    expect(await account.guess(mistyping, 4)).toEqual(yes(4))
    expect(await account.guess('192.0.2.2', 2)).toEqual([true, false])
    account.pass(pause - 1)
    expect(await account.guess('192.0.2.3')).toEqual([false])
    account.pass(1)
    expect(await account.comeIn('192.0.2.3')).toBe(true)
    account.pass(MINUTE_MS)
  }
})

test('a net whose share is spent waits for the account’s pause as well', async () => {
  const account = openAccount()
  await account.guess(GUESSER, 5)
  account.pass(MINUTE_MS)
  for (const net of nets(9)) await account.guess(net, 5)
  expect(await account.guess(GUESSER)).toEqual([false])
})

test('whoever comes in as the fiftieth guess is made does not end the pause that it brings', async () => {
  const account = openAccount()
  for (const net of nets(48)) await account.guess(net)
  const login = await account.take('192.0.2.1')
  expect(await account.guess('192.0.2.2')).toEqual([true])
  if (!login.ok) throw new Error('the account is open')
  const counted = loginAccount('demo', '192.0.2.1')
  await login.value.refund(counted)
  expect(await account.guess('192.0.2.3')).toEqual([false])
})

test('whoever comes in as the fiftieth brings no pause', async () => {
  const account = openAccount()
  for (const net of nets(49)) await account.guess(net)
  expect(await account.comeIn('192.0.2.1')).toBe(true)
  expect(await account.guess('192.0.2.2', 2)).toEqual([true, false])
})
