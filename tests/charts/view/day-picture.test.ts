import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { DayPicture, type DayPictureProps } from '#src/charts/view/day-picture.tsx'
import { toInstant } from '#src/domain/time/bogota.ts'
import { createTradingDayLabels, INTRADAY_FORMATS } from '#src/ui/parts/chart-text.ts'

const DAY = '2026-11-20'
const OPENS_AT = toInstant(DAY, '08:00')
const CLOSES_AT = toInstant(DAY, '13:00')

function renderPicture(prices: readonly number[], changes: Partial<DayPictureProps> = {}): string {
  const step = (CLOSES_AT - OPENS_AT) / Math.max(1, prices.length)
  const props: DayPictureProps = {
    series: {
      x: Float64Array.from(prices, (_, i) => OPENS_AT + i * step),
      line: Float64Array.from(prices),
      bars: Float64Array.from(prices, () => 250),
    },
    domain: { from: OPENS_AT, to: CLOSES_AT },
    baseline: { value: 4_100, label: 'TRM 4.100,00' },
    padding: { line: 5, bars: 3_000 },
    formats: INTRADAY_FORMATS,
    labels: createTradingDayLabels('spot', DAY),
    summarize: () => 'De 08:00 a 13:00',
    ...changes,
  }
  return renderToStaticMarkup(createElement(DayPicture, props))
}

/** Returns the points of the line, whose SVG path has relative coordinates. */
function parseLine(html: string) {
  const [, x = '', y = '', offsets = ''] = /class="picture-line" d="M(-?\d+) (-?\d+)l([^"]*)"/.exec(html) ?? []
  const numbers = [...offsets.matchAll(/-?\d+/g)].map(Number)
  const points = [{ x: Number(x), y: Number(y) }]
  for (let i = 0; i < numbers.length; i += 2) {
    const last = points.at(-1) ?? { x: 0, y: 0 }
    points.push({ x: last.x + (numbers[i] ?? 0), y: last.y + (numbers[i + 1] ?? 0) })
  }
  return points
}

test('the line includes the lowest and the highest price, with at most four points per column', () => {
  const prices = Array.from({ length: 3_000 }, (_, i) => 4_100 + 20 * Math.sin(i / 90) + (i % 7))
  const points = parseLine(renderPicture(prices))
  const [low, high] = [Math.min(...prices) - 5, Math.max(...prices) + 5]
  const toY = (price: number) => Math.round(800 - ((price - low) / (high - low)) * 800)
  expect(Math.min(...points.map(({ y }) => y))).toBe(toY(Math.max(...prices)))
  expect(Math.max(...points.map(({ y }) => y))).toBe(toY(Math.min(...prices)))
  const counts = new Map<number, number>()
  for (const { x } of points) counts.set(x, (counts.get(x) ?? 0) + 1)
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(4)
  expect(points.length).toBeLessThanOrEqual(4 * 334)
})

test('the picture has a tag for the last price, a label for the baseline and the summary', () => {
  const html = renderPicture([4_090, 4_118.9, 4_102.35])
  expect(html).toContain('>4.102,35</text>')
  expect(html).toContain('>TRM 4.100,00</text>')
  expect(html).toContain('De 08:00 a 13:00')
})

test('a baseline outside the range is not drawn', () => {
  const html = renderPicture([4_090, 4_102.35], { baseline: { value: 5_000, label: 'TRM 5.000,00' } })
  expect(html).not.toContain('TRM 5.000,00')
  expect(html).not.toContain('picture-over')
})

test('a day without deals shows a text and draws no line', () => {
  const html = renderPicture([])
  expect(html).toContain('Sin operaciones')
  expect(html).not.toContain('picture-line')
  expect(html).not.toContain('NaN')
})

test('a day with one deal draws no invalid number', () => {
  expect(renderPicture([4_102.35])).not.toMatch(/NaN|Infinity/)
})

test('a day with one deal draws no empty line command', () => {
  expect(renderPicture([4_090])).not.toMatch(/ d="[^"]*l(Z|V|")/)
})

test('the picture has separate hour labels for narrow and wide screens', () => {
  const html = renderPicture([4_090, 4_102.35])
  expect(html).toContain('picture-wide')
  expect(html).toContain('picture-narrow')
})
