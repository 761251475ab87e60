import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { BusyError } from '#server/http/busy-error.ts'
import { handleError } from '#server/http/refusals.ts'
import { createPasswordHashes, createQueue, MAX_HASHES_AT_ONCE } from '#server/security/password-hashes.ts'

const DECOY_PASSWORD = 'nadie'

test('hash returns a new argon2id hash each time, which matches only its password', async () => {
  const hashes = await createPasswordHashes(DECOY_PASSWORD)
  const [one, other] = await Promise.all([hashes.hash('Demo#Dolar2026'), hashes.hash('Demo#Dolar2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect(await hashes.matches(one, 'Demo#Dolar2026')).toBe(true)
  expect(await hashes.matches(one, 'demo#Dolar2026')).toBe(false)
  expect(await hashes.matches(one, '')).toBe(false)
})

test('the decoy password does not match without an account', async () => {
  const hashes = await createPasswordHashes(DECOY_PASSWORD)
  expect(await hashes.matches(null, DECOY_PASSWORD)).toBe(false)
})

test('two Unicode forms of a password match the same hash', async () => {
  const hashes = await createPasswordHashes(DECOY_PASSWORD)
  expect(await hashes.matches(await hashes.hash('Ma\u00f1ana#2026'), 'Man\u0303ana#2026')).toBe(true)
})

test('a check without an account takes about as long as a check with an account', async () => {
  const hashes = await createPasswordHashes(DECOY_PASSWORD)
  const stored = await hashes.hash('Demo#Dolar2026')
  const durations = { account: [] as number[], noAccount: [] as number[] }
  const measure = async (times: number[], hash: string | null) => {
    const start = performance.now()
    await hashes.matches(hash, 'Otra#Clave2026')
    times.push(performance.now() - start)
  }
  for (let round = 0; round < 9; round += 1) {
    await measure(durations.account, stored)
    await measure(durations.noAccount, null)
  }
  const computeMedian = (times: readonly number[]) => times.toSorted((a, b) => a - b)[4] ?? 0
  // A check without a decoy hash would take a thousandth. The factor 4 allows for a busy machine.
  expect(computeMedian(durations.noAccount)).toBeGreaterThan(computeMedian(durations.account) / 4)
})

test('a queue finishes all tasks and never runs more than its maximum at a time', async () => {
  const run = createQueue(MAX_HASHES_AT_ONCE)
  const ends: (() => void)[] = []
  const started: number[] = []
  const addTask = (name: number) =>
    run(
      () =>
        new Promise<number>((resolve) => {
          started.push(name)
          ends.push(() => resolve(name))
        }),
    )
  const all = [0, 1, 2, 3, 4].map(addTask)
  for (let index = 0; index < 5; index += 1) {
    await expect.poll(() => started.length).toBe(Math.min(5, index + MAX_HASHES_AT_ONCE))
    ends[index]?.()
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
})

test('a queue runs the next task after a failed task', async () => {
  const run = createQueue(1)
  const failed = run(() => Promise.reject(new Error('fallo')))
  const next = run(async () => 'siguiente')
  await expect(failed).rejects.toThrow('fallo')
  expect(await next).toBe('siguiente')
})

test('a queue refuses at once what would be one too many waiting, and takes it again when there is room', async () => {
  const run = createQueue(1, 2)
  const ends: (() => void)[] = []
  const addTask = () => run(() => new Promise<void>((resolve) => ends.push(resolve)))
  const accepted = [addTask(), addTask(), addTask()]
  await expect(addTask()).rejects.toThrow(BusyError)
  ends[0]?.()
  await accepted[0]
  const later = addTask()
  await expect(addTask()).rejects.toThrow(BusyError)
  for (const index of [1, 2, 3]) {
    await expect.poll(() => ends.length).toBeGreaterThan(index)
    ends[index]?.()
  }
  await Promise.all([...accepted, later])
})

test('a caller of a full queue gets 503, and when to try again', async () => {
  const app = Fastify().setErrorHandler(handleError)
  app.get('/api/hash', async () => {
    throw new BusyError()
  })
  const reply = await app.inject('/api/hash')
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
    503,
    '5',
    { message: 'Muchas personas están ingresando en este momento. Intente de nuevo en 5 segundos.' },
  ])
})
