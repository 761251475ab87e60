import type { Locator, Page } from 'playwright-core'

export const getRegion = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

export const getButton = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Finds the plot of the market chart. */
export const findPlot = (page: Page): Locator =>
  getRegion(page, 'Gráfica').getByRole('slider', { name: 'Punto de la gráfica' })

export const readPath = (page: Page): string => new URL(page.url()).pathname

export const readQuery = (page: Page): string => new URL(page.url()).search

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the element has the focus. Throws when 40 presses do not lead to it. */
export async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await isFocused(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

// A second formatter of figures: an error in the portal's formatter then fails a test.

/** Groups the digits of an integer by points: 1234567 is `1.234.567`. */
export const groupDigits = (value: number | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, '.')

/** Formats a price with two decimals: 4100.5 is `4.100,50`. */
export function formatPesos(value: number): string {
  const [whole = '', decimals] = value.toFixed(2).split('.')
  return `${groupDigits(whole)},${decimals}`
}
