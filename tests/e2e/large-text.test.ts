import type { Page } from 'playwright-core'
import { test } from 'vitest'

import { PUBLIC_PAGES, SCREENS } from '#src/application/navigation/screens.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { expect, openColdPage, openPage } from '#tests/support/browser.ts'
import { logIn, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { shareBrowser, startTestPortal } from '#tests/support/portal.ts'

const browser = shareBrowser()

declare global {
  interface Window {
    /** Sizes of the texts painted on canvases since the last reset, CSS px. */
    paintedSizes: number[]
  }
}

/** Records the text sizes that a page paints on its canvases. */
const recordTextSizes = (page: Page) =>
  page.addInitScript(() => {
    window.paintedSizes = []
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (...args) {
      window.paintedSizes.push(Number(/([\d.]+)px/.exec(this.font)?.[1]))
      return fillText.apply(this, args)
    }
  })

const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('the spot page with doubled text does not scroll sideways or cut the texts of its period buttons', async () => {
  const portal = await startIdentityPortal()
  const { page } = await openPage(browser(), { viewport: { width: 1280, height: 800 } })
  await logIn(page, portal.url, 'demo')
  await page.goto(`${portal.url}/dashboard/spot/`)
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect.poll(() => measureWidth(page)).toBe(1280)
  const period = page.getByRole('radio', { name: '5d', exact: true })
  const measureOverflow = () => period.evaluate((element) => element.scrollHeight - element.clientHeight)
  await expect.poll(measureOverflow).toBeLessThanOrEqual(0)
})

const PAGES = [...PUBLIC_PAGES.map(({ path }) => path), SCREENS.checkoutReturn.path]

test('the public pages with doubled text do not scroll sideways', async () => {
  const portal = await startTestPortal('2026-11-20T12:13:15-05:00')
  const { page } = await openPage(browser(), { viewport: { width: 390, height: 800 } })
  for (const path of PAGES) {
    await page.goto(portal.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [390, 320, 600, 980, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => measureWidth(page), { message: `${path} at ${width} px` }).toBe(width)
    }
  }
})

test('the pages of an entity with doubled text do not scroll sideways at 1440 px', async () => {
  const portal = await startTestPortal('2026-11-20T12:13:15-05:00')
  const { page } = await openPage(browser(), { viewport: { width: 1440, height: 800 } })
  await page.goto(`${portal.url}/imc/login`)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByLabel('Entidad').fill('ANDINA')
  await page.getByLabel('Nombre de usuario').fill('admin')
  await page.getByLabel('Clave', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(/MisUsuarios/)
  for (const path of ['MisUsuarios', 'MisProductos', 'MisProductos/Detalles/paq-usd-pro', 'MisSolicitudes', 'Costos']) {
    await page.goto(`${portal.url}/imc/${path}`)
    await page.getByRole('row').nth(1).waitFor()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => measureWidth(page), { message: path }).toBe(1440)
  }
})

/** A text and the top and bottom of each line that it takes, in px. */
interface TextLines {
  readonly text: string
  readonly lines: readonly (readonly [top: number, bottom: number])[]
}

/** Measures the texts of the footer and their words. */
const measureFooter = (page: Page): Promise<{ readonly texts: TextLines[]; readonly words: TextLines[] }> =>
  page.locator('footer').evaluate((footer) => {
    const range = document.createRange()
    const measure = (node: Node, text: string, start = 0) => {
      range.setStart(node, start)
      range.setEnd(node, start + text.length)
      return { text, lines: Array.from(range.getClientRects(), ({ top, bottom }) => [top, bottom] as const) }
    }
    const walker = document.createTreeWalker(footer, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode as Text)
    return {
      texts: nodes.map((node) => measure(node, node.data)),
      words: nodes.flatMap((node) =>
        [...node.data.matchAll(/\S+/g)].map(({ 0: word, index }) => measure(node, word, index)),
      ),
    }
  })

const overlaps = ({ lines }: TextLines) => lines.some(([top], i) => top < (lines[i - 1]?.[1] ?? top) - 0.5)

/** Whether a line break cuts the word. A mail address may be longer than the screen. */
const isCut = ({ text, lines }: TextLines) => lines.length > 1 && !text.includes('@')

/** Lists the words of the footer that a line break cuts, and the texts whose lines overlap. */
async function findFooterFaults(page: Page) {
  const { texts, words } = await measureFooter(page)
  return {
    cut: words.filter(isCut).map(({ text }) => text),
    overlapping: texts.filter(overlaps).map(({ text }) => text),
  }
}

test('the footer with doubled text cuts no word and its lines do not overlap', async () => {
  const portal = await startTestPortal('2026-11-20T12:13:15-05:00')
  const { page } = await openPage(browser())
  await page.goto(`${portal.url}/precios/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [320, 390, 820, 980, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expect.poll(() => findFooterFaults(page), { message: `${width} px` }).toEqual({ cut: [], overlapping: [] })
  }
})

test('the axis text changes with the text size of the browser', async () => {
  const portal = await startTestPortal('2026-11-20T12:13:15-05:00')
  const { page } = await openColdPage(browser())
  await recordTextSizes(page)
  await page.goto(portal.url)
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  const readSmallest = () => page.evaluate(() => Math.min(...window.paintedSizes))
  await expect.poll(readSmallest).toBeLessThan(Number.POSITIVE_INFINITY)
  const normal = await readSmallest()
  expect(normal).toBeGreaterThanOrEqual(10)
  const devtools = await page.context().newCDPSession(page)
  for (const standard of [32, 20]) {
    await page.evaluate(() => {
      window.paintedSizes = []
    })
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    await expect.poll(readSmallest).toBeCloseTo((normal * standard) / 16, 1)
  }
})
