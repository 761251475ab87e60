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

const createCodedError = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['an error without a code', true, new Error('Query read timeout')],
  ['an error with the code of a socket', true, createCodedError('ECONNREFUSED')],
  ['the error of a value that cannot be sent', false, new TypeError('x')],
  ['the error of a value that cannot be read', false, new RangeError('x')],
])('after markUnavailable, isUnavailable of %s is %s', (_, expected, error) => {
  expect(isUnavailable(error)).toBe(false)
  markUnavailable(error)
  expect(isUnavailable(error)).toBe(expected)
})

test.each([
  ['57014', true],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['23505', false],
  ['42P01', false],
])('isUnavailable of the PostgreSQL error %s is %s', (code, expected) => {
  expect(isUnavailable(createCodedError(code))).toBe(expected)
})
