import type { Locator, Page } from 'playwright-core'

import { expect } from '#tests/support/browser.ts'
import { getRegion } from '#tests/support/portal-page.ts'

/** A price, such as 4.017,30. */
export const PRICE = /\d\.\d{3},\d{2}/

export const VIEWS = ['Precios', 'Promedios', 'Velas', 'Bollinger'] as const
export const PERIODS = ['1d', '5d', '1m', '6m', '1a'] as const

export const getTab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
export const getPeriod = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true })

/** Selects a view and waits until its tab is selected. */
export async function selectView(page: Page, name: string): Promise<void> {
  await getTab(page, name).click()
  await expect(getTab(page, name)).toHaveAttribute('aria-selected', 'true')
}

export async function selectPeriod(page: Page, name: string): Promise<void> {
  await getPeriod(page, name).click()
  await expect(getPeriod(page, name)).toHaveAttribute('aria-checked', 'true')
}

/** Opens the chart's table when it is closed. */
export async function openTable(page: Page): Promise<void> {
  const button = getRegion(page, 'Gráfica').getByRole('button', { name: 'Ver como tabla' })
  if ((await button.getAttribute('aria-expanded')) === 'true') return
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
}

/** Counts the rows of the open table without its heading. */
export const countRows = async (page: Page): Promise<number> =>
  (await getRegion(page, 'Gráfica').getByRole('row').count()) - 1
