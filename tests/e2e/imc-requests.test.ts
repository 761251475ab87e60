import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { OPERATOR_BASE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import {
  createPdf,
  fillImcLogin,
  getFileInput,
  getScreenRow,
  openImcLogin,
  openScreens,
  signInToImc,
} from '#tests/support/imc-pages.ts'
import { USUAL_CLOCK } from '#tests/support/market-history.ts'
import { expectAccessible, expectMainFits, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'

const OPERATOR_KEY = 'e2e-operator-key-0002'

let portal: TestPortal
const browser = shareBrowser()

beforeAll(async () => {
  portal = await startTestPortal(USUAL_CLOCK, { env: { DEMO_DATA: 'on', OPERATOR_KEY } })
})

async function refuse(reference: string, motivo: string) {
  const reply = await fetch(`${portal.url}${OPERATOR_BASE}${operatorPaths.refuse(reference)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-key': OPERATOR_KEY },
    body: JSON.stringify({ motivo }),
  })
  expect(reply.status).toBe(200)
}

/** Counts the clicks of the page; the choice of a file in the browser's own dialog is one of them. */
async function countClicks(page: Page) {
  await page.evaluate(() => {
    const counted = window as { clicks?: number }
    counted.clicks = 0
    // A click on a label sends a second click to its field.
    addEventListener('click', ({ isTrusted, detail }) => {
      if (isTrusted && detail > 0) counted.clicks = (counted.clicks ?? 0) + 1
    })
  })
  return () => page.evaluate(() => (window as { clicks?: number }).clicks ?? 0)
}

const getPanel = (page: Page, reference: string) => page.getByRole('region', { name: `Solicitud ${reference}` })

test('a rejected request is sent again with at most 5 clicks, and then by keyboard alone (D90)', async () => {
  const { page } = await openPage(browser(), { viewport: { width: 1440, height: 900 } })
  await signInToImc(page, portal.url, 'admin')
  await page.getByRole('link', { name: 'Mis solicitudes' }).first().click()
  const segments = page.getByRole('radiogroup', { name: 'Estatus' })
  await expect(segments.getByText('Rechazada')).toBeVisible()
  const readClicks = await countClicks(page)

  await segments.getByText('Rechazada').click()
  await expect(page).toHaveURL(/estatus=rechazada/)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page
    .getByRole('row', { name: /S-2026-00418/ })
    .getByRole('button', { name: 'Corregir y reenviar' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Corregir y reenviar' })
  await expect(dialog.getByText(/El motivo nombra este archivo/)).toBeVisible()
  await expectAccessible(page)
  const chooser = page.waitForEvent('filechooser')
  await getFileInput(page, 'Carta de autorización').click()
  await (await chooser).setFiles(createPdf('carta-firmada.pdf'))
  await expect(dialog.getByText(/carta-firmada\.pdf/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Reenviar' }).click()
  await expect(getPanel(page, 'S-2026-00421').getByRole('link', { name: 'S-2026-00418' })).toBeVisible()
  await expect.poll(readClicks).toBeLessThanOrEqual(5)
  await expect(getPanel(page, 'S-2026-00421').getByText('3 de 3 cargados.')).toBeVisible()

  await refuse('S-2026-00421', 'Falta indicar la fecha de regreso.')
  const correct = page.getByRole('row', { name: /S-2026-00421/ }).getByRole('button', { name: 'Corregir y reenviar' })
  await expect(correct).toBeVisible()
  await correct.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/Reemplace solo el que causó el rechazo/)).toBeVisible()
  await expect(getFileInput(page, 'Carta de autorización')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(correct).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getFileInput(page, 'Carta de autorización')).toBeFocused()
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Observación' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' Regresa el 15 de diciembre.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Reenviar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getPanel(page, 'S-2026-00422').getByText(/Regresa el 15 de diciembre/)).toBeVisible()

  // The link to the screen marks its row.
  await getPanel(page, 'S-2026-00422').getByRole('link', { name: 'Ver pantalla P-07' }).click()
  await expect(getScreenRow(page, 'P-07')).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
})

/** Signs in the second administrator, who has to choose a password first. */
async function signInSecond(page: Page) {
  await openImcLogin(page, portal.url)
  await fillImcLogin(page, 'nuevo')
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Cordillera#Central2026')
  await page.getByLabel('Repetir contraseña', { exact: true }).fill('Cordillera#Central2026')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mis usuarios' }).waitFor()
}

async function release(page: Page, name: string) {
  await getScreenRow(page, name).getByRole('button', { name: 'Desvincular' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Si' }).click()
  await expect(page.getByText('Solicitud creada. Espera la confirmación de otra persona.').first()).toBeVisible()
}

test('four eyes are turned on by keyboard; another administrator confirms with 3 clicks, returns by keyboard (D100, D106)', async () => {
  const { page } = await openPage(browser(), { viewport: { width: 1440, height: 900 } })
  await signInToImc(page, portal.url, 'admin')
  await page.getByRole('link', { name: 'Controles' }).first().press('Enter')
  const rule = page.getByRole('checkbox', { name: 'Confirmar las solicitudes de pantallas' })
  await rule.press('Space')
  await page.getByRole('checkbox', { name: 'Confirmar las compras desde un valor' }).press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('5.000.000')
  await expectAccessible(page)
  await expectMainFits(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Guardar controles' }).press('Enter')
  await expect(page.getByText(/^Último cambio: .*, por Paula/)).toBeVisible()
  await openScreens(page)
  await release(page, 'P-05')
  await release(page, 'P-06')

  const { page: other } = await openPage(browser(), { viewport: { width: 1440, height: 900 } })
  await signInSecond(other)
  await other.getByRole('link', { name: 'Mis solicitudes' }).first().click()
  const segments = other.getByRole('radiogroup', { name: 'Estatus' })
  await expect(segments.getByText('Por confirmar')).toBeVisible()
  const readClicks = await countClicks(other)
  await segments.getByText('Por confirmar').click()
  const references = other.getByRole('rowheader')
  await expect(references).toHaveCount(2)
  await references.last().getByRole('button').click()
  await expectAccessible(other)
  const panel = other.getByRole('region', { name: /^Solicitud S-/ })
  await panel.getByRole('button', { name: 'Confirmar' }).click()
  await expect(panel.getByText(/Confirmada por Helena/)).toBeVisible()
  await expect(panel).toBeFocused()
  await expect.poll(readClicks).toBeLessThanOrEqual(3)

  await references.first().getByRole('button').press('Enter')
  await panel.getByRole('button', { name: 'Devolver' }).press('Enter')
  const dialog = other.getByRole('dialog', { name: '¿Devolver la solicitud?' })
  await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toBeFocused()
  await other.keyboard.type('La persona sigue en la mesa.')
  await expectAccessible(other)
  await dialog.getByRole('button', { name: 'Devolver solicitud' }).press('Enter')
  await expect(panel.getByText('Devuelta por Helena Bermúdez Sáenz: La persona sigue en la mesa.')).toBeVisible()
})
