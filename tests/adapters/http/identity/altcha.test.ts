import { expect, test } from 'vitest'

import { createAltcha, type SolveChallenge } from '#src/adapters/http/identity/altcha.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { createRecordingFetch, neverRespond, respondWith } from '#tests/adapters/http/recording-client.ts'

const NOW = Date.parse('2026-11-21T09:43:15-05:00')
const ADDRESS = 'http://portal.test/api/human-check/challenge'
const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    expiresAt: NOW / 1_000 + 300,
    keyLength: 32,
    keyPrefix: '8d64558a9d5d0407ef58b1fe4ac61abd',
    keySignature: '92551a',
    nonce: '5e4e2116e49b8263ef40283e47a15d54',
    salt: 'f7c4e1ef333b5462d02326163470bcf6',
    data: { nuevo: true },
  },
  signature: 'b747485cb2df',
}
const SOLUTION = { counter: 271, derivedKey: '8d64' }

const solve: SolveChallenge = async () => SOLUTION

function createCheck(respond: Parameters<typeof createRecordingFetch>[0], solveChallenge = solve) {
  const clock = createMemoryClock(NOW)
  const { fetch, calls } = createRecordingFetch(respond)
  return { check: createAltcha({ fetch, address: ADDRESS, solve: solveChallenge, clock }), calls, clock }
}

test('a proof contains the challenge and its solution and expires 5 s before the challenge', async () => {
  const { check, calls } = createCheck(respondWith(CHALLENGE))
  const proof = await check.solve()
  expect(proof).toMatchObject({ ok: true, value: { expiresAt: NOW + 295_000 } })
  expect(JSON.parse(atob(proof.ok ? proof.value.text : ''))).toEqual({ challenge: CHALLENGE, solution: SOLUTION })
  expect(calls).toMatchObject([{ method: 'GET', address: ADDRESS }])
})

test.each([
  ['equal to', 295_000, NOW],
  ['an hour behind', 3_895_000, NOW - 3_600_000],
  ['an hour ahead of', -3_305_000, NOW + 3_600_000],
])('with a server clock %s the local clock, a proof expires in %i ms', async (_, lifetimeMs, serverTime) => {
  const date = new Date(serverTime).toUTCString()
  const { check } = createCheck(respondWith(CHALLENGE, 200, { date }))
  expect(await check.solve()).toMatchObject({ ok: true, value: { expiresAt: NOW + lifetimeMs } })
})

test('the time to solve a challenge does not extend its proof', async () => {
  const { check, clock } = createCheck(respondWith(CHALLENGE), async () => {
    clock.advance(20_000)
    return SOLUTION
  })
  expect(await check.solve()).toMatchObject({ ok: true, value: { expiresAt: NOW + 295_000 } })
})

test('solve returns malformed when the challenge has no solution', async () => {
  const { check } = createCheck(respondWith(CHALLENGE), async () => null)
  expect(await check.solve()).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test.each([
  ['', 200, { kind: 'malformed' }],
  [{}, 200, { kind: 'malformed' }],
  [{ parameters: {}, signature: 'x' }, 200, { kind: 'malformed' }],
  [{ ...CHALLENGE, signature: undefined }, 200, { kind: 'malformed' }],
  ['', 503, { kind: 'server-error', status: 503, message: null }],
])('solve fails on the challenge reply %j with status %i', async (body, status, error) => {
  const { check } = createCheck(respondWith(body, status))
  expect(await check.solve()).toEqual({ ok: false, error })
})

test('solve returns unreachable when its signal aborts during the request or the computation', async () => {
  const requestAbort = new AbortController()
  const result = createCheck(neverRespond).check.solve(requestAbort.signal)
  requestAbort.abort()
  expect(await result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  const computationAbort = new AbortController()
  const { check } = createCheck(respondWith(CHALLENGE), async (_, signal) => {
    computationAbort.abort()
    return signal?.aborted ? null : SOLUTION
  })
  expect(await check.solve(computationAbort.signal)).toEqual({ ok: false, error: { kind: 'unreachable' } })
})
