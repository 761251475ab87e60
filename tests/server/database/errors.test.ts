import { expect, test } from 'vitest'

import { errorDetail, isUnavailable, markUnavailable } from '#server/database/errors.ts'

test.each([
  [new Error('password authentication failed'), 'password authentication failed'],
  [Object.assign(new AggregateError([new Error('a'), new Error('b')]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new AggregateError([]), 'AggregateError'],
  ['texto', 'texto'],
])('errorDetail of %s is %j', (error, detail) => {
  expect(errorDetail(error)).toBe(detail)
})

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['a marked error', new Error('Query read timeout'), true],
  ['a marked error with the code of a socket', withCode('ECONNREFUSED'), true],
  ['a value that cannot be sent', new TypeError('x'), false],
  ['a value that cannot be read', new RangeError('x'), false],
])('%s means that the database is unavailable: %s', (_, error, unavailable) => {
  expect(isUnavailable(error)).toBe(false)
  markUnavailable(error)
  expect(isUnavailable(error)).toBe(unavailable)
})

test.each([
  ['57014', true],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['23505', false],
  ['42P01', false],
])('the PostgreSQL error %s means that the database is unavailable: %s', (code, unavailable) => {
  expect(isUnavailable(withCode(code))).toBe(unavailable)
})
