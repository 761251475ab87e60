import { expect, test } from 'vitest'

import { errorDetail, isUnavailable, markUnavailable } from '#server/database/errors.ts'

test.each([
  ['an error', 'password authentication failed', new Error('password authentication failed')],
  [
    'an AggregateError with a code',
    'ECONNREFUSED',
    Object.assign(new AggregateError([new Error('a'), new Error('b')]), { code: 'ECONNREFUSED' }),
  ],
  ['an AggregateError without a code', 'AggregateError', new AggregateError([])],
  ['a text', 'texto', 'texto'],
])('errorDetail of %s is %j', (_what, detail, error) => {
  expect(errorDetail(error)).toBe(detail)
})

const createCodedError = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['an error without a code', new Error('Query read timeout')],
  ['an error with the code of a socket', createCodedError('ECONNREFUSED')],
])('isUnavailable returns true for %s after markUnavailable', (_what, error) => {
  expect(isUnavailable(error)).toBe(false)
  markUnavailable(error)
  expect(isUnavailable(error)).toBe(true)
})

test.each([
  ['a value that cannot be sent', new TypeError('x')],
  ['a value that cannot be read', new RangeError('x')],
])('isUnavailable returns false for the error of %s, also after markUnavailable', (_what, error) => {
  expect(isUnavailable(error)).toBe(false)
  markUnavailable(error)
  expect(isUnavailable(error)).toBe(false)
})

test.each([
  ['57014', 'query_canceled', true],
  ['57P01', 'admin_shutdown', true],
  ['57P03', 'cannot_connect_now', true],
  ['53300', 'too_many_connections', true],
  ['53100', 'disk_full', true],
  ['58030', 'io_error', true],
  ['SQLITE_FULL', 'full disk', true],
  ['SQLITE_IOERR_FSYNC', 'failing fsync', true],
  ['ENOSPC', 'full disk', true],
  ['SQLITE_CONSTRAINT', 'constraint', false],
  ['23505', 'unique_violation', false],
  ['42P01', 'undefined_table', false],
])('isUnavailable of the error %s (%s) is %s', (code, _name, expected) => {
  expect(isUnavailable(createCodedError(code))).toBe(expected)
})
