import type { Page } from 'playwright-core'
import { beforeEach, test } from 'vitest'

import { expect, openPage } from '#tests/support/browser.ts'
import { type IdentityPortal, logIn, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import {
  APPROVED_CARD,
  chooseCard,
  continueToPayment,
  findPayButton,
  findTitle,
  openCardPage,
  PENDING_CARD,
  submitCard,
  VISITOR_EMAIL,
  waitForCardPage,
} from '#tests/support/payment-pages.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { readPath } from '#tests/support/portal-page.ts'

/** The e-mail address of the demo account. */
const CLIENT_EMAIL = 'demo@mercadodolar.example'

let portal: IdentityPortal
const browser = shareBrowser()

/** A portal accepts at most ten orders a minute from one network, so it serves few tests. */
const TESTS_PER_PORTAL = 4
let testCount = 0
beforeEach(async () => {
  if (testCount % TESTS_PER_PORTAL === 0) portal = await startIdentityPortal()
  testCount += 1
})

async function openPricing(options: Parameters<typeof openPage>[1] = {}) {
  const tab = await openPage(browser(), options)
  await tab.page.goto(`${portal.url}/precios/`)
  await tab.page.getByRole('region', { name: 'Anual' }).waitFor()
  return tab
}

/** The card, and what the sandbox does with its confirmation. */
interface CardPayment {
  readonly number?: string
  /** What the sandbox changes in the confirmation. */
  readonly tampering?: string
  /** How often the sandbox sends the confirmation. */
  readonly times?: string
}

async function payByCard(page: Page, { number = APPROVED_CARD, tampering = 'none', times = '1' }: CardPayment = {}) {
  await chooseCard(page, number)
  await page.getByLabel('Alterar la confirmación').selectOption(tampering)
  await page.getByLabel('Enviar la confirmación').selectOption(times)
  await submitCard(page)
}

/** Finds the value of a receipt line. */
const findReceiptLine = (page: Page, name: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: name }).locator('dd')

/**
 * Pays the quarterly plan of the signed-in demo account and returns its term. The checkout has said
 * the dates of the receipt before the payment (D101).
 */
async function payForClient(page: Page, payment: CardPayment = {}) {
  await page.goto(`${portal.url}/precios/`)
  await findPayButton(page, 'Trimestral').click()
  const preview = page.getByRole('dialog').locator('dl > div').filter({ hasText: 'Vigencia' }).locator('dd')
  await expect(preview).toHaveText(/del \S+ al \S+$/)
  const [from = '', until = ''] = (await preview.innerText()).match(/\d{4}-\d{2}-\d{2}/g) ?? []
  await continueToPayment(page)
  await waitForCardPage(page)
  await payByCard(page, payment)
  await findTitle(page, 'Pago aprobado').waitFor()
  await expect(findReceiptLine(page, 'Vigencia')).toHaveText(`del ${from} al ${until}`)
  return { from, until }
}

const toNextDay = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

test('a payment of a visitor ends as Aprobado, with a receipt that equals the order of the API', async () => {
  const { page, complaints } = await openPricing()
  await openCardPage(page, VISITOR_EMAIL)
  await expect(page.getByText('No escriba una tarjeta real.')).toHaveCount(1)
  await payByCard(page)
  await findTitle(page, 'Pago aprobado').waitFor()
  await page.getByText(`Su pago quedó registrado. Enviamos el recibo a ${VISITOR_EMAIL}.`).waitFor()
  await expect(findTitle(page, 'Pago aprobado')).toBeFocused()
  const query = new URL(page.url()).searchParams
  const orderUrl = `${portal.url}/api/market/pagos/ordenes/${query.get('referencia')}`
  const { data } = await (await fetch(`${orderUrl}?acceso=${query.get('acceso')}`)).json()
  expect(data).toMatchObject({ estatus: 'Aprobado', total: 2_013_729, iva: 321_520, base: 1_692_209 })
  await expect(findReceiptLine(page, 'Referencia')).toHaveText(data.referencia)
  await expect(findReceiptLine(page, 'Vigencia')).toHaveText(`del ${data.vigencia_desde} al ${data.vigencia_hasta}`)
  await expect(findReceiptLine(page, 'Tarjeta')).toHaveText(/terminada en 1111$/)
  await expect(findReceiptLine(page, 'Total pagado')).toHaveText('$ 2.013.729')
  const { status } = await fetch(orderUrl)
  expect(status).toBe(404)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Imprimir recibo', 'Abrir menú']) {
    await expect(page.getByRole('button', { name, includeHidden: true }).first(), name).toBeHidden()
  }
  await expect(page.getByRole('region', { name: 'Recibo' })).toBeVisible()
  expect(complaints).toEqual([])
})

