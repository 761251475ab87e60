import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test } from 'vitest'

import { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'

const SECRETS = { hmacSignatureSecret: 'una clave', hmacKeySignatureSecret: 'otra clave' }

const createChallengeFor = (counter: number) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1_000) + 60,
    ...SECRETS,
  })

test.each([0, 1, 3, 4, 5, 250])('solveProofOfWork finds the counter %i', async (counter) => {
  const challenge = await createChallengeFor(counter)
  const solution = await solveProofOfWork(challenge)
  expect(solution).toMatchObject({ counter })
  expect(solution && (await verifySolution({ challenge, solution, deriveKey, ...SECRETS }))).toMatchObject({
    verified: true,
  })
})

test('solveProofOfWork returns null when its signal aborts', async () => {
  const controller = new AbortController()
  const solution = solveProofOfWork(await createChallengeFor(4_000_000), controller.signal)
  controller.abort()
  expect(await solution).toBeNull()
  expect(await solveProofOfWork(await createChallengeFor(1), controller.signal)).toBeNull()
})

test.each([
  ['another algorithm', { algorithm: 'SCRYPT' }],
  ['no rounds', { cost: 0 }],
  ['an empty key prefix', { keyPrefix: '' }],
  ['a nonce that is not hexadecimal', { nonce: 'xyz' }],
])('solveProofOfWork returns null for a challenge with %s', async (_, change) => {
  const { parameters, ...rest } = await createChallengeFor(1)
  expect(await solveProofOfWork({ ...rest, parameters: { ...parameters, ...change } })).toBeNull()
})

test.each([null, undefined, 'reto', {}, { parameters: null }])(
  'solveProofOfWork returns null for %j',
  async (value) => {
    expect(await solveProofOfWork(value)).toBeNull()
  },
)
