import { expect, test } from 'vitest'

import { pointAfterKey } from '#src/charts/data/crosshair.ts'

const COUNT = 101
const RANGE = { first: 0, last: 100 }
const series = {
  x: Float64Array.from({ length: COUNT }, (_, i) => i),
  line: Float64Array.from({ length: COUNT }, (_, i) => (i >= 40 && i <= 44 ? Number.NaN : i)),
  bars: new Float64Array(COUNT),
}
const createKeyPress = (key: string, shiftKey = false) => ({ key, shiftKey })

test.each([
  ['ArrowLeft', false, 50, 49],
  ['ArrowDown', false, 50, 49],
  ['ArrowRight', false, 50, 51],
  ['ArrowUp', false, 50, 51],
  ['ArrowLeft', true, 50, 45],
  ['ArrowRight', true, 50, 55],
  ['PageUp', false, 50, 20],
  ['PageDown', false, 50, 80],
  ['PageDown', false, 80, 100],
  ['Home', false, 50, 0],
  ['End', false, 50, 100],
  ['ArrowLeft', false, 0, 0],
  ['ArrowRight', false, 100, 100],
  ['ArrowLeft', false, null, 99],
  ['End', false, null, 100],
  ['ArrowRight', false, 39, 45],
  ['ArrowLeft', false, 45, 39],
] as const)('pointAfterKey of %s with shift %j at the point %j returns %j', (key, shift, point, nextPoint) => {
  expect(pointAfterKey(series, RANGE, point, createKeyPress(key, shift))).toBe(nextPoint)
})

test.each(['Enter', 'toString'])('pointAfterKey returns null for the key %s', (key) => {
  expect(pointAfterKey(series, RANGE, 50, createKeyPress(key))).toBeNull()
})

test('pointAfterKey returns only drawn points in the view', () => {
  expect(pointAfterKey(series, { first: 10, last: 42 }, 20, createKeyPress('End'))).toBe(39)
  expect(pointAfterKey(series, { first: 42, last: 60 }, 50, createKeyPress('Home'))).toBe(45)
  expect(pointAfterKey(series, { first: 41, last: 43 }, null, createKeyPress('Home'))).toBeNull()
})

test('pointAfterKey returns null without points', () => {
  const empty = { x: new Float64Array(), line: new Float64Array(), bars: new Float64Array() }
  expect(pointAfterKey(empty, { first: 0, last: -1 }, null, createKeyPress('End'))).toBeNull()
})
