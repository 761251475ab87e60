import { expect, test } from 'vitest'

import { createAltcha, type SolveChallenge } from '#src/adapters/http/altcha.ts'
import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { createRecordingClient, neverRespond, respondWith } from '#tests/adapters/http/recording-client.ts'

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

const solving: SolveChallenge = async () => SOLUTION

function checkOver(
  answer: Parameters<typeof createRecordingClient>[0],
  solve = solving,
  serverNow: number | null = null,
) {
  const clock = createMemoryClock(NOW)
  const { http, calls } = createRecordingClient(answer, { base: '' })
  return { check: createAltcha({ http, address: ADDRESS, solve, clock, serverNow: () => serverNow }), calls, clock }
}

test('the proof is the whole challenge with its solution, good until shortly before its end', async () => {
  const { check, calls } = checkOver(respondWith(CHALLENGE))
  const proof = await check.solve()
  expect(proof).toMatchObject({ ok: true, value: { expiresAt: NOW + 295_000 } })
  expect(JSON.parse(atob(proof.ok ? proof.value.text : ''))).toEqual({ challenge: CHALLENGE, solution: SOLUTION })
  expect(calls).toMatchObject([{ method: 'GET', address: ADDRESS }])
})

test.each([
  [NOW, 295_000],
  [NOW - 3_600_000, 3_895_000],
  [NOW + 3_600_000, -3_305_000],
])("its end is counted from the server's clock: at %i it is %i ms away", async (serverNow, left) => {
  const { check } = checkOver(respondWith(CHALLENGE), solving, serverNow)
  expect(await check.solve()).toMatchObject({ ok: true, value: { expiresAt: NOW + left } })
})

test("the time that the work takes is the proof's own", async () => {
  const { check, clock } = checkOver(respondWith(CHALLENGE), async () => {
    clock.advance(20_000)
    return SOLUTION
  })
  expect(await check.solve()).toMatchObject({ ok: true, value: { expiresAt: NOW + 295_000 } })
})

test('a challenge without a solution does not fit', async () => {
  const { check } = checkOver(respondWith(CHALLENGE), async () => null)
  expect(await check.solve()).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test.each([
  ['', 200, { kind: 'malformed' }],
  [{}, 200, { kind: 'malformed' }],
  [{ parameters: {}, signature: 'x' }, 200, { kind: 'malformed' }],
  [{ ...CHALLENGE, signature: undefined }, 200, { kind: 'malformed' }],
  ['', 503, { kind: 'server-error', status: 503, message: null }],
])('a challenge answered with %j and %i is told as a failure', async (body, status, error) => {
  const { check } = checkOver(respondWith(body, status))
  expect(await check.solve()).toEqual({ ok: false, error })
})

test('it may be given up while it is fetched and while it is worked out', async () => {
  const fetching = new AbortController()
  const waiting = checkOver(neverRespond).check.solve(fetching.signal)
  fetching.abort()
  expect(await waiting).toEqual({ ok: false, error: { kind: 'unreachable' } })
  const working = new AbortController()
  const { check } = checkOver(respondWith(CHALLENGE), async (_, signal) => {
    working.abort()
    return signal?.aborted ? null : SOLUTION
  })
  expect(await check.solve(working.signal)).toEqual({ ok: false, error: { kind: 'unreachable' } })
})
