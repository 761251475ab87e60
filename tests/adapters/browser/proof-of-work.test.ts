import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test } from 'vitest'

import { solveProofOfWork } from '#src/adapters/browser/proof-of-work.ts'

const SECRETS = { hmacSignatureSecret: 'una clave', hmacKeySignatureSecret: 'otra clave' }

const challengeAt = (counter: number) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1_000) + 60,
    ...SECRETS,
  })

test.each([0, 1, 3, 4, 5, 250])('a challenge whose answer is %i is worked out', async (counter) => {
  const challenge = await challengeAt(counter)
  const solution = await solveProofOfWork(challenge)
  expect(solution).toMatchObject({ counter })
  expect(solution && (await verifySolution({ challenge, solution, deriveKey, ...SECRETS }))).toMatchObject({
    verified: true,
  })
})

test('work that is given up has no answer', async () => {
  const controller = new AbortController()
  const unsolvable = await challengeAt(1_000_000_000).catch(() => null)
  const working = solveProofOfWork(unsolvable ?? (await challengeAt(4_000_000)), controller.signal)
  controller.abort()
  expect(await working).toBeNull()
  expect(await solveProofOfWork(await challengeAt(1), controller.signal)).toBeNull()
})

test.each([
  ['of another kind', { algorithm: 'SCRYPT' }],
  ['without rounds', { cost: 0 }],
  ['that anything solves', { keyPrefix: '' }],
  ['in no hexadecimal', { nonce: 'xyz' }],
])('a challenge %s is not worked out', async (_, change) => {
  const { parameters, ...rest } = await challengeAt(1)
  expect(await solveProofOfWork({ ...rest, parameters: { ...parameters, ...change } })).toBeNull()
})

test.each([null, undefined, 'reto', {}, { parameters: null }])('%j is no challenge', async (value) => {
  expect(await solveProofOfWork(value)).toBeNull()
})
