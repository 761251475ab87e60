import { expect, test } from 'vitest'

import { findDrawingMove, isAlertKey, isRemoveKey } from '#src/domain/charting/drawing-keys.ts'
import { createLevel, createLine, parsePrice } from '#src/domain/charting/drawings.ts'

const LEVEL = createLevel('a', 4000)
const STARTS = Float64Array.of(0, 1000, 5000, 9000)
const LINE = createLine('l', { at: 1000, price: 4000 }, { at: 5000, price: 4001 })
const NO_MODIFIERS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, shiftKey = false) => ({ ...NO_MODIFIERS, key, shiftKey })

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

test('A opens an alert and Supr deletes, with a large letter too (D131)', () => {
  expect(['a', 'A', 'b'].map((key) => isAlertKey(press(key)))).toEqual([true, true, false])
  expect(['Delete', 'Backspace', 'a'].map((key) => isRemoveKey(press(key)))).toEqual([true, true, false])
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('a key with %s stays a shortcut of the browser', (modifier) => {
  const pressWith = (key: string) => ({ ...press(key), [modifier]: true })
  expect(isAlertKey(pressWith('a'))).toBe(false)
  expect(isRemoveKey(pressWith('Backspace'))).toBe(false)
  expect(findDrawingMove(LINE, 'from', pressWith('ArrowLeft'), null)).toBeNull()
  expect(findDrawingMove(LEVEL, 'whole', pressWith('ArrowUp'), null)).toBeNull()
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
