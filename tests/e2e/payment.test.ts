import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, openPage } from '#tests/support/browser.ts'
import { type IdentityPortal, logIn, readPath, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { shareBrowser } from '#tests/support/portal.ts'

const VISITOR = 'mordonez@nandu.example'
/** The e-mail address of the demo account. */
const CLIENT = 'demo@mercadodolar.example'

const APPROVED = '4111 1111 1111 1111'
const PENDING = '4000 0000 0000 0044'
const REJECTED = '4000 0000 0000 0002'

let portal: IdentityPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startIdentityPortal()
})

async function openPricing(options: Parameters<typeof openPage>[1] = {}) {
  const watched = await openPage(browser(), options)
  await watched.page.goto(`${portal.url}/precios/`)
  await watched.page.getByRole('region', { name: 'Anual' }).waitFor()
  return watched
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Chooses a plan, fills the e-mail address and waits for the provider's card page. */
async function goToCard(page: Page, email: string, plan = 'Anual') {
  await page.getByRole('region', { name: plan }).getByRole('button', { name: 'Pagar con tarjeta' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await page.waitForURL(/\/pasarela\//)
}

interface Card {
  readonly number?: string
  readonly tampering?: string
  readonly times?: string
}

async function payByCard(page: Page, { number = APPROVED, tampering = 'none', times = '1' }: Card = {}) {
  if (number !== APPROVED) await page.getByRole('button', { name: `Usar ${number}` }).click()
  await page.getByLabel('Alterar la confirmación').selectOption(tampering)
  await page.getByLabel('Enviar la confirmación').selectOption(times)
  await page.getByRole('button', { name: /^Pagar/ }).click()
  await page.waitForURL(/\/precios\/respuesta\//)
}

/** A line of the receipt. */
const line = (page: Page, name: string) =>
  page.locator('.receipt-lines > div').filter({ hasText: name }).locator('dd').innerText()

/** Pays the quarterly plan of the signed-in demo account and returns the days that it pays for. */
async function payForClient(page: Page, card: Card = {}) {
  await page.goto(`${portal.url}/precios/`)
  await goToCard(page, CLIENT, 'Trimestral')
  await payByCard(page, card)
  await title(page, 'Pago aprobado').waitFor()
  const [from = '', until = ''] = (await line(page, 'Vigencia')).split(' a ')
  return { from, until }
}

const nextDay = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

test('a payment of a visitor ends as Aprobado, with a receipt that equals the order of the API', async () => {
  const { page, complaints } = await openPricing()
  await goToCard(page, VISITOR)
  expect(await page.getByText('No escriba una tarjeta real.').count()).toBe(1)
  await payByCard(page)
  await title(page, 'Pago aprobado').waitFor()
  await page.getByText(`Su pago quedó registrado. Enviamos el recibo a ${VISITOR}.`).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  const query = new URL(page.url()).searchParams
  const api = `${portal.url}/api/market/pagos/ordenes/${query.get('referencia')}`
  const { data } = await (await fetch(`${api}?acceso=${query.get('acceso')}`)).json()
  expect(data).toMatchObject({ estatus: 'Aprobado', total: 2_013_729, iva: 321_520, base: 1_692_209 })
  expect(await line(page, 'Referencia')).toBe(data.referencia)
  expect(await line(page, 'Vigencia')).toBe(`${data.vigencia_desde} a ${data.vigencia_hasta}`)
  expect(await line(page, 'Tarjeta')).toMatch(/terminada en 1111$/)
  expect((await line(page, 'Total pagado')).replace(/\s/g, ' ')).toBe('$ 2.013.729')
  expect((await fetch(api)).status).toBe(404)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Imprimir recibo', 'Abrir menú']) {
    expect(await page.getByRole('button', { name, includeHidden: true }).first().isVisible(), name).toBe(false)
  }
  expect(await page.getByRole('region', { name: 'Recibo' }).isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('a refused payment ends as Rechazado with its reason, and the plan is selected for a retry', async () => {
  const { page, complaints } = await openPricing()
  await goToCard(page, VISITOR, 'Semestral')
  await payByCard(page, { number: REJECTED })
  await title(page, 'Pago rechazado').waitFor()
  await page.getByText(/El banco no autorizó la transacción: .+\. No se hizo ningún cobro\./).waitFor()
  await page.getByRole('link', { name: 'Intentar de nuevo' }).click()
  await page.getByRole('dialog', { name: 'Pagar el plan Semestral' }).waitFor()
  expect(complaints).toEqual([])
})

test.each(['amount', 'signed-amount'])(
  'a confirmation with a tampered %s is refused, and the order is still pending',
  async (tampering) => {
    const { page } = await openPricing()
    await goToCard(page, VISITOR)
    await payByCard(page, { tampering })
    await title(page, 'Pago pendiente').waitFor()
    await page.getByRole('button', { name: 'Consultar ahora' }).click()
    await expect.poll(() => page.getByText(/^Consultamos de nuevo cada 15 s, última vez/).count()).toBe(1)
    expect(await title(page, 'Pago pendiente').count()).toBe(1)
  },
)

test('a pending payment becomes Aprobado on the open page once the card is accepted', async () => {
  const { page } = await openPricing()
  await goToCard(page, VISITOR)
  const card = page.url()
  await payByCard(page, { number: PENDING })
  await title(page, 'Pago pendiente').waitFor()
  const other = await page.context().newPage()
  await other.goto(card)
  await payByCard(other)
  await page.getByRole('button', { name: 'Consultar ahora' }).click()
  await title(page, 'Pago aprobado').waitFor()
})

test('a confirmation sent ten times extends the term once, and the client sees order and receipt', async () => {
  const { page, complaints } = await openPage(browser())
  await logIn(page, portal.url, 'demo')
  const first = await payForClient(page, { times: '10' })
  const second = await payForClient(page)
  expect(second.from).toBe(nextDay(first.until))

  await page.goto(`${portal.url}/dashboard/pagos/`)
  const orders = page.getByRole('region', { name: 'Pagos' })
  await orders.getByRole('row').nth(2).waitFor()
  expect(await orders.getByText(`${first.from} a ${first.until}`).count()).toBe(1)
  expect(await orders.getByText('Aprobado').count()).toBe(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await orders.getByRole('link').first().click()
  await title(page, 'Pago aprobado').waitFor()
  expect(readPath(page)).toMatch(/^\/dashboard\/pagos\/MD-\d{4}-\d{6}$/)
  expect(await line(page, 'Vigencia')).toBe(`${second.from} a ${second.until}`)
  expect(complaints).toEqual([])

  // The printed page has no menu, and the receipt is outside of its column.
  await page.emulateMedia({ media: 'print' })
  const receipt = await page.getByRole('region', { name: 'Recibo' }).boundingBox()
  expect(receipt?.width).toBeGreaterThan(400)
})

test('a visitor who pays for a client sees that the payment is registered, but not the term', async () => {
  const { page } = await openPricing()
  await goToCard(page, CLIENT)
  await payByCard(page)
  await title(page, 'Pago aprobado').waitFor()
  await page.getByText(`Su pago quedó registrado. Enviamos el recibo a ${CLIENT}.`).waitFor()
  expect(await page.locator('.receipt-lines').getByText('Vigencia').count()).toBe(0)
  const own = page.url()
  await page.goto(own.replace(/&.*/, ''))
  await title(page, 'No encontramos este pago').waitFor()
  await page.goto(own)
  await title(page, 'Pago aprobado').waitFor()
})

test('a cancelled payment shows that the window was closed', async () => {
  const { page } = await openPricing()
  await goToCard(page, VISITOR)
  await page.getByRole('link', { name: 'Cancelar y volver' }).click()
  await page.getByText('Cerró la ventana antes de terminar.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('after Back from the provider the payment can be started again', async () => {
  const { page } = await openPage(browser())
  await page.goto(`${portal.url}/precios/?plan=anual`)
  await page.getByLabel('Correo electrónico').fill(VISITOR)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await page.waitForURL(/\/pasarela\//)
  await page.goBack()
  await page.getByLabel('Correo electrónico').fill(VISITOR)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  await page.waitForURL(/\/pasarela\//)
})

test('a blocked provider script shows an error with the sales contact and a retry', async () => {
  const { page } = await openPage(browser())
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json()
    await route.fulfill({ json: { ...config, checkout: { provider: 'epayco', publicKey: 'pk-test', test: true } } })
  })
  await page.route('https://checkout.epayco.co/**', (route) => route.abort())
  await page.goto(`${portal.url}/precios/?plan=anual`)
  await page.getByLabel('Correo electrónico').fill(VISITOR)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.getByText('No pudimos abrir la ventana de pago.').waitFor()
  expect(await alert.getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await alert.getByText('No pudimos abrir la ventana de pago.').waitFor()
})

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    const region = focused?.closest('section[aria-labelledby]')?.querySelector('h2')?.textContent ?? ''
    return `${region} ${focused?.textContent?.trim() ?? ''}`.trim()
  })

/** Presses Tab until that element has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let i = 0; i < 40; i++) {
    if (name.test(await focusedName(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('a plan is paid with the keyboard alone', async () => {
  const { page } = await openPricing()
  await tabTo(page, /^Anual Pagar con tarjeta$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Anual Pagar con tarjeta')
  await page.keyboard.press('Enter')
  await page.getByLabel('Correo electrónico').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type(VISITOR)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/pasarela\//)
  await tabTo(page, /^Pagar/)
  await page.keyboard.press('Enter')
  await title(page, 'Pago aprobado').waitFor()
})

test('plans and dialog are accessible in both themes and never scroll sideways', async () => {
  const { page } = await openPricing()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('region', { name: 'Anual' }).getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the card page of the sandbox is accessible and never scrolls sideways', async () => {
  const { page } = await openPricing()
  await goToCard(page, VISITOR)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
