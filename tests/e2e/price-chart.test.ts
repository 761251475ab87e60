import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { ChartScene } from '#tests/charts/harness/main.tsx'
import { expect } from '#tests/support/browser.ts'
import {
  findPlot,
  OWN_PAGE,
  pressToMove,
  shareChartPages,
  showChart,
  waitForDrawing,
} from '#tests/support/chart-page.ts'

const MINUTE = 60_000
const OPENING = 8 * 60 * MINUTE
/**
 * Width of one hour on the plot, CSS px. Drags end 0.6 px further to the right, because a handle
 * lies between two minutes.
 */
const HOUR_PX = 842 / 5

/** Creates one point per minute from 08:00: 4.100, 4.101, … with 1,000 US$ each. */
const createMinutes = (count: number): ChartScene => ({
  kind: 'price',
  x: Array.from({ length: count }, (_, i) => OPENING + i * MINUTE),
  line: Array.from({ length: count }, (_, i) => 4100 + i),
  bars: Array.from({ length: count }, () => 1),
  baseline: 4150,
  width: '898px',
})

const withChart = shareChartPages()

const readText = (page: Page) => findPlot(page).getAttribute('aria-valuetext')

const readPicture = async (page: Page) => {
  await waitForDrawing(page)
  return page.evaluate(() => Array.from(document.querySelectorAll('canvas'), (canvas) => canvas.toDataURL()).join())
}

// The amount of a point is that of its five minutes; the last bar has four.
test('the keys move the crosshair from point to point and update its text', () =>
  withChart(createMinutes(284), async (page) => {
    await findPlot(page).focus()
    for (const [key, text] of [
      ['Home', '08:00, 4.100,00 pesos, 5.000 dólares'],
      ['ArrowRight', '08:01, 4.101,00 pesos, 5.000 dólares'],
      ['Shift+ArrowRight', '08:06, 4.106,00 pesos, 5.000 dólares'],
      ['PageDown', '08:36, 4.136,00 pesos, 5.000 dólares'],
      ['End', '12:43, 4.383,00 pesos, 4.000 dólares'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => readText(page)).toBe(text)
    }
    await expect(page.locator('.chart-tip')).toContainText('$ 4.383,00')
    // The tooltip stays next to its point on a plot that gets narrower.
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLElement>('.chart-plot')?.closest<HTMLElement>('figure')
      if (frame) frame.style.width = '500px'
    })
    const measureRightEdge = async (selector: string) => {
      const { x, width } = (await page.locator(selector).boundingBox()) ?? { x: Number.NaN, width: 0 }
      return x + width
    }
    await expect
      .poll(async () => (await measureRightEdge('.chart-tip')) < (await measureRightEdge('.chart-plot')))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.locator('.chart-tip')).toHaveCount(0)
  }))

test('the tooltip of the nearest point is on the side with room and disappears with the pointer', () =>
  withChart(createMinutes(284), async (page) => {
    const box = await findPlot(page).boundingBox()
    const toPoint = (minute: number) => [(box?.x ?? 0) + (842 * minute) / 300, (box?.y ?? 0) + 50] as const
    await page.mouse.move(...toPoint(60))
    await expect(page.locator('.chart-tip')).toContainText('09:00')
    const measureTip = async () => (await page.locator('.chart-tip').boundingBox()) ?? { x: Number.NaN, width: 0 }
    await expect.poll(async () => (await measureTip()).x).toBeCloseTo(toPoint(60)[0] + 12, -1)
    await page.mouse.move(...toPoint(282))
    await expect(page.locator('.chart-tip')).toContainText('12:42')
    const measureRightEdge = async () => {
      const { x, width } = await measureTip()
      return x + width
    }
    await expect.poll(measureRightEdge).toBeCloseTo(toPoint(282)[0] - 12, -1)
    await page.mouse.move(950, 700)
    await expect(page.locator('.chart-tip')).toHaveCount(0)
  }))

test('keys and drags move a range handle, and the plot shows the new range', () =>
  withChart(createMinutes(284), async (page) => {
    const from = page.getByRole('slider', { name: 'Desde' })
    await page.mouse.move(950, 700)
    const whole = await readPicture(page)
    await pressToMove(from, 'PageUp')
    await pressToMove(from, 'ArrowRight')
    await expect(from).toHaveAttribute('aria-valuetext', '08:35')
    await expect(findPlot(page)).toHaveAttribute('aria-valuemin', '35')
    await expect.poll(() => readPicture(page)).not.toBe(whole)
    const to = page.getByRole('slider', { name: 'Hasta' })
    const handle = await to.boundingBox()
    await page.mouse.move((handle?.x ?? 0) + 12, (handle?.y ?? 0) + 18)
    await page.mouse.down()
    await page.mouse.move((handle?.x ?? 0) + 12 - HOUR_PX + 0.6, (handle?.y ?? 0) + 18, { steps: 3 })
    await page.mouse.up()
    await expect(to).toHaveAttribute('aria-valuetext', '11:43')
    await pressToMove(to, 'End')
    await pressToMove(from, 'Home')
    await page.mouse.move(950, 700)
    await expect.poll(() => readPicture(page)).toBe(whole)
  }))

