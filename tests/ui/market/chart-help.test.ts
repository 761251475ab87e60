import { expect, test } from 'vitest'

import { CROSSHAIR_KEYS, pointAfterKey } from '#src/charts/data/crosshair.ts'
import { keyZoom, ZOOM_KEYS } from '#src/charts/plot/zoom.ts'
import { DRAWING_MOVE_KEYS, findDrawingMove } from '#src/domain/charting/drawing-keys.ts'
import { createLine } from '#src/domain/charting/drawings.ts'
import { CHART_HELP, CHART_SHORTCUTS, findShortcut } from '#src/ui/market/chart-help.tsx'

const NO_MODIFIERS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

test('every key of the sheet does something, and no handler has another key (D132)', () => {
  const series = { x: Float64Array.of(1, 2, 3), line: Float64Array.of(1, 2, 3), bars: null }
  for (const key of CROSSHAIR_KEYS)
    expect(pointAfterKey(series, { first: 0, last: 2 }, 1, { key, shiftKey: false })).not.toBeNull()
  for (const key of Object.values(ZOOM_KEYS).flat()) expect(keyZoom(key)).not.toBeNull()
  const line = createLine('l', { at: 1, price: 1 }, { at: 2, price: 2 })
  for (const key of [...DRAWING_MOVE_KEYS.price, ...DRAWING_MOVE_KEYS.time])
    expect(findDrawingMove(line, 'to', { ...NO_MODIFIERS, key }, null)).not.toBeNull()
  expect(Object.keys(CHART_SHORTCUTS).map(findShortcut)).toEqual(['help', 'full-screen'])
  expect([findShortcut('F'), findShortcut('x'), findShortcut('toString')]).toEqual(['full-screen', null, null])
})

test('the sheet names each thing once', () => {
  const texts = CHART_HELP.flatMap(({ title, rows }) => rows.map(({ text }) => `${title} ${text}`))
  expect(new Set(texts).size).toBe(texts.length)
  expect(CHART_HELP.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys)).every((key) => key.trim() !== '')).toBe(
    true,
  )
})
