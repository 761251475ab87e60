import type { Page, Route } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { expect, expectToPass, openColdPage, openPage } from '#tests/support/browser.ts'
import { expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { getRegion } from '#tests/support/portal-page.ts'

const browser = shareBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:13:15-05:00')
})

const LONG_WORD = 'Supercalifragilístico'.repeat(20)

test('a long word in external text does not widen the home', async () => {
  const { page } = await openPage(browser())
  await page.route('**/news/rss**', (route: Route) =>
    route.fulfill({
      json: [0, 1, 2].map((id) => ({ id, headline: `${id}${LONG_WORD}`, body: LONG_WORD, link: 'https://n.example/' })),
    }),
  )
  await page.route('**/bvc/acciones**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<table><tr><td>${LONG_WORD}</td><td>1845</td><td>0.82</td></tr></table>`,
    }),
  )
  await page.goto(portal.url)
  await getRegion(page, 'Noticias').getByText(LONG_WORD).first().waitFor()
  await getRegion(page, 'Acciones').getByText(LONG_WORD).waitFor()
  await expectNoSidewaysScroll(page, [320, 390, 700, 1000, 1240])
})

test('amounts do not touch each other at any width', async () => {
  const { page } = await openPage(browser())
  await page.goto(portal.url)
  await getRegion(page, 'Montos del dólar').getByText(/USD/).first().waitFor()
  for (const width of [600, 640, 970, 1200, 1220, 1240, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const measureGaps = () =>
      getRegion(page, 'Montos del dólar')
        .locator('dd > .wdth-figure > span')
        .evaluateAll((spans) =>
          spans.flatMap((span, index) => {
            const [box, next] = [span.getBoundingClientRect(), spans[index + 1]?.getBoundingClientRect()]
            return next && next.top === box.top ? [next.left - box.right] : []
          }),
        )
    await expectToPass(async () => {
      const gaps = await measureGaps()
      expect(gaps.length).toBeGreaterThan(3)
      expect(Math.min(...gaps), `${width} px`).toBeGreaterThanOrEqual(24)
    })
  }
})

test('the stocks of the ticker and its mark fit in one row from 1200 px', async () => {
  const { page } = await openPage(browser())
  await page.goto(portal.url)
  const ticker = getRegion(page, 'Acciones colombianas')
  await ticker.getByText('%').last().waitFor()
  await expect(ticker.getByText('Datos simulados')).toHaveCount(1)
  for (const width of [1200, 1220, 1280, 1333, 1334, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const measureTicker = () =>
      ticker.evaluate(({ clientHeight, clientWidth, scrollWidth }) => ({
        clientHeight,
        hidden: scrollWidth - clientWidth,
      }))
    await expect.poll(measureTicker, { message: `${width} px` }).toEqual({ clientHeight: 38, hidden: 0 })
  }
})

test('a page opened without a connection loads when the connection returns', async () => {
  const { page } = await openColdPage(browser())
  await page.goto(portal.url)
  await getRegion(page, 'Noticias').getByRole('article').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'IMCs/Clientes' }).first().click()
  await page.getByRole('heading', { name: 'No pudimos cargar esta página' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('row').nth(3).waitFor()
})

/**
 * Returns whether the canvas over the plot has pixels of the accent colour of a theme, right after
 * the page received the event.
 */
const hasAccent = (page: Page, rgb: readonly number[], event: 'beforeprint' | null = null) =>
  page.evaluate(
    async ([accent, type]) => {
      if (type) dispatchEvent(new Event(type))
      // The browser, too, runs microtasks after a listener, and React draws in one.
      await Promise.resolve()
      const canvas = document.querySelector<HTMLCanvasElement>('.chart-plot canvas')
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return Array.from({ length: pixels.length / 4 }).some((_, at) =>
        accent.every((value, i) => pixels[4 * at + i] === value),
      )
    },
    [rgb, event] as const,
  )

const LIGHT_ACCENT = [26, 58, 194]
const DARK_ACCENT = [144, 169, 255]

/** Returns the text colour and the visible controls of the page. */
const readPrintedPage = (page: Page) =>
  page.evaluate(() => {
    const selectors = [
      'header',
      'footer',
      'main button',
      'main a[href="/precios/"]',
      '.chart-foot',
      '.chart-table > button',
    ]
    return {
      textColor: getComputedStyle(document.body).color,
      visible: selectors.filter((selector) =>
        [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0),
      ),
    }
  })

test('the home prints in light colours without controls and with its source and time', async () => {
  const { page } = await openPage(browser(), { colorScheme: 'dark', viewport: { width: 1240, height: 900 } })
  await page.goto(portal.url)
  const plot = getRegion(page, 'Gráfica').getByRole('slider', { name: 'Punto de la gráfica' })
  await plot.waitFor()
  await expect.poll(() => hasAccent(page, DARK_ACCENT)).toBe(true)
  // The browser prints the page as it is when the listeners of the event return.
  const isLight = await hasAccent(page, LIGHT_ACCENT, 'beforeprint')
  expect(isLight).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(() => readPrintedPage(page)).toEqual({ textColor: 'rgb(16, 24, 28)', visible: [] })
  await page.getByText(/^Impreso: Viernes, 20 de noviembre de 2026, 12:13:\d\d, hora de Bogotá$/).waitFor()
  await page.getByText(/^Fuente: Mercado Dólar, 127\.0\.0\.1:\d+\/$/).waitFor()
  await page.getByText('Información con 15 minutos de retraso. No incluye operaciones registradas.').waitFor()
})

test('the statistics print all columns on landscape pages', async () => {
  const { page } = await openPage(browser())
  await page.goto(`${portal.url}/estadisticas/`)
  await page.getByRole('row').nth(3).waitFor()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sizes = [...pdf.matchAll(/\/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ])
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.at(-1)).toEqual([842, 595])
  await page.emulateMedia({ media: 'print' })
  // The width between the margins of a landscape page.
  await expectNoSidewaysScroll(page, [Math.floor(((297 - 24) / 25.4) * 96)])
  await expect(page.getByRole('columnheader')).toHaveCount(30)
})
