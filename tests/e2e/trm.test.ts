import { readFile } from 'node:fs/promises'
import { beforeAll, test } from 'vitest'

import { expect, openPage } from '#tests/support/browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { formatPesos } from '#tests/support/portal-page.ts'

interface HistoryReply {
  readonly data: readonly { readonly valor: number; readonly desde: string; readonly hasta: string }[]
}

let portal: TestPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:43:15-05:00')
})

async function openTrm(width: number, path = '/trm/') {
  const tab = await openPage(browser(), { viewport: { width, height: 900 } })
  await tab.page.goto(portal.url + path)
  await tab.page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  return tab
}

test('the table shows the newest TRM first, and the CSV file has one line per TRM', async () => {
  const { page, complaints } = await openTrm(1440, '/trm/?periodo=1m')
  const { data } = await portal.request<HistoryReply>('/api/market/trm/historia?desde=2026-10-21&hasta=2026-11-23')
  const rows = page.getByRole('region', { name: 'TRM por fecha' }).locator('tbody tr')
  await expect(rows).toHaveCount(Math.min(20, data.length))
  const last = data.at(-1)
  await expect(rows.first()).toContainText(formatPesos(last?.valor ?? 0), { useInnerText: true })
  for (const column of [0, 1, 2]) await expect(rows.first().locator('td').nth(column)).toHaveCSS('text-align', 'right')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`trm-${data[0]?.desde}-a-${last?.hasta}.csv`)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(data.length + 1)
  expect(complaints).toEqual([])
})

test('in an English browser a day is typed with digits or chosen in the calendar, and shown as 2026-11-15', async () => {
  const { page } = await openPage(browser(), { locale: 'en-US' })
  await page.goto(`${portal.url}/trm/`)
  const field = page.getByRole('textbox', { name: 'Fecha' })
  await field.pressSequentially('20261115')
  await expect(field).toHaveValue('2026-11-15')
  await field.fill('15 nov')
  await field.blur()
  await expect(field).toHaveAccessibleDescription(/La fecha no es válida/)
  const calendar = page.locator('input[type=date]')
  await calendar.evaluate((input: HTMLInputElement) => {
    input.showPicker = () => {
      input.dataset['opened'] = 'true'
    }
  })
  await page.getByRole('button', { name: 'Elegir en el calendario: Fecha' }).press('Enter')
  await expect(calendar).toHaveAttribute('data-opened', 'true')
  await calendar.fill('2026-11-16', { force: true })
  await expect(field).toHaveValue('2026-11-16')
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test.each([320, 820, 1440])('the TRM page is accessible and does not scroll sideways at %i px', async (width) => {
  const { page } = await openTrm(width, '/trm/?fecha=2026-11-15')
  await page.getByText('TRM vigente el domingo').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the wide download button of a phone shows its text', async () => {
  const { page } = await openTrm(390)
  const text = page.getByRole('button', { name: 'Descargar CSV' }).locator('span')
  await expect.poll(async () => (await text.boundingBox())?.width).toBeGreaterThan(80)
})
