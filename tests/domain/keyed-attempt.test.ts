import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { CallFailure } from '#src/domain/call.ts'
import { failAttempt, type KeyedAttempt, mayHaveHappened, nextAttempt } from '#src/domain/keyed-attempt.ts'

const rejected = (status: number): CallFailure => ({ kind: 'rejected', status, message: null })

test.each([
  ['timeout', { kind: 'timeout' }, true],
  ['unreachable', { kind: 'unreachable' }, true],
  ['malformed', { kind: 'malformed' }, true],
  ['crashed', { kind: 'crashed' }, true],
  ['server error', { kind: 'server-error', status: 503, message: null }, true],
  ['refusal', rejected(409), false],
  ['storage failure', { kind: 'storage-unavailable' }, false],
] as const)('after a %s, mayHaveHappened returns the expected value', (_what, failure, expected) => {
  expect(mayHaveHappened(failure)).toBe(expected)
})

const SENT: KeyedAttempt<string> = { key: 'k1', request: 'one', isUnsettled: false }

test.each([400, 401, 404, 409, 429])('a refusal with status %i settles an attempt without a lost reply', (status) => {
  expect(nextAttempt(failAttempt(SENT, rejected(status)), 'two', 'k2')).toEqual({
    key: 'k2',
    request: 'two',
    isUnsettled: false,
  })
})

test.each([
  [401, true],
  [403, true],
  [429, true],
  [400, false],
  [404, false],
  [409, false],
])('after a lost reply, a refusal with status %i leaves the attempt unsettled: %s', (status, isUnsettled) => {
  const lost = failAttempt(SENT, { kind: 'timeout' })
  expect(failAttempt(nextAttempt(lost, 'two', 'k2'), rejected(status))).toEqual({ ...SENT, isUnsettled })
})

test('the same request is sent again with its key, so that an unnoticed reply has no second effect', () => {
  expect(nextAttempt(failAttempt(SENT, rejected(401)), 'one', 'k2')).toEqual(SENT)
})

const failures = fc.constantFrom<CallFailure>(
  { kind: 'timeout' },
  { kind: 'unreachable' },
  { kind: 'server-error', status: 500, message: null },
  rejected(400),
  rejected(429),
)

test('no key is ever sent with two requests, and a lost request is repeated until it is settled', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('one', 'two', 'three'), failures)), (steps) => {
      const requests = new Map<string, string>()
      let last: KeyedAttempt<string> | null = null
      for (const [index, [request, failure]] of steps.entries()) {
        const sent: KeyedAttempt<string> = nextAttempt(last, request, `key-${index}`)
        expect(requests.get(sent.key) ?? sent.request).toBe(sent.request)
        if (last?.isUnsettled) expect(sent.request).toBe(last.request)
        else expect(requests.has(sent.key)).toBe(last?.request === request)
        requests.set(sent.key, sent.request)
        last = failAttempt(sent, failure)
      }
    }),
  )
})
