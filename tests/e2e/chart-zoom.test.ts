import type { CDPSession, Page } from 'playwright-core'
import { test } from 'vitest'
import type { ChartScene } from '#tests/charts/harness/main.tsx'
import { expect } from '#tests/support/browser.ts'
import { findPlot, OWN_PAGE, shareChartPages, showChart, waitForDrawing } from '#tests/support/chart-page.ts'

const MINUTE = 60_000
const OPENING = 8 * 60 * MINUTE
/** Width of the plot in CSS px. The whole day has 300 minutes. */
const PLOT_PX = 842

/** Creates one point per minute from 08:00. */
const createMinutes = (count: number): ChartScene => ({
  kind: 'price',
  x: Array.from({ length: count }, (_, i) => OPENING + i * MINUTE),
  line: Array.from({ length: count }, (_, i) => 4100 + i),
  bars: Array.from({ length: count }, () => 1),
  width: '898px',
})

const withPage = shareChartPages()

/** Opens a chart and waits for its first drawing. */
const withChart: typeof withPage = (scene, use, options) =>
  withPage(
    scene,
    async (page) => {
      await expect(page.locator('.chart-plot canvas')).toHaveCount(1)
      await use(page)
    },
    options,
  )

/** Returns the texts of the two range handles. */
const readHandles = async (page: Page) =>
  Promise.all(['Desde', 'Hasta'].map((name) => page.getByRole('slider', { name }).getAttribute('aria-valuetext')))
/** Returns the selected range in minutes after 08:00. */
const readSpan = async (page: Page) => {
  const [from, to] = await Promise.all(
    ['Desde', 'Hasta'].map((name) => page.getByRole('slider', { name }).getAttribute('aria-valuenow')),
  )
  return { from: (Number(from) - OPENING) / MINUTE, to: (Number(to) - OPENING) / MINUTE }
}
/** Returns the length of the selected range in minutes. */
const readLength = async (page: Page) => {
  const { from, to } = await readSpan(page)
  return to - from
}

/** Returns the page pixel of a minute while the whole day is visible. */
async function findPixel(page: Page, minute: number) {
  const box = await findPlot(page).boundingBox()
  return { x: (box?.x ?? 0) + (PLOT_PX * minute) / 300, y: (box?.y ?? 0) + 60 }
}

/** Makes the page longer than its window, so that it can scroll. */
const makeScrollable = (page: Page) =>
  page.evaluate(() => {
    document.body.style.height = '3000px'
  })
const readScroll = (page: Page) => page.evaluate(() => scrollY)

test('the wheel over the plot scrolls the page and does not change the range', () =>
  withChart(createMinutes(284), async (page) => {
    await makeScrollable(page)
    const { x, y } = await findPixel(page, 100)
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => readScroll(page)).toBe(200)
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
  }))

test('the wheel zooms around the pointer with Control or when the plot has the focus', () =>
  withChart(createMinutes(284), async (page) => {
    await makeScrollable(page)
    const { x, y } = await findPixel(page, 100)
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await expect.poll(() => readLength(page)).toBeCloseTo(283 * Math.exp(-0.4), 1)
    const readPlaceOfPointer = async () => {
      const { from, to } = await readSpan(page)
      return (100 - from) / (to - from)
    }
    await expect.poll(readPlaceOfPointer).toBeCloseTo(100 / 283, 2)
    const readMinuteUnderPointer = async () => {
      const { from, to } = await readSpan(page)
      return from + (to - from) * (100 / 300)
    }
    const minuteUnderPointer = await readMinuteUnderPointer()
    await page.mouse.click(x, y)
    await page.mouse.wheel(0, -100)
    await expect.poll(() => readLength(page)).toBeCloseTo(283 * Math.exp(-0.6), 1)
    await expect.poll(readMinuteUnderPointer).toBeCloseTo(minuteUnderPointer, 1)
    await expect.poll(() => readScroll(page)).toBe(0)
  }))

test('three wheel events in one task zoom three times', () =>
  withChart(createMinutes(284), async (page) => {
    await findPlot(page).evaluate((plot) => {
      const wheel = { deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true }
      for (let i = 0; i < 3; i++) plot.dispatchEvent(new WheelEvent('wheel', wheel))
    })
    await expect.poll(() => readLength(page)).toBeCloseTo(283 * Math.exp(-0.6), 1)
  }))

