import { expect, test } from 'vitest'

import { createPasswordHashes, createQueue, MAX_HASHES_AT_ONCE } from '#server/security/password-hashes.ts'

test('a hash is argon2id with its costs, differs each time and matches only its password', async () => {
  const hashes = await createPasswordHashes('nadie')
  const [one, other] = await Promise.all([hashes.hash('Demo#Dolar2026'), hashes.hash('Demo#Dolar2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect(await hashes.matches(one, 'Demo#Dolar2026')).toBe(true)
  expect(await hashes.matches(one, 'demo#Dolar2026')).toBe(false)
  expect(await hashes.matches(one, '')).toBe(false)
})

test('a password never matches when there is no account', async () => {
  const hashes = await createPasswordHashes('nadie')
  expect(await hashes.matches(null, 'nadie')).toBe(false)
})

test('two Unicode forms of a password match the same hash', async () => {
  const hashes = await createPasswordHashes('nadie')
  expect(await hashes.matches(await hashes.hash('Ma\u00f1ana#2026'), 'Man\u0303ana#2026')).toBe(true)
})

test('a check takes as long without an account as with one', async () => {
  const hashes = await createPasswordHashes('nadie')
  const stored = await hashes.hash('Demo#Dolar2026')
  const spent = { account: [] as number[], noAccount: [] as number[] }
  const measure = async (times: number[], hash: string | null) => {
    const start = performance.now()
    await hashes.matches(hash, 'Otra#Clave2026')
    times.push(performance.now() - start)
  }
  for (let round = 0; round < 9; round += 1) {
    await measure(spent.account, stored)
    await measure(spent.noAccount, null)
  }
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[4] ?? 0
  // Without a hash the check takes about a thousandth; the factor 4 allows for a busy machine.
  expect(median(spent.noAccount)).toBeGreaterThan(median(spent.account) / 4)
})

test('a queue runs at most its maximum of tasks at once and finishes all of them', async () => {
  const run = createQueue(MAX_HASHES_AT_ONCE)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const task = (name: number) =>
    run(
      () =>
        new Promise<number>((resolve) => {
          begun.push(name)
          ends.push(() => resolve(name))
        }),
    )
  const all = [0, 1, 2, 3, 4].map(task)
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => begun.length).toBe(Math.min(5, ended + MAX_HASHES_AT_ONCE))
    ends[ended]?.()
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
})

test('a failed task lets the next one run', async () => {
  const run = createQueue(1)
  const failed = run(() => Promise.reject(new Error('fallo')))
  const next = run(async () => 'siguiente')
  await expect(failed).rejects.toThrow('fallo')
  expect(await next).toBe('siguiente')
})
