import { beforeAll, test } from 'vitest'

import { signWebhook } from '#server/delivery/signature.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { expectAccessible, expectNoSidewaysScroll, expectNoViolations } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { getButton, getRegion, readQuery, tabTo } from '#tests/support/portal-page.ts'
import { startReceiver } from '#tests/support/receiver.ts'

const WIDTHS = [320, 390, 1440]

let portal: TestPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)
beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:43:15-05:00', { env: { LOCAL_WEBHOOKS: 'on' } })
})

test('a visitor converts an amount at the TRM of a Sunday by keyboard (D130)', async () => {
  const { page } = await openPage(browser())
  await page.goto(`${portal.url}/convertidor/`)
  await getRegion(page, 'Resultado').getByText('TRM', { exact: true }).waitFor()
  await tabTo(page.getByLabel('Monto en dólares'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2500,50')
  await tabTo(page.getByLabel('Fecha', { exact: true }))
  await page.keyboard.type('20261115')
  await expect(getRegion(page, 'Resultado')).toContainText('El domingo 15 de noviembre es fin de semana')
  await expect(page.getByLabel('Para copiar')).toHaveValue(/^US\$\s2\.500,50 /)
  await expect.poll(() => readQuery(page)).toBe('?monto=2500%2C50&fecha=2026-11-15')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, WIDTHS)
})

test('a client creates a key, selects it for a copy and revokes it by keyboard (D130)', async () => {
  const { page } = await clients.open(portal.url)
  await page.goto(`${portal.url}/dashboard/llaves/`)
  await getRegion(page, 'Claves').getByText('Aún no tiene claves.').waitFor()
  await tabTo(page.getByLabel('Nombre de la clave'))
  await page.keyboard.type('ERP')
  await page.keyboard.press('Enter')
  const secret = page.getByLabel('Su clave nueva')
  await expect(secret).toHaveValue(/^mdc_/)
  await secret.focus()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(await secret.inputValue())
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, WIDTHS)
  await getButton(page, 'Revocar ERP').focus()
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'Revocar', exact: true }))
  await page.keyboard.press('Enter')
  await getRegion(page, 'Claves').getByText('Aún no tiene claves.').waitFor()
  await expect(secret).toHaveCount(0)
  await expect(getButton(page, 'Crear clave')).toBeFocused()
})

test('a client creates an alert, finds it after a reload and stops it by keyboard (D125)', async () => {
  const { page } = await clients.open(portal.url)
  await page.goto(`${portal.url}/dashboard/alertas/`)
  await getButton(page, 'Crear alerta').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crear alerta' })
  await tabTo(dialog.getByLabel('Precio', { exact: true }))
  await page.keyboard.type('4.990,50')
  await expectNoSidewaysScroll(page, WIDTHS)
  await expectNoViolations(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  const alerts = getRegion(page, 'Mis alertas')
  await expect(alerts).toContainText('Dólar spot: sube a 4.990,50Activa')
  await getButton(page, 'Detener: Dólar spot: sube a 4.990,50').focus()
  await page.keyboard.press('Enter')
  await expect(alerts).toContainText('Detenida')
  await expect(getButton(page, 'Activar: Dólar spot: sube a 4.990,50')).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, WIDTHS)
  await getButton(page, 'Quitar: Dólar spot: sube a 4.990,50').focus()
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'Quitar', exact: true }))
  await page.keyboard.press('Enter')
  await expect(alerts).toContainText('Aún no tiene alertas')
  await expect(getButton(page, 'Crear alerta')).toBeFocused()
})

test('a client saves a webhook after a bad address, reads its secret once and tests it by keyboard (D125)', async () => {
  const receiver = await startReceiver()
  const { page } = await clients.open(portal.url)
  await page.goto(`${portal.url}/dashboard/alertas/`)
  const panel = getRegion(page, 'Webhook')
  const [address, secret] = [panel.getByLabel('Dirección'), panel.getByLabel('El secreto de su webhook')]
  await address.fill('http://receptor.example/alertas')
  await address.press('Enter')
  await expect(panel).toContainText('La dirección debe empezar por https://.')
  await expect(address).toHaveValue('http://receptor.example/alertas')
  await expect(address).toBeFocused()
  await address.fill(receiver.url)
  await address.press('Enter')
  await expect(secret).toHaveValue(/^[\w-]{43}$/)
  const value = await secret.inputValue()
  await tabTo(panel.getByRole('button', { name: 'Probar' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => receiver.received.length).toBe(1)
  const [message] = receiver.received
  expect(message?.headers['x-signature']).toBe(
    signWebhook(value, `${message?.headers['x-timestamp']}`, `${message?.body}`),
  )
  await expectNoViolations(page)
  await expectNoSidewaysScroll(page, WIDTHS)
  receiver.status = 404
  await getButton(page, 'Probar').click()
  await expect(panel).toContainText('Su receptor respondió con el código 404; debe ser de 200 a 299.')
  await page.reload()
  await expect(address).toHaveValue(receiver.url)
  await expect(secret).toHaveCount(0)
})
