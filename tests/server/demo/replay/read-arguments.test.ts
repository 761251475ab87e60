import { expect, test } from 'vitest'
import { replayArgumentMessage } from '#server/demo/replay/messages.ts'
import { readArguments } from '#server/demo/replay/read-arguments.ts'
import { err } from '#src/domain/result.ts'
import { publishedDay } from '#src/simulator/published-days.ts'

const TODAY = '2026-11-21'
const read = (line: string) => readArguments(line === '' ? [] : line.split(' '), TODAY)

test('readArguments accepts the date of a published day with and without leading zeros', () => {
  const figures = publishedDay('spot', '2025-09-22')
  expect(read('2025-09-22 --speed 60')).toEqual({ ok: true, value: { market: 'spot', figures, speed: 60, port: null } })
  expect(read('--date 2025-9-22 --port 0 --speed 0.5')).toEqual({
    ok: true,
    value: { market: 'spot', figures, speed: 0.5, port: 0 },
  })
  expect(read('2026-01-19 --market nextday')).toMatchObject({
    ok: true,
    value: { market: 'nextday', figures: { date: '2026-01-19', average: 3672.27, amount: null }, speed: 60 },
  })
})

const FIGURE_FLAGS =
  '--open 4403 --low 4391 --high 4439.88 --close 4433.30 --average 4413.89 --amount 1239.614 --deals 2595'

test.each([
  ['uses the last trading day for figures without --date', '', '2026-11-20'],
  ['uses the date of --date for figures', ' --date 2024-11-01', '2024-11-01'],
])('readArguments %s', (_, date, expected) => {
  expect(read(`${FIGURE_FLAGS}${date}`)).toMatchObject({
    ok: true,
    value: {
      figures: {
        date: expected,
        open: 4403,
        low: 4391,
        high: 4439.88,
        close: 4433.3,
        average: 4413.89,
        amount: 1_239_614_000,
        count: 2595,
      },
    },
  })
})

test('PORT sets the port, and --port overrides PORT', () => {
  const readWithPort = (line: string, setting: string) => readArguments(line.split(' '), TODAY, setting)
  expect(readWithPort('2025-09-22', ' 4100 ')).toMatchObject({ ok: true, value: { port: 4100 } })
  expect(readWithPort('2025-09-22', '')).toMatchObject({ ok: true, value: { port: null } })
  expect(readWithPort('2025-09-22 --port 4200', '4100')).toMatchObject({ ok: true, value: { port: 4200 } })
  for (const setting of ['65536', 'x', '-1', '1.5']) {
    expect(readWithPort('2025-09-22', setting)).toEqual(err({ kind: 'bad-port', value: setting }))
    expect(replayArgumentMessage({ kind: 'bad-port', value: setting })).toContain(`PORT debe ser`)
  }
})

test('readArguments sets figures that are not given to null', () => {
  expect(read('--low 3830 --high 3865')).toMatchObject({
    ok: true,
    value: { figures: { open: null, amount: null, count: null } },
  })
})

test.each([
  ['', { kind: 'missing-day' }],
  ['--speed 60', { kind: 'missing-day' }],
  ['2025-09-25', { kind: 'not-published', date: '2025-09-25', market: 'spot' }],
  ['2025-09-22 --market nextday', { kind: 'not-published', date: '2025-09-22', market: 'nextday' }],
  ['2025-02-30', { kind: 'bad-value', flag: 'date', value: '2025-02-30' }],
  ['--open 5 --date 1999-12-30', { kind: 'bad-value', flag: 'date', value: '1999-12-30' }],
  ['--open 5 --date 2100-01-04', { kind: 'bad-value', flag: 'date', value: '2100-01-04' }],
  ['ayer', { kind: 'bad-value', flag: 'date', value: 'ayer' }],
  ['2025-09-22 --date 2025-09-22', { kind: 'date-twice' }],
  ['2025-09-22 2025-09-23', { kind: 'unknown-argument', text: '2025-09-23' }],
  ['--opne 1', { kind: 'unknown-argument', text: '--opne' }],
  ['--open', { kind: 'missing', what: '--open' }],
  ['2025-09-22 --market forward', { kind: 'bad-value', flag: 'market', value: 'forward' }],
  ['2025-09-22 --speed 0', { kind: 'bad-value', flag: 'speed', value: '0' }],
  ['2025-09-22 --speed 3601', { kind: 'bad-value', flag: 'speed', value: '3601' }],
  ['2025-09-22 --speed rápido', { kind: 'bad-value', flag: 'speed', value: 'rápido' }],
  ['2025-09-22 --port 65536', { kind: 'bad-value', flag: 'port', value: '65536' }],
  ['2025-09-22 --port 1.5', { kind: 'bad-value', flag: 'port', value: '1.5' }],
  ['--open 1e3', { kind: 'bad-value', flag: 'open', value: '1e3' }],
  ['--open 4403.001', { kind: 'bad-value', flag: 'open', value: '4403.001' }],
  ['--deals 10.5', { kind: 'bad-value', flag: 'deals', value: '10.5' }],
  ['--amount 1.0000001', { kind: 'bad-value', flag: 'amount', value: '1.0000001' }],
  ['--average NaN', { kind: 'bad-value', flag: 'average', value: 'NaN' }],
] as const)('readArguments refuses %j with a reason', (line, failure) => {
  expect(read(line)).toEqual(err(failure))
  expect(replayArgumentMessage(failure)).toMatch(/[a-zá-ú]{3}/)
})

test.each(['-h', '--help', '2025-09-22 --help'])('readArguments returns the error "help" for %s', (line) => {
  expect(read(line)).toEqual(err({ kind: 'help' }))
})
