import { expect, test } from 'vitest'

import { findDrawingMove } from '#src/domain/charting/drawing-keys.ts'
import { createLevel, createLine, parsePrice } from '#src/domain/charting/drawings.ts'

const LEVEL = createLevel('a', 4000)
const STARTS = Float64Array.of(0, 1000, 5000, 9000)
const LINE = createLine('l', { at: 1000, price: 4000 }, { at: 5000, price: 4001 })
const press = (key: string, shiftKey = false) => ({ key, shiftKey })

test.each([
  ['ArrowUp', false, 0.1],
  ['ArrowDown', false, -0.1],
  ['ArrowUp', true, 1],
  ['PageDown', false, -5],
])('%s (with Shift: %s) moves by %d pesos (D131)', (key, shift, price) => {
  expect(findDrawingMove(LEVEL, 'whole', press(key, shift), null)).toEqual({ time: 0, price })
})

test('a level does not move in time; an end of a line moves by a minute or to the next point', () => {
  expect(findDrawingMove(LEVEL, 'whole', press('ArrowRight'), null)).toBeNull()
  expect(findDrawingMove(LINE, 'to', press('ArrowRight'), null)).toEqual({ time: 60_000, price: 0 })
  expect(findDrawingMove(LINE, 'from', press('ArrowLeft', true), null)).toEqual({ time: -300_000, price: 0 })
  expect(findDrawingMove(LINE, 'to', press('ArrowRight'), STARTS)).toEqual({ time: 4000, price: 0 })
  expect(findDrawingMove(LINE, 'from', press('ArrowLeft'), STARTS)).toEqual({ time: -1000, price: 0 })
  expect(findDrawingMove(LINE, 'to', press('a'), STARTS)).toBeNull()
})

test.each([
  ['4.012,50', 4012.5],
  ['4012,5', 4012.5],
  [' 4012 ', 4012],
  ['4.012.000', null],
  ['4,012.50', null],
  ['-5', null],
  ['0', null],
  ['40.12', null],
  ['', null],
])('the typed price "%s" is %s', (text, price) => {
  expect(parsePrice(text)).toBe(price)
})
