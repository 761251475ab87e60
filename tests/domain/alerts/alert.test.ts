import { expect, test } from 'vitest'

import { type AlertForm, parseAlertForm, parseLevel } from '#src/domain/alerts/alert.ts'
import { quietUntil } from '#src/domain/alerts/quiet-hours.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

const FORM: AlertForm = {
  kind: 'price',
  market: 'spot',
  side: 'above',
  level: '4.012,50',
  minutes: 5,
  pause: null,
  until: '',
}

test.each([
  ['4.012,50', 4_012.5],
  ['4012.50', 4_012.5],
  ['4012,5', 4_012.5],
  ['4.012', 4_012],
  ['$ 4.012', 4_012],
  ['0,5 %', 0.5],
  ['0.25', 0.25],
  ['4012,505', null],
  ['4.01,2', null],
  ['40.12,50', null],
  ['1.2.3,5', null],
  ['0.125', 125],
  ['', null],
  ['-1', null],
  ['cuatro', null],
  ['1e3', null],
])('parseLevel reads %j as %s (D125)', (text, value) => {
  expect(parseLevel(text)).toBe(value)
})

test.each<[Partial<AlertForm>, object]>([
  [{ level: '' }, { level: 'price-required' }],
  [{ level: '99,99' }, { level: 'price-range' }],
  [{ level: '100' }, {}],
  [{ level: '99999,99' }, {}],
  [{ level: '100000' }, { level: 'price-range' }],
  [{ kind: 'close', level: '0,04' }, { level: 'percent-range' }],
  [{ kind: 'close', level: '0,05' }, {}],
  [{ kind: 'window', level: '50' }, {}],
  [{ kind: 'window', level: '50,01' }, { level: 'percent-range' }],
  [{ kind: 'trm', level: '' }, {}],
  [{ until: '2025-09-21' }, { until: 'date-past' }],
  [{ until: '2025-09-22' }, {}],
  [{ until: 'ayer' }, { until: 'date-invalid' }],
])('the form %j has the errors %j (D125)', (change, errors) => {
  const result = parseAlertForm({ ...FORM, ...change }, '2025-09-22')
  expect(result.ok ? {} : result.error).toEqual(errors)
})

test.each([
  ['22:00', '06:00', '21:59', null],
  ['22:00', '06:00', '22:00', '2025-09-23T06:00'],
  ['22:00', '06:00', '05:59', '2025-09-22T06:00'],
  ['22:00', '06:00', '06:00', null],
  ['12:00', '13:00', '12:00', '2025-09-22T13:00'],
  ['12:00', '13:00', '13:00', null],
  ['12:00', '12:00', '12:00', null],
])('quiet hours from %s until %s contain %s until %s (D125)', (from, until, time, end) => {
  const expected = end === null ? null : toInstant(end.slice(0, 10), end.slice(11))
  expect(quietUntil({ from, until }, toInstant('2025-09-22', time))).toBe(expected)
})