test.each([
  ['an altered amount', 'amount'],
  ['an altered amount and a valid signature', 'signed-amount'],
])('a confirmation with %s is refused, and the order is still pending', async (_what, tampering) => {
  const { page } = await openPricing()
  await openCardPage(page, VISITOR_EMAIL)
  await payByCard(page, { tampering })
  await findTitle(page, 'Pago pendiente').waitFor()
  await page.getByRole('button', { name: 'Consultar ahora' }).click()
  await expect(page.getByText(/^Consultamos de nuevo cada 15 s, última vez/)).toHaveCount(1)
  await expect(findTitle(page, 'Pago pendiente')).toHaveCount(1)
})

test('a pending order becomes Aprobado on the open page after a payment in another tab', async () => {
  const { page } = await openPricing()
  await openCardPage(page, VISITOR_EMAIL)
  const cardPageUrl = page.url()
  await payByCard(page, { number: PENDING_CARD })
  await findTitle(page, 'Pago pendiente').waitFor()
  const other = await page.context().newPage()
  await other.goto(cardPageUrl)
  await payByCard(other)
  await page.getByRole('button', { name: 'Consultar ahora' }).click()
  await findTitle(page, 'Pago aprobado').waitFor()
})

test('a confirmation sent ten times extends the term once, and the client sees order and receipt', async () => {
  const { page, complaints } = await openPage(browser())
  await logIn(page, portal.url, 'demo')
  const first = await payForClient(page, { times: '10' })
  const second = await payForClient(page)
  expect(second.from).toBe(toNextDay(first.until))
  await expect(page.getByText(`Su plan Trimestral empieza el ${second.from}, cuando termina el actual.`)).toBeVisible()

  await page.goto(`${portal.url}/dashboard/pagos/`)
  const orders = page.getByRole('region', { name: 'Pagos' })
  await orders.getByRole('row').nth(2).waitFor()
  await expect(orders.getByText(`del ${first.from} al ${first.until}`)).toHaveCount(1)
  await expect(orders.getByText('Aprobado')).toHaveCount(2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await orders.getByRole('link').first().click()
  await findTitle(page, 'Pago aprobado').waitFor()
  await expect.poll(() => readPath(page)).toMatch(/^\/dashboard\/pagos\/MD-\d{4}-\d{6}$/)
  await expect(findReceiptLine(page, 'Vigencia')).toHaveText(`del ${second.from} al ${second.until}`)
  expect(complaints).toEqual([])

  // The printed page has no menu, so that the receipt uses the full width.
  await page.emulateMedia({ media: 'print' })
  const receipt = page.getByRole('region', { name: 'Recibo' })
  await expect.poll(async () => (await receipt.boundingBox())?.width).toBeGreaterThan(400)
})

test('a visitor who pays for a client sees the registered payment but not the term', async () => {
  const { page } = await openPricing()
  await openCardPage(page, CLIENT_EMAIL)
  await payByCard(page)
  await findTitle(page, 'Pago aprobado').waitFor()
  await page.getByText(`Su pago quedó registrado. Enviamos el recibo a ${CLIENT_EMAIL}.`).waitFor()
  await expect(page.getByRole('main').locator('dl').getByText('Vigencia')).toHaveCount(0)
  const orderAddress = page.url()
  await page.goto(orderAddress.replace(/&.*/, ''))
  await findTitle(page, 'No encontramos este pago').waitFor()
  await page.goto(orderAddress)
  await findTitle(page, 'Pago aprobado').waitFor()
})

test('after Back from the provider the payment can be started again', async () => {
  const { page } = await openPage(browser())
  await page.goto(`${portal.url}/precios/?plan=anual`)
  await page.getByLabel('Correo electrónico').fill(VISITOR_EMAIL)
  await continueToPayment(page)
  await page.waitForURL(/\/pasarela\//)
  await page.goBack()
  await page.getByLabel('Correo electrónico').fill(VISITOR_EMAIL)
  await continueToPayment(page)
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
  await page.getByLabel('Correo electrónico').fill(VISITOR_EMAIL)
  await continueToPayment(page)
  const alert = page.getByRole('dialog').getByRole('alert')
  await alert.getByText('No pudimos abrir la ventana de pago.').waitFor()
  await expect(alert.getByRole('link')).toHaveAttribute('href', /^mailto:/)
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await alert.getByText('No pudimos abrir la ventana de pago.').waitFor()
})

test('plans and dialog are accessible in both themes and do not scroll sideways', async () => {
  const { page } = await openPricing()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('region', { name: 'Anual' }).getByRole('button').click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the card page of the sandbox is accessible and does not scroll sideways', async () => {
  const { page } = await openPricing()
  await openCardPage(page, VISITOR_EMAIL)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
