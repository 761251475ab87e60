import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { ChartScene } from '#tests/charts/harness/main.tsx'
import { expect } from '#tests/support/browser.ts'
import { findPlot, shareChartPages, showChart } from '#tests/support/chart-page.ts'

const COUNT = 60
const createColumn = <T>(toValue: (index: number) => T): readonly T[] =>
  Array.from({ length: COUNT }, (_, i) => toValue(i))
const toPrice = (i: number) => 4100 + ((i * 7) % 13)

const AVERAGES: ChartScene = {
  kind: 'price',
  ordinal: true,
  x: createColumn((i) => i),
  line: createColumn(toPrice),
  bars: null,
  curves: [
    { tone: 'short', values: createColumn((i) => (i < 7 ? null : toPrice(i) + 2)) },
    { tone: 'long', values: createColumn((i) => (i < 12 ? null : toPrice(i) - 2)) },
  ],
  width: '898px',
}
const BAND: ChartScene = {
  ...AVERAGES,
  curves: [{ tone: 'middle', values: createColumn((i) => (i < 19 ? null : toPrice(i))) }],
  band: { low: createColumn((i) => (i < 19 ? null : 4080)), high: createColumn((i) => (i < 19 ? null : 4140)) },
}
const CANDLES: ChartScene = {
  kind: 'candles',
  ordinal: true,
  x: createColumn((i) => i),
  open: createColumn((i) => toPrice(i) - 3),
  high: createColumn((i) => toPrice(i) + 6),
  low: createColumn((i) => toPrice(i) - 9),
  line: createColumn(toPrice),
  width: '898px',
}
const PRICES: ChartScene = { ...AVERAGES, curves: [], bars: createColumn((i) => i) }
const KINDS = { prices: PRICES, averages: AVERAGES, band: BAND, candles: CANDLES }

const withChart = shareChartPages()

const readText = (page: Page) => findPlot(page).getAttribute('aria-valuetext')

const readTooltipRows = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.chart-tip > div'), (row) =>
      Array.from(row.children, (cell) => cell.textContent),
    ),
  )

test.each<[string, ChartScene, readonly (readonly string[])[]]>([
  [
    'averages',
    AVERAGES,
    [
      ['Hora', 'p59'],
      ['Precio', '$ 4.110,00'],
      ['Curva short', '$ 4.112,00'],
      ['Curva long', '$ 4.108,00'],
    ],
  ],
  [
    'a band',
    BAND,
    [
      ['Hora', 'p59'],
      ['Precio', '$ 4.110,00'],
      ['Curva middle', '$ 4.110,00'],
      ['Superior', '$ 4.140,00'],
      ['Inferior', '$ 4.080,00'],
    ],
  ],
  [
    'candles',
    CANDLES,
    [
      ['Hora', 'p59'],
      ['Apertura', '$ 4.107,00'],
      ['Máximo', '$ 4.116,00'],
      ['Mínimo', '$ 4.101,00'],
      ['Cierre', '$ 4.110,00'],
    ],
  ],
])('the tooltip of %s shows every value', (_, scene, pairs) =>
  withChart(scene, async (page) => {
    await findPlot(page).focus()
    await expect.poll(() => readTooltipRows(page)).toEqual(pairs)
  }),
)

/** Returns the cells of the heading and of all rows of the open table. */
const readTable = (page: Page) =>
  page.getByRole('row').evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)))
const formatCell = (value: number | null | undefined) =>
  value === null || value === undefined ? '—' : `${String(value).replace(/(?=\d{3}$)/, '.')},00`

test.each<[string, ChartScene, readonly string[], readonly (ChartScene['line'] | undefined)[]]>([
  [
    'averages',
    AVERAGES,
    ['Hora', 'Precio', 'Curva short', 'Curva long'],
    [AVERAGES.line, ...(AVERAGES.curves ?? []).map(({ values }) => values)],
  ],
  [
    'a band',
    BAND,
    ['Hora', 'Precio', 'Curva middle', 'Superior', 'Inferior'],
    [BAND.line, BAND.curves?.[0]?.values, BAND.band?.high, BAND.band?.low],
  ],
  [
    'candles',
    CANDLES,
    ['Hora', 'Apertura', 'Máximo', 'Mínimo', 'Cierre'],
    [CANDLES.open, CANDLES.high, CANDLES.low, CANDLES.line],
  ],
])('the table of %s contains every value from the first to the last point', (_, scene, headings, columns) =>
  withChart(scene, async (page) => {
    await page.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(page.getByRole('row')).toHaveCount(COUNT + 1)
    const rows = createColumn((i) => [`p${i}`, ...columns.map((column) => formatCell(column?.[i]))])
    await expect.poll(() => readTable(page)).toEqual([headings, ...rows])
  }),
)

test.each(Object.entries(KINDS))('on a phone the readout of %s shows the last point and fits its row', (_, scene) =>
  withChart(
    { ...scene, width: '358px' },
    async (page) => {
      await expect(page.locator('.chart-readout')).toContainText('p59$ 4.110,00')
      await expect
        .poll(() => page.locator('.chart-readout').evaluate((row) => row.scrollWidth <= row.clientWidth))
        .toBe(true)
    },
    { viewport: { width: 390, height: 800 } },
  ),
)