test('a zoom below two minutes shows seconds on the axis, in the tooltip and on the handles', () => {
  const seconds: ChartScene = {
    ...createMinutes(600),
    x: Array.from({ length: 600 }, (_, i) => OPENING + i * 1000),
  }
  return withChart(seconds, async (page) => {
    await page.evaluate(() => {
      const texts: string[] = []
      const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        texts.push(text)
        fillText.call(this, text, ...at)
      }
      Object.assign(globalThis, { texts })
    })
    const readPaintedTimes = () => page.evaluate('texts.filter((text) => text.startsWith("08:"))')
    await showChart(page, { ...seconds, range: { from: OPENING, to: OPENING + 5 * MINUTE } })
    await expect.poll(readPaintedTimes).toContain('08:01')
    await expect.poll(readPaintedTimes).not.toContain('08:01:00')
    await showChart(page, { ...seconds, range: { from: OPENING, to: OPENING + MINUTE } })
    await expect.poll(readPaintedTimes).toContain('08:00:30')
    await findPlot(page).focus()
    await page.keyboard.press('Home')
    await expect(page.locator('.chart-tip')).toContainText('08:00:00')
    await expect.poll(() => readHandles(page)).toEqual(['08:00:00', '08:01:00'])
  })
})

test('the wheel scrolls the page when the plot cannot zoom out further', () =>
  withChart(createMinutes(284), async (page) => {
    await makeScrollable(page)
    const { x, y } = await findPixel(page, 100)
    await page.mouse.click(x, y)
    await page.mouse.wheel(0, -100)
    await expect.poll(() => readLength(page)).toBeLessThan(283)
    await page.mouse.wheel(0, 400)
    await expect.poll(() => readLength(page)).toBe(283)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => readScroll(page)).toBe(300)
  }))

test('the keys plus and minus zoom at the crosshair down to four minutes, and 0 shows everything', () =>
  withChart(createMinutes(284), async (page) => {
    await findPlot(page).focus()
    await page.keyboard.press('PageUp')
    await expect(findPlot(page)).toHaveAttribute('aria-valuenow', '253')
    for (const length of [283 / 1.5, 283 / 2.25]) {
      await page.keyboard.press('+')
      await expect.poll(() => readLength(page)).toBeCloseTo(length, 5)
      const readPlaceOfCrosshair = async () => {
        const { from, to } = await readSpan(page)
        return (253 - from) / (to - from)
      }
      await expect.poll(readPlaceOfCrosshair).toBeCloseTo(253 / 283, 5)
      await expect(findPlot(page)).toHaveAttribute('aria-valuenow', '253')
    }
    const zoomIn = async () => {
      await page.keyboard.press('+')
      return readLength(page)
    }
    await expect.poll(zoomIn).toBe(4)
    await page.keyboard.press('+')
    const countVisibleIntervals = async () => {
      const [min, max] = await Promise.all(
        ['aria-valuemin', 'aria-valuemax'].map((name) => findPlot(page).getAttribute(name)),
      )
      return Number(max) - Number(min)
    }
    await expect.poll(countVisibleIntervals).toBe(4)
    await page.keyboard.press('-')
    await expect.poll(() => readLength(page)).toBe(6)
    await page.keyboard.press('0')
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
  }))

test('the mouse drags a zoomed plot up to its start', () =>
  withChart(createMinutes(284), async (page) => {
    await findPlot(page).focus()
    await page.keyboard.press('+')
    await expect.poll(() => readLength(page)).toBeCloseTo(283 / 1.5, 5)
    await page.keyboard.press('+')
    await expect.poll(() => readLength(page)).toBeCloseTo(283 / 2.25, 5)
    const before = await readSpan(page)
    const { x, y } = await findPixel(page, 100)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 200, y, { steps: 4 })
    const distance = (200 * (before.to - before.from)) / PLOT_PX
    await expect.poll(async () => (await readSpan(page)).from).toBeCloseTo(before.from - distance, 1)
    await page.mouse.move(x + 2000, y)
    await expect.poll(async () => (await readSpan(page)).from).toBe(0)
    await page.mouse.up()
    await expect.poll(() => readLength(page)).toBeCloseTo(283 / 2.25, 5)
    await page.mouse.move(x, y)
    await expect.poll(async () => (await readSpan(page)).from).toBe(0)
  }))

test('dragging a plot without zoom does not change the range', () =>
  withChart(createMinutes(284), async (page) => {
    const { x, y } = await findPixel(page, 100)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 100, y, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
  }))

test('a double click and the Ver todo button reset the zoom', () =>
  withChart(createMinutes(284), async (page) => {
    const zoom = async () => {
      await findPlot(page).focus()
      await page.keyboard.press('+')
      await expect.poll(() => readLength(page)).toBeLessThan(283)
    }
    await zoom()
    const { x, y } = await findPixel(page, 100)
    await page.mouse.dblclick(x, y)
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
    await expect(page.getByRole('button', { name: 'Ver todo' })).toHaveCount(0)
    await zoom()
    await page.getByRole('button', { name: 'Ver todo' }).click()
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
  }))

