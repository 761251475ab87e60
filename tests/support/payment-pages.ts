import type { Locator, Page } from 'playwright-core'

import { passHumanCheck } from '#tests/support/identity-portal.ts'

export const VISITOR_EMAIL = 'mordonez@nandu.example'

export const APPROVED_CARD = '4111 1111 1111 1111'
export const PENDING_CARD = '4000 0000 0000 0044'
export const REJECTED_CARD = '4000 0000 0000 0002'

export const findTitle = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

export const findPayButton = (page: Page, plan: string): Locator =>
  page.getByRole('region', { name: plan }).getByRole('button', { name: 'Pagar con tarjeta' })

/** Waits for the sandbox's card page: a page of the server, or a dialog of the static demo. */
export const waitForCardPage = (page: Page): Promise<void> => page.getByText('Entorno de pruebas.').waitFor()

/** Solves the human check of the payment and continues. */
export async function continueToPayment(page: Page): Promise<void> {
  await passHumanCheck(page)
  await page.getByRole('button', { name: 'Continuar al pago' }).click()
}

/** Chooses a plan, fills the e-mail address and waits for the provider's card page. */
export async function openCardPage(page: Page, email: string, plan = 'Anual'): Promise<void> {
  await findPayButton(page, plan).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await continueToPayment(page)
  await waitForCardPage(page)
}

/** Fills the number of a test card. The approved card is filled at the start. */
export async function chooseCard(page: Page, number: string): Promise<void> {
  if (number !== APPROVED_CARD) await page.getByRole('button', { name: `Usar ${number}` }).click()
}

/** Pays the order of the open card page and waits for the order's page. */
export async function submitCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await page.waitForURL(/\/precios\/respuesta\//)
}