const UNUSUAL_DATA: readonly (readonly [name: string, change: (scene: ChartScene) => ChartScene, last: RegExp])[] = [
  ['one point', (scene) => sliceColumns(scene, 1), /^p0, /],
  ['two points', (scene) => sliceColumns(scene, 2), /^p1, /],
  ['equal prices', (scene) => mapColumns(scene, () => 4100), /^p59, /],
  ['gaps', (scene) => mapColumns(scene, (value, i) => (i % 3 === 1 ? null : value)), /^p59, /],
  [
    'a 10x jump',
    (scene) => mapColumns(scene, (value, i) => (i === 30 && value !== null ? value * 10 : value)),
    /^p59, /,
  ],
  ['huge and tiny prices', (scene) => mapColumns(scene, (_, i) => (i % 2 ? 1e300 : -1e300)), /^p59, /],
  ['x values out of order', (scene) => ({ ...scene, x: createColumn((i) => (i * 37) % COUNT) }), /^p59, /],
  ['every x value twice', (scene) => ({ ...scene, x: createColumn((i) => Math.floor(i / 2)) }), /^p29, /],
  ['one x value for all points', (scene) => ({ ...scene, x: createColumn(() => 7) }), /^p7, /],
  ['missing x values', (scene) => ({ ...scene, x: createColumn((i) => (i % 4 === 0 ? null : i)) }), /^p59, /],
  ['fewer x values than prices', (scene) => ({ ...scene, x: scene.x.slice(0, 40) }), /^p39, /],
  ['fewer prices than x values', (scene) => ({ ...scene, line: scene.line.slice(0, 40) }), /^p39, /],
  ['shorter curves', shortenCurves, /^p(19|59), /],
]

/** Returns the scene with changed columns, except x. */
function changeColumns(scene: ChartScene, change: <T>(values: readonly T[]) => readonly T[]): ChartScene {
  const { line, bars, curves, band, open, high, low } = scene
  return {
    ...scene,
    line: change(line),
    ...(bars && { bars: change(bars) }),
    ...(curves && { curves: curves.map(({ tone, values }) => ({ tone, values: change(values) })) }),
    ...(band && { band: { low: change(band.low), high: change(band.high) } }),
    ...(open && { open: change(open) }),
    ...(high && { high: change(high) }),
    ...(low && { low: change(low) }),
  }
}

const sliceColumns = (scene: ChartScene, count: number): ChartScene => ({
  ...changeColumns(scene, (values) => values.slice(0, count)),
  x: scene.x.slice(0, count),
})

const mapColumns = (
  scene: ChartScene,
  toValue: (value: number | null, index: number) => number | null,
): ChartScene => ({
  ...changeColumns(scene, (values) => values),
  line: scene.line.map(toValue),
  ...(scene.open && { open: scene.open.map(toValue) }),
  ...(scene.high && { high: scene.high.map(toValue) }),
  ...(scene.low && { low: scene.low.map(toValue) }),
  ...(scene.curves && { curves: scene.curves.map(({ tone, values }) => ({ tone, values: values.map(toValue) })) }),
  ...(scene.band && { band: { low: scene.band.low.map(toValue), high: scene.band.high.map(toValue) } }),
})

/** Shortens curves, band and opens to 20 points. The prices have 60 points. */
function shortenCurves(scene: ChartScene): ChartScene {
  const { curves, band, open } = scene
  const cut = <T>(values: readonly T[]) => values.slice(0, 20)
  return {
    ...scene,
    ...(curves && { curves: curves.map(({ tone, values }) => ({ tone, values: cut(values) })) }),
    ...(band && { band: { low: cut(band.low), high: cut(band.high) } }),
    ...(open && { open: cut(open) }),
  }
}

/**
 * Counts the pixels of each colour of the plot. Reads a copy, because reads make a canvas slow.
 */
const countInks = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.chart-plot canvas')
    const copy =
      canvas && new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
    if (!copy) return {}
    copy.drawImage(canvas, 0, 0)
    const inks: Record<string, number> = {}
    for (const pixel of new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)) {
      const ink = `${pixel & 255},${(pixel >> 8) & 255},${(pixel >> 16) & 255}`
      if (pixel !== 0) inks[ink] = (inks[ink] ?? 0) + 1
    }
    return inks
  })
const countInkedPixels = async (page: Page) =>
  Object.values(await countInks(page)).reduce((sum, count) => sum + count, 0)

/** Reads the text of the last point of the current chart. */
async function readLastPoint(page: Page) {
  await findPlot(page).press('End')
  return readText(page)
}