test('the Ver todo button moves its focus to the first handle', () =>
  withChart(createMinutes(284), async (page) => {
    await findPlot(page).focus()
    await page.keyboard.press('+')
    await page.getByRole('button', { name: 'Ver todo' }).press('Enter')
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
    const focused = page.locator(':focus')
    await expect(focused).toHaveAttribute('aria-label', 'Desde')
  }))

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

const sendTouch = (
  devtools: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  points: readonly (readonly [number, number])[],
) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })

test('two fingers zoom and move the plot', () =>
  withChart(
    { ...createMinutes(284), width: '358px' },
    async (page) => {
      const box = await findPlot(page).boundingBox()
      const toPoint = (x: number) => [(box?.x ?? 0) + x, (box?.y ?? 0) + 60] as const
      const devtools = await page.context().newCDPSession(page)
      await sendTouch(devtools, 'touchStart', [toPoint(100), toPoint(200)])
      for (let i = 1; i <= 5; i++) await sendTouch(devtools, 'touchMove', [toPoint(100 - 8 * i), toPoint(200 + 8 * i)])
      await sendTouch(devtools, 'touchEnd', [])
      await expect.poll(() => readLength(page)).toBeCloseTo((300 * 100) / 180, 0)
      const pinchedSpan = await readSpan(page)
      await sendTouch(devtools, 'touchStart', [toPoint(100), toPoint(200)])
      for (let i = 1; i <= 5; i++) await sendTouch(devtools, 'touchMove', [toPoint(100 + 6 * i), toPoint(200 + 6 * i)])
      await sendTouch(devtools, 'touchEnd', [])
      const distance = (30 * (pinchedSpan.to - pinchedSpan.from)) / 302
      await expect.poll(async () => (await readSpan(page)).from).toBeCloseTo(pinchedSpan.from - distance, 0)
    },
    PHONE,
  ))

test('one finger scrolls the page vertically and moves the crosshair sideways', () =>
  withChart(
    { ...createMinutes(284), width: '358px' },
    async (page) => {
      await makeScrollable(page)
      const box = await findPlot(page).boundingBox()
      const toPoint = (x: number, y: number) => [(box?.x ?? 0) + x, (box?.y ?? 0) + y] as const
      const devtools = await page.context().newCDPSession(page)
      await sendTouch(devtools, 'touchStart', [toPoint(60, 60)])
      for (let i = 1; i <= 5; i++) await sendTouch(devtools, 'touchMove', [toPoint(60 + 20 * i, 60)])
      await sendTouch(devtools, 'touchEnd', [])
      await expect(page.locator('.chart-readout')).toContainText('10:3')
      await sendTouch(devtools, 'touchStart', [toPoint(60, 200)])
      for (let i = 1; i <= 8; i++) await sendTouch(devtools, 'touchMove', [toPoint(60, 200 - 20 * i)])
      await sendTouch(devtools, 'touchEnd', [])
      await expect.poll(() => readScroll(page)).toBeGreaterThan(80)
      await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
    },
    PHONE,
  ))

test('a range at the end follows the newest point, and any other range does not move', () =>
  withChart(createMinutes(200), async (page) => {
    await findPlot(page).focus()
    await page.keyboard.press('+')
    await expect.poll(() => readLength(page)).toBeCloseTo(199 / 1.5, 5)
    await expect.poll(async () => (await readSpan(page)).to).toBe(199)
    const before = await readSpan(page)
    await showChart(page, createMinutes(230))
    await expect.poll(async () => (await readSpan(page)).to).toBe(229)
    await expect.poll(async () => (await readSpan(page)).from).toBeCloseTo(before.from + 30, 5)
    await page.getByRole('slider', { name: 'Hasta' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await readSpan(page)).to).toBe(224)
    const fixedSpan = await readSpan(page)
    await showChart(page, createMinutes(260))
    await expect(page.getByRole('slider', { name: 'Hasta' })).toHaveAttribute(
      'aria-valuemax',
      String(OPENING + 259 * MINUTE),
    )
    await expect.poll(() => readSpan(page)).toEqual(fixedSpan)
  }))

test('live points repaint the overview at most once a second', () =>
  withChart(
    createMinutes(100),
    async (page) => {
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + MINUTE)
      await page.evaluate(() => {
        const { clearRect } = CanvasRenderingContext2D.prototype
        Object.assign(globalThis, { repaints: 0 })
        CanvasRenderingContext2D.prototype.clearRect = function (...area) {
          if (this.canvas.className === 'chart-range-line') Object.assign(globalThis, { repaints: countRepaints() + 1 })
          clearRect.apply(this, area)
        }
        const countRepaints = () => Number(Reflect.get(globalThis, 'repaints'))
      })
      const countRepaints = () => page.evaluate('repaints')
      await showChart(page, createMinutes(101))
      await page.clock.runFor(1)
      await expect.poll(countRepaints).toBe(1)
      for (let points = 102; points < 112; points++) {
        await showChart(page, createMinutes(points))
        await page.clock.runFor(50)
      }
      await expect.poll(countRepaints).toBe(1)
      await page.clock.runFor(500)
      await expect.poll(countRepaints).toBe(2)
    },
    OWN_PAGE,
  ))

