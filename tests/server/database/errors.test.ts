import { expect, test } from 'vitest'

import { errorDetail } from '#server/database/errors.ts'

test.each([
  [new Error('password authentication failed'), 'password authentication failed'],
  [Object.assign(new AggregateError([new Error('a'), new Error('b')]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new AggregateError([]), 'AggregateError'],
  ['texto', 'texto'],
])('errorDetail gives %s the text %j', (error, detail) => {
  expect(errorDetail(error)).toBe(detail)
})