test('dragging the span moves both range handles', () =>
  withChart(createMinutes(284), async (page) => {
    const [from, to] = [page.getByRole('slider', { name: 'Desde' }), page.getByRole('slider', { name: 'Hasta' })]
    for (let i = 0; i < 4; i++) await pressToMove(to, 'PageDown')
    const span = await page.locator('.chart-range-span').boundingBox()
    const middle = [(span?.x ?? 0) + (span?.width ?? 0) / 2, (span?.y ?? 0) + 18] as const
    await page.mouse.move(...middle)
    await page.mouse.down()
    await page.mouse.move(middle[0] + HOUR_PX + 0.6, middle[1], { steps: 3 })
    await page.mouse.up()
    await expect(from).toHaveAttribute('aria-valuetext', '09:00')
    await expect(to).toHaveAttribute('aria-valuetext', '11:43')
  }))

/** Returns the cells of all rows of the open table, without the heading. */
const readRows = (page: Page) =>
  page
    .locator('.chart-rows tbody tr')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)))
const formatMinute = (minute: number) =>
  `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

test('the table lists all bars from the first to the last and marks the row under the crosshair', () =>
  withChart(createMinutes(284), async (page) => {
    const button = page.getByRole('button', { name: 'Ver como tabla' })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('table')).toHaveCount(0)
    await button.click()
    const rows = page.getByRole('region', { name: 'Dólar spot de hoy' }).getByRole('row')
    await expect(rows).toHaveCount(58)
    const bars = Array.from({ length: 57 }, (_, i) => ({ first: 5 * i, last: Math.min(283, 5 * i + 4) }))
    await expect
      .poll(() => readRows(page))
      .toEqual(
        bars.map(({ first, last }) => [
          formatMinute(first),
          `4.${100 + last},00`,
          `4.${100 + first},00`,
          `4.${100 + last},00`,
          String(last - first + 1),
        ]),
      )
    await findPlot(page).focus()
    await page.keyboard.press('PageUp')
    await expect(page.locator('tr[aria-current]')).toContainText('12:10')
    await button.click()
    await expect(page.getByRole('table')).toHaveCount(0)
  }))

test('the table shows one row per point, from the first to the last, up to 100 points', () =>
  withChart(createMinutes(100), async (page) => {
    await page.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(page.getByRole('row')).toHaveCount(101)
    await expect
      .poll(() => readRows(page))
      .toEqual(Array.from({ length: 100 }, (_, i) => [formatMinute(i), `4.${100 + i},00`, '1']))
  }))

test('appending a point reuses the mounted chart', () =>
  withChart(createMinutes(200), async (page) => {
    await waitForDrawing(page)
    await page.evaluate(() => document.querySelector('canvas')?.setAttribute('data-first', ''))
    await findPlot(page).focus()
    await page.keyboard.press('End')
    await expect.poll(() => readText(page)).toContain('11:19')
    await showChart(page, createMinutes(201))
    await expect(findPlot(page)).toHaveAttribute('aria-valuemax', '200')
    await page.keyboard.press('End')
    await expect.poll(() => readText(page)).toBe('11:20, 4.300,00 pesos, 1.000 dólares')
    await expect(page.locator('canvas[data-first]')).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(1)
  }))

test.each<[string, Partial<ChartScene>]>([
  ['one point', { x: [OPENING], line: [4100], bars: [1] }],
  ['equal prices', { line: Array.from({ length: 50 }, () => 4100) }],
  ['a gap', { line: Array.from({ length: 50 }, (_, i) => (i > 20 && i < 30 ? null : 4100 + i)) }],
  ['points out of order', { x: Array.from({ length: 50 }, (_, i) => OPENING + ((i * 37) % 50) * MINUTE) }],
  ['points outside the domain', { x: Array.from({ length: 50 }, (_, i) => i * 20 * MINUTE) }],
  ['gaps at both ends', { line: Array.from({ length: 50 }, (_, i) => (i > 10 && i < 40 ? 4100 + i : null)) }],
])('the chart draws %s and moves the crosshair without an error', (_, changes) =>
  withChart({ ...createMinutes(50), ...changes }, async (page) => {
    await findPlot(page).focus()
    for (const key of ['Home', 'ArrowRight', 'End', 'PageUp']) {
      await page.keyboard.press(key)
      await expect.poll(() => readText(page)).toContain('pesos')
      await expect.poll(() => readText(page)).not.toContain('—')
    }
    await waitForDrawing(page)
  }),
)

test.each<[string, Partial<ChartScene>]>([
  ['no points', { x: [], line: [], bars: [] }],
  ['points without a price', { line: Array.from({ length: 50 }, () => null) }],
])('the chart shows a message while it has %s and draws later points', (_, changes) =>
  withChart({ ...createMinutes(50), ...changes }, async (page) => {
    await expect(page.locator('.chart-empty')).toHaveText('Sin operaciones')
    await expect(findPlot(page)).toHaveCount(0)
    await showChart(page, createMinutes(60))
    await expect.poll(() => readText(page)).toContain('08:59')
    await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(1)
  }),
)

test('a hidden chart draws when it becomes visible', () =>
  withChart({ ...createMinutes(50), hidden: true }, async (page) => {
    await expect(page.locator('.chart-plot canvas')).toHaveCount(0)
    await showChart(page, createMinutes(50))
    await expect(page.locator('.chart-plot canvas')).toHaveCount(1)
    await showChart(page, { ...createMinutes(50), hidden: true })
    await waitForDrawing(page)
    await showChart(page, createMinutes(51))
    await expect
      .poll(() => page.locator('.chart-plot canvas').first().boundingBox())
      .toMatchObject({ width: 898, height: 358 })
  }))

test('many size changes in a row end at the last size with one chart', () =>
  withChart(createMinutes(284), async (page) => {
    const first = await readPicture(page)
    for (let width = 400; width < 900; width += 23)
      await showChart(page, { ...createMinutes(284), width: `${width}px` })
    await showChart(page, { ...createMinutes(284), width: '0px' })
    await showChart(page, createMinutes(284))
    await expect.poll(() => readPicture(page)).toBe(first)
    await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(1)
  }))

test('a changed device pixel ratio resizes the canvases', () =>
  withChart(
    createMinutes(284),
    async (page) => {
      const devtools = await page.context().newCDPSession(page)
      // Chromium emulates another pixel ratio only together with another size.
      const metrics = { width: 1001, height: 800, mobile: false }
      await devtools.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 3 })
      await expect.poll(() => page.evaluate(() => document.querySelector('canvas')?.width)).toBe(898 * 3)
    },
    OWN_PAGE,
  ))

test('the chart has the theme of the page or of the system', () =>
  withChart(createMinutes(284), async (page) => {
    const light = await readPicture(page)
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await expect.poll(() => readPicture(page)).not.toBe(light)
    const dark = await readPicture(page)
    await page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
    await expect.poll(() => readPicture(page)).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => readPicture(page)).toBe(dark)
  }))

test('a tap on a phone moves the crosshair and fills the row above the plot', () =>
  withChart(
    { ...createMinutes(284), width: '358px' },
    async (page) => {
      const box = await page.locator('.chart-plot').boundingBox()
      await page.touchscreen.tap((box?.x ?? 0) + (302 * 60) / 300, (box?.y ?? 0) + 40)
      await expect(page.locator('.chart-readout')).toContainText('09:00')
      await expect(page.locator('.chart-tip')).toBeHidden()
      await expect
        .poll(() => page.locator('.chart-plot').evaluate((plot) => getComputedStyle(plot).touchAction))
        .toBe('pan-y')
    },
    { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
  ))

test('unmounting the chart leaves no Chart.js instance', () =>
  withChart(createMinutes(284), async (page) => {
    await waitForDrawing(page)
    for (let i = 0; i < 3; i++) {
      await page.evaluate(() => globalThis.harness.stop())
      await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(0)
      await page.evaluate(() => globalThis.harness.start())
      await showChart(page, createMinutes(100))
      await waitForDrawing(page)
      await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(1)
    }
    await page.evaluate(() => globalThis.harness.stop())
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    await page.setViewportSize({ width: 500, height: 500 })
    await waitForDrawing(page)
    await expect.poll(() => page.evaluate(() => globalThis.harness.countCharts())).toBe(0)
  }))

test('the spark line is a picture with a text alternative', () =>
  withChart({ ...createMinutes(200), kind: 'spark', width: '437px' }, async (page) => {
    await expect(page.getByText('Índice durante el día')).toHaveCount(1)
    const line = page.locator('.picture-line')
    const firstLine = (await line.getAttribute('d')) ?? ''
    await showChart(page, { ...createMinutes(201), kind: 'spark', width: '437px' })
    await expect(line).not.toHaveAttribute('d', firstLine)
    await showChart(page, { ...createMinutes(0), kind: 'spark', width: '437px' })
    await expect(line).toHaveCount(0)
  }))