test('points appended in one task are drawn once before the next frame', () =>
  withChart(createMinutes(100), async (page) => {
    const drawn = await page.evaluate(async (scene) => {
      const { x, line } = scene
      let drawings = 0
      const { clearRect } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        if (this.canvas.parentElement?.className === 'chart-plot') drawings++
        clearRect.apply(this, area)
      }
      const drawingsAtFrame = new Promise((resolve) => requestAnimationFrame(() => resolve(drawings)))
      for (let points = 101; points <= 280; points++) {
        globalThis.harness.show({
          ...scene,
          x: x.slice(0, points),
          line: line.slice(0, points),
          bars: line.slice(0, points).map(() => 1),
        })
      }
      return drawingsAtFrame
    }, createMinutes(280))
    expect(drawn).toBe(1)
    await expect.poll(() => findPlot(page).getAttribute('aria-valuetext')).toContain('12:39')
  }))

const readReportedRanges = (page: Page) => page.evaluate(() => globalThis.harness.reportedRanges())

/** Stops the page's clock, so that a slow machine adds no pause between two keys. */
async function stopTime(page: Page) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + MINUTE)
}
/** Longer than the pause that ends a gesture. */
const REST_MS = 300
const toTime = (minute: number) => OPENING + minute * MINUTE

test('onRange is called once for a held key, when it is released', () =>
  withChart(
    createMinutes(284),
    async (page) => {
      await stopTime(page)
      // A held key repeats without being released.
      await page.getByRole('slider', { name: 'Desde' }).focus()
      for (let i = 0; i < 3; i++) await page.keyboard.down('PageUp')
      await expect.poll(() => readHandles(page)).toEqual(['09:30', '12:43'])
      await expect.poll(() => readReportedRanges(page)).toEqual([])
      await page.keyboard.up('PageUp')
      await expect.poll(() => readReportedRanges(page)).toEqual([{ from: toTime(90), to: toTime(283) }])
      await page.keyboard.press('Home')
      await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
      await page.clock.runFor(REST_MS)
      await expect.poll(() => readReportedRanges(page)).toEqual([{ from: toTime(90), to: toTime(283) }, null])
    },
    OWN_PAGE,
  ))

/** Ends the page as a visitor does, right after a gesture. */
const LEAVING: readonly (readonly [how: string, leave: (page: Page) => Promise<unknown>])[] = [
  ['the page is left', (page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))],
  ['a link is followed', (page) => page.evaluate(() => document.querySelector('main')?.click())],
]

test.each(LEAVING)('onRange is called at once when %s while a key is held', (_how, leave) =>
  withChart(
    createMinutes(284),
    async (page) => {
      await stopTime(page)
      await page.getByRole('slider', { name: 'Desde' }).focus()
      await page.keyboard.down('PageUp')
      await expect.poll(() => readHandles(page)).toEqual(['08:30', '12:43'])
      await expect.poll(() => readReportedRanges(page)).toEqual([])
      await leave(page)
      await expect.poll(() => readReportedRanges(page)).toEqual([{ from: toTime(30), to: toTime(283) }])
      await page.clock.runFor(REST_MS)
      await expect.poll(() => readReportedRanges(page)).toHaveLength(1)
    },
    OWN_PAGE,
  ),
)

test('a range prop is shown without a call of onRange', () =>
  withChart({ ...createMinutes(284), range: { from: toTime(30), to: toTime(60) } }, async (page) => {
    await expect.poll(() => readHandles(page)).toEqual(['08:30', '09:00'])
    await showChart(page, { ...createMinutes(284), range: { from: toTime(90), to: toTime(120) } })
    await expect.poll(() => readHandles(page)).toEqual(['09:30', '10:00'])
    await showChart(page, { ...createMinutes(284), range: null })
    await expect.poll(() => readHandles(page)).toEqual(['08:00', '12:43'])
    await expect.poll(() => readReportedRanges(page)).toEqual([])
  }))

test('passing the reported range back as a prop does not end follow mode', () =>
  withChart({ ...createMinutes(200), range: null }, async (page) => {
    await page.getByRole('slider', { name: 'Desde' }).focus()
    await page.keyboard.press('PageUp')
    const range = { from: toTime(30), to: toTime(199) }
    await expect.poll(() => readReportedRanges(page)).toEqual([range])
    await showChart(page, { ...createMinutes(200), range })
    await waitForDrawing(page)
    await showChart(page, { ...createMinutes(230), range })
    await expect.poll(() => readHandles(page)).toEqual(['09:00', '11:49'])
  }))
