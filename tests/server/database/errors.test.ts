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
  ['an error without a code', new Error('Query read timeout'), true],
  ['an error with the code of a socket', createCodedError('ECONNREFUSED'), true],
  ['the error of a value that cannot be sent', new TypeError('x'), false],
  ['the error of a value that cannot be read', new RangeError('x'), false],
])('after markUnavailable, isUnavailable of %s is %s', (_, error, isExpected) => {
  expect(isUnavailable(error)).toBe(false)
  markUnavailable(error)
  expect(isUnavailable(error)).toBe(isExpected)
})

test.each([
  ['57014', true],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['23505', false],
  ['42P01', false],
])('isUnavailable of the PostgreSQL error %s is %s', (code, isExpected) => {
  expect(isUnavailable(createCodedError(code))).toBe(isExpected)
})
