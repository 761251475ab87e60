import type { Locator, Page } from 'playwright-core'

import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { getButton } from '#tests/support/portal-page.ts'

export const getRow = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Fills the open login dialog of the small demo entity and submits it. */
export async function fillImcLogin(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Entidad').fill('ANDINA')
  await page.getByLabel('Nombre de usuario').fill(username)
  await page.getByLabel('Clave', { exact: true }).fill(password)
  await getButton(page, 'Entrar').click()
}

/** Opens the login page and its dialog. */
export async function openImcLogin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/imc/login`)
  await getButton(page, 'Iniciar Sesión').click()
  await page.getByRole('dialog', { name: 'Iniciar Sesión' }).waitFor()
}

/** Signs a user of the small demo entity in and waits for Mis usuarios. */
export async function signInToImc(page: Page, url: string, username: string): Promise<void> {
  await openImcLogin(page, url)
  await fillImcLogin(page, username)
  await getRow(page, 'César Augusto Niño').waitFor()
}

/** Opens the screens of subscription 004512 through links and buttons. */
export async function openScreens(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mis productos' }).click()
  await page
    .getByRole('row', { name: /USD-PRO-10/ })
    .getByRole('button', { name: 'Detalles' })
    .click()
  await page
    .getByRole('row', { name: /004512/ })
    .getByRole('button', { name: 'Ver pantallas' })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004512' }).waitFor()
  await page.getByRole('rowheader', { name: 'P-01' }).waitFor()
}

export const getScreenRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Creates a small file with the content of a PDF. */
export const createPdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
})

/** The documents that the profile 'Operador dólar' requires. */
export const DOCUMENTS = ['Carta de autorización', 'Copia del documento de identidad', 'Certificación de operador']

export const getFileInput = (page: Page, label: string): Locator =>
  page.locator(`input[type=file][aria-label="${label}"]`)

/** Waits for the list of requests and returns the reference of the newest request. */
export async function readNewestReference(page: Page): Promise<string> {
  await page.waitForURL(/MisSolicitudes/)
  const first = page.locator('tbody tr').first().getByRole('button', { name: /^S-/ })
  await first.waitFor()
  return first.innerText()
}