test.each(Object.entries(KINDS))(
  'the chart of %s draws unusual data and moves the crosshair without an error',
  (_, scene) =>
    withChart(scene, async (page) => {
      for (const [name, change, lastPoint] of UNUSUAL_DATA) {
        await showChart(page, change(scene))
        await expect.poll(() => readLastPoint(page), { message: name }).toMatch(lastPoint)
        for (const key of ['Home', 'ArrowRight', '+', 'PageUp', '-', '0', 'End']) await page.keyboard.press(key)
        await expect.poll(() => readText(page), { message: name }).toMatch(lastPoint)
        await expect.poll(() => countInkedPixels(page), { message: name }).toBeGreaterThan(20)
        await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts()), { message: name }).toBe(1)
      }
    }),
)

test.each(Object.entries(KINDS))(
  'the chart of %s shows a message while it has no points and draws later points',
  (_, scene) =>
    withChart(sliceColumns(scene, 0), async (page) => {
      await expect(page.locator('.chart-empty')).toHaveText('Sin operaciones')
      await expect(findPlot(page)).toHaveCount(0)
      await showChart(page, scene)
      await expect.poll(() => readText(page)).toContain('p59')
      await expect.poll(() => countInkedPixels(page)).toBeGreaterThan(500)
    }),
)

test('removing and restoring the bars reuses the mounted chart', () =>
  withChart(PRICES, async (page) => {
    for (const scene of [AVERAGES, PRICES, BAND]) {
      await showChart(page, scene)
      await expect.poll(() => readText(page)).toContain('p59')
      await expect.poll(() => countInkedPixels(page)).toBeGreaterThan(500)
      await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(1)
    }
  }))

test('candles have the colours of the theme', () =>
  withChart(CANDLES, async (page) => {
    const readColors = async () => Object.keys(await countInks(page))
    await expect.poll(readColors).toContain('10,108,64')
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await expect.poll(readColors).toContain('85,203,143')
    await expect.poll(readColors).not.toContain('10,108,64')
  }))

/** Returns the scene with other prices of the last candle. */
const withLastCandle = (open: number, high: number, low: number, close: number): ChartScene => {
  const replaceLast = (values: ChartScene['line'] = [], value: number) => [...values.slice(0, -1), value]
  return {
    ...CANDLES,
    open: replaceLast(CANDLES.open, open),
    high: replaceLast(CANDLES.high, high),
    low: replaceLast(CANDLES.low, low),
    line: replaceLast(CANDLES.line, close),
  }
}

test('live deals change the prices of the last candle, also under the crosshair, in the mounted chart', () =>
  withChart(CANDLES, async (page) => {
    await page.evaluate(() => document.querySelector('canvas')?.setAttribute('data-first', ''))
    await findPlot(page).focus()
    await page.keyboard.press('End')
    for (const [open, high, low, close] of [
      [4107, 4131, 4101, 4131],
      [4107, 4131, 4082, 4082],
      [4106, 4131, 4082, 4100],
    ] as const) {
      const pixels = await countInks(page)
      await showChart(page, withLastCandle(open, high, low, close))
      const prices = [open, high, low, close].map((price) => `$ ${formatCell(price)}`)
      await expect.poll(async () => (await readTooltipRows(page)).slice(1).map(([, price]) => price)).toEqual(prices)
      await expect.poll(() => countInks(page)).not.toEqual(pixels)
    }
    await expect(page.locator('canvas[data-first]')).toHaveCount(1)
  }))

test('removing and adding candles reuses the mounted chart', () =>
  withChart(CANDLES, async (page) => {
    await expect.poll(() => countInkedPixels(page)).toBeGreaterThan(500)
    await page.evaluate(() => document.querySelector('canvas')?.setAttribute('data-first', ''))
    await showChart(page, sliceColumns(CANDLES, 40))
    await expect.poll(() => readText(page)).toContain('p39')
    await showChart(page, CANDLES)
    await expect.poll(() => readText(page)).toContain('p59')
    await expect(page.locator('canvas[data-first]')).toHaveCount(1)
  }))

test('points that are added before the start move neither the view nor the crosshair (D126)', () =>
  withChart(PRICES, async (page) => {
    const earlier = 40
    const from = page.getByRole('slider', { name: 'Desde' })
    await findPlot(page).focus()
    await page.keyboard.press('Home')
    await expect.poll(() => readText(page)).toMatch(/^p0, /)
    const before = (await readText(page)) ?? ''
    const createLonger = <T>(toValue: (index: number) => T) =>
      Array.from({ length: COUNT + earlier }, (_, i) => toValue(i - earlier))
    await showChart(page, {
      ...PRICES,
      x: createLonger((i) => i),
      line: createLonger((i) => toPrice(Math.abs(i))),
      bars: createLonger(Math.abs),
    })
    await expect(page.getByRole('button', { name: 'Ver todo' })).toBeVisible()
    await expect(findPlot(page)).toHaveAttribute('aria-valuetext', before)
    await expect(from).toHaveAttribute('aria-valuetext', 'p0')
    const box = await findPlot(page).boundingBox()
    if (!box) throw new Error('the plot has no box')
    await page.mouse.move(box.x + 200, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 400, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await expect(from).toHaveAttribute('aria-valuetext', /^p-\d/)
  }))
