import { expect, test } from 'vitest'

import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

test.each([
  [true, true],
  [false, false],
  [{ data: true }, true],
  [{ data: false }, false],
  [{ data: [true] }, true],
  [{ data: { data: 1 } }, true],
  ['"S"', true],
  ['0', false],
])('isUsHoliday maps the reply %j to %j', async (body, isHoliday) => {
  const { http, calls } = createReplyClient(body)
  expect(await createHolidayApi({ http }).isUsHoliday('2026-11-11')).toEqual({ ok: true, value: isHoliday })
  expect(calls).toEqual([{ path: '/api/users/feriados/2026-11-11', body: null }])
})

test.each([null, {}, [], { data: null }, '"quizá"', '2', [true, false]])(
  'isUsHoliday returns malformed for the reply %j',
  async (body) => {
    const api = createHolidayApi({ http: createReplyClient(body).http })
    expect(await api.isUsHoliday('2026-11-11')).toEqual({ ok: false, error: { kind: 'malformed' } })
  },
)
