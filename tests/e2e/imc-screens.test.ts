import type { Locator, Page, Route } from 'playwright-core'
import { afterEach, beforeAll, test } from 'vitest'

import {
  OPERATOR_BASE,
  type OperatorRequestsReply,
  operatorPaths,
} from '#src/adapters/http/contract/operator/operator.ts'
import { NO_USER, toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { addDays, toDate } from '#src/domain/time/bogota.ts'
import { expect, openPage, releasePage, type StorageState } from '#tests/support/browser.ts'
import {
  createPdf,
  DOCUMENTS,
  getFileInput,
  getRow,
  getScreenRow,
  openScreens,
  readNewestReference,
  signInToImc,
} from '#tests/support/imc-pages.ts'
import { USUAL_CLOCK } from '#tests/support/market-history.ts'
import {
  expectAccessible,
  expectMainFits,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { getButton, tabTo } from '#tests/support/portal-page.ts'

const OPERATOR_KEY = 'e2e-operator-key-0001'
const OPERATOR_HEADERS = { 'content-type': 'application/json', 'x-operator-key': OPERATOR_KEY }

let portal: TestPortal
/** The session of the administrator, with subscription 004512 selected. */
let administrator: StorageState
/** References of the open requests in the demo data. */
let initialRequests: readonly string[]
const browser = shareBrowser()

beforeAll(async () => {
  portal = await startTestPortal(USUAL_CLOCK, { env: { DEMO_DATA: 'on', OPERATOR_KEY } })
  initialRequests = await readOpenRequests()
  const page = await signIn('admin')
  await openScreens(page)
  administrator = await page.context().storageState()
  await releasePage(browser(), page)
})

// Refusing the requests of a test frees their screens and users for the next test.
afterEach(async () => {
  for (const reference of await readOpenRequests()) {
    if (!initialRequests.includes(reference))
      await callOperator(operatorPaths.refuse(reference), { motivo: 'Fin de la prueba.' })
  }
})

async function readOpenRequests(): Promise<string[]> {
  const reply = await fetch(`${portal.url}${OPERATOR_BASE}${operatorPaths.requests}?estado=abiertas`, {
    headers: OPERATOR_HEADERS,
  })
  const { data } = (await reply.json()) as OperatorRequestsReply
  return data.map(({ referencia }) => referencia)
}

async function callOperator(path: string, body: object = {}) {
  const reply = await fetch(portal.url + OPERATOR_BASE + path, {
    method: 'POST',
    headers: OPERATOR_HEADERS,
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
}

/** Changes rules of the small demo entity. */
async function changeRules(rules: object) {
  const path = `${portal.url}${OPERATOR_BASE}${operatorPaths.governance('ANDINA')}`
  const { status } = await fetch(path, { method: 'PUT', headers: OPERATOR_HEADERS, body: JSON.stringify(rules) })
  expect(status).toBe(200)
}

/** Signs in through the dialog. */
async function signIn(username: string): Promise<Page> {
  const { page } = await openPage(browser())
  await signInToImc(page, portal.url, username)
  return page
}

const SCREENS_PATH = toPath('imcScreens', { userId: NO_USER })

/** Opens an address as the administrator. The default shows the screens of subscription 004512. */
async function openAsAdministrator(path = SCREENS_PATH): Promise<Page> {
  const { page } = await openPage(browser(), { storageState: administrator })
  await page.goto(portal.url + path)
  return page
}

async function chooseProfile(page: Page) {
  // The table behind the dialog has a button with the same name.
  await page.getByRole('dialog').getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Operador dólar' }).click()
}

async function attachDocuments(page: Page) {
  for (const [i, label] of DOCUMENTS.entries())
    await getFileInput(page, label).setInputFiles(createPdf(`archivo-${i}.pdf`))
}

test('the list of packages includes the screens of an order after the operator approves it', async () => {
  const page = await openAsAdministrator('/imc/MisProductos')
  await page.getByRole('button', { name: 'Solicitar nuevo paquete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Solicitar Paquete' })
  await dialog.getByRole('radio', { name: /USD-PRO-10/ }).check()
  await dialog.getByLabel('Numero de paquetes a comprar').fill('2')
  await expect(dialog.getByText('TOTAL').locator('..')).toContainText('3.685.000', { useInnerText: true })
  const submit = dialog.getByRole('button', { name: /^Solicitar 2 paquetes, \$\s3\.685\.000\/mes$/ })
  // The second click of a double click does not confirm the review (D99).
  await submit.dblclick()
  await dialog.getByRole('heading', { name: 'Revise su solicitud' }).waitFor()
  await expect(dialog.getByText('Costo mensual con esta solicitud').locator('..')).toContainText('8.584.000')
  await checkLayout(page)
  await dialog.getByRole('button', { name: 'Volver' }).press('Enter')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Revise su solicitud' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Confirmar solicitud' }).click()
  const reference = await readNewestReference(page)
  await page.getByRole('list', { name: 'Seguimiento' }).getByText('En trámite').waitFor()
  await callOperator(operatorPaths.approve(reference))
  await page.getByRole('list', { name: 'Seguimiento' }).getByText('Aprobada', { exact: true }).waitFor()
  await page.goto(`${portal.url}/imc/MisProductos`)
  await expect(page.getByRole('row', { name: /USD-PRO-10/ })).toContainText(/\b40\b/, { useInnerText: true })
})

test('a retry sends only the failed document, and the timeline shows the refusal of the operator', async () => {
  const page = await openAsAdministrator()
  let uploads = 0
  let failures = 0
  const failUpload = async (route: Route) => {
    uploads += 1
    if (failures < 2 && route.request().url().includes('req-documento')) {
      failures += 1
      await route.abort('connectionreset')
    } else await route.continue()
  }
  await page.route('**/requisito/**', failUpload)
  await getScreenRow(page, 'P-07').getByRole('button', { name: 'Vincular' }).click()
  const dialog = page.getByRole('dialog', { name: 'Usuarios asignables' })
  await chooseProfile(page)
  await dialog.getByRole('radio', { name: 'César Augusto Niño' }).check()
  await attachDocuments(page)
  await dialog.getByLabel('Observación').fill('Reemplazo por vacaciones.')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('button', { name: 'Confirmar vinculación' }).click()
  // Without a connection the sequence stops, and a retry goes on from there (D85).
  const back = page.getByRole('button', { name: 'Volver al formulario' })
  await expect(page.getByRole('alertdialog', { name: 'Error!' })).toHaveAccessibleDescription(
    /Se envió archivo-0\.pdf\. No se enviaron archivo-1\.pdf y archivo-2\.pdf\./,
  )
  await back.click()
  const retry = dialog.getByRole('button', { name: 'Reintentar' })
  await retry.click()
  await back.click()
  expect(failures).toBe(2)
  await dialog.getByText(/ya está creada/).waitFor()
  await retry.click()
  const reference = await readNewestReference(page)
  expect(uploads).toBe(5)
  const timeline = page.getByRole('list', { name: 'Seguimiento' })
  await timeline.getByText('3 de 3 cargados.').waitFor()
  await callOperator(operatorPaths.refuse(reference), { motivo: 'La carta no está firmada.' })
  await timeline.getByText('La carta no está firmada.').waitFor()
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toContainText('Rechazada', {
    useInnerText: true,
  })
})

test('a person gets a free screen in six presses by pointer, and with the keyboard alone (D103)', async () => {
  const page = await openAsAdministrator(SCREENS.imcUsers.path)
  const dialog = page.getByRole('dialog', { name: 'Asignar pantalla' })
  const free = dialog.getByRole('radio', { name: /de la suscripción 004512$/ })
  let presses = 0
  const click = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  page.on('filechooser', (chooser) => chooser.setFiles(createPdf(`archivo-${presses}.pdf`)))
  const getAction = (name: string) => getRow(page, name).getByRole('button', { name: 'Asignar pantalla' })
  await click(getAction('César Augusto Niño'))
  await free.first().waitFor()
  // The press shows what is missing.
  await getButton(page, 'Enviar').click()
  await dialog.getByText('Elija una pantalla.').waitFor()
  await checkLayout(page)
  await click(free.first())
  for (const label of DOCUMENTS) {
    await click(getFileInput(page, label))
    await dialog.getByText(`archivo-${presses}.pdf`).waitFor()
  }
  await expect(dialog.getByRole('status').filter({ hasText: 'Así queda' })).toContainText('César Augusto Niño')
  await click(getButton(page, 'Enviar'))
  await readNewestReference(page)
  expect(presses).toBe(6)

  await page.goto(portal.url + SCREENS.imcUsers.path)
  await getAction('Iván Echavarría').focus()
  await page.keyboard.press('Enter')
  await free.first().waitFor()
  await tabTo(free.first())
  await page.keyboard.press('Space')
  for (const label of DOCUMENTS) {
    presses += 1
    await getFileInput(page, label).waitFor()
    await tabTo(getFileInput(page, label))
    await page.keyboard.press('Enter')
    await dialog.getByText(`archivo-${presses}.pdf`).waitFor()
  }
  await tabTo(getButton(page, 'Enviar'))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Solicitud S-/ })).toContainText('Iván Echavarría', {
    useInnerText: true,
  })
})

test('a user can change to another screen, and a screen can change to another user (D27)', async () => {
  const page = await openAsAdministrator()
  const assignedRows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Cambiar' }) })
  await assignedRows.first().getByRole('button', { name: 'Cambiar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambio de pantalla' })
  await dialog.getByRole('radio', { name: 'P-08' }).first().check()
  await attachDocuments(page)
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('button', { name: 'Confirmar cambio' }).click()
  await readNewestReference(page)
  await expect(page.locator('tbody tr').first()).toContainText('Cambio de pantalla')

  await page.goto(portal.url + SCREENS_PATH)
  await assignedRows.first().getByRole('button', { name: 'Cambiar' }).click()
  await dialog.getByText('Otro usuario para la misma pantalla').click()
  await dialog.getByRole('radio', { name: 'César Augusto Niño' }).check()
  await attachDocuments(page)
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('button', { name: 'Confirmar cambio' }).click()
  await readNewestReference(page)
  await expect(page.locator('tbody tr').first()).toContainText('Cambio de usuario')
})

test('releasing several screens reports a screen that already has a request', async () => {
  const page = await openAsAdministrator()
  const releasableRows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Desvincular' }) })
  await releasableRows.nth(2).waitFor()
  const names = await releasableRows.getByRole('rowheader').allInnerTexts()
  await releasableRows.first().getByRole('button', { name: 'Desvincular' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Si' }).click()
  await getScreenRow(page, names[0] ?? '')
    .getByRole('button', { name: 'Tramitando' })
    .waitFor()

  const [, second = '', third = ''] = names
  await page.getByRole('checkbox', { name: new RegExp(`Seleccionar ${second}`) }).check()
  await page.getByRole('checkbox', { name: new RegExp(`Seleccionar ${third}`) }).check()
  await page.getByRole('button', { name: 'Desvincular seleccionadas' }).click()
  // Another request of this administrator releases the second screen first.
  const firstReply = await page.request.post(`${portal.url}/api/imc/entidades/solicitud/liberar`, {
    headers: { origin: portal.url },
    data: {
      entidad_id: 'ent-andina',
      paquete_id: 'paq-usd-pro',
      numero: '004512',
      perfil_id: 'prf-operador',
      pantalla: second,
      administrador_id: 'usr-andina-admin',
    },
  })
  expect(firstReply.status()).toBe(200)
  const confirmation = page.getByRole('alertdialog')
  await confirmation.getByRole('button', { name: 'Si' }).click()
  await confirmation.getByText('1 de 2 solicitudes enviadas').waitFor()
  await expect(confirmation.getByRole('listitem').first()).toContainText('La pantalla ya tiene una solicitud en curso')
  await expect(confirmation.getByRole('listitem').last()).toContainText('Solicitud enviada')
})

test('a usuario can open the table of screens and has no controls to change data (D25)', async () => {
  const page = await signIn('operador')
  await page.getByRole('link', { name: 'Mis productos' }).click()
  await page.getByRole('row', { name: /USD-PRO-10/ }).waitFor()
  await expect(page.getByRole('button', { name: 'Solicitar nuevo paquete' })).toHaveCount(0)
  await openScreens(page)
  for (const name of ['Vincular', 'Desvincular', 'Cambiar']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
})

/** Checks the page at every width and theme, then restores the usual width. */
async function checkLayout(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the IMC pages are accessible in both themes, fit their width and do not scroll sideways', async () => {
  const page = await openAsAdministrator('/imc/MisProductos')
  const firstItem = page.locator('tbody th, main li b').first()
  for (const path of ['/imc/MisProductos', '/imc/Costos', '/imc/MisProductos/Detalles/paq-usd-pro', SCREENS_PATH]) {
    await page.goto(portal.url + path)
    await firstItem.waitFor()
    await expectMainFits(page)
    await checkLayout(page)
  }
  // The page opens with the timeline of a request.
  await page.goto(`${portal.url}/imc/MisSolicitudes`)
  await page.getByRole('list', { name: 'Seguimiento' }).waitFor()
  await checkLayout(page)
})

test('a card on a phone opens its detail by a tap anywhere, and by its one link with the keyboard (D98)', async () => {
  const page = await openAsAdministrator('/imc/MisUsuarios')
  await page.setViewportSize({ width: 390, height: 900 })
  const getCard = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const tapEdge = (text: string) => getCard(text).click({ position: { x: 150, y: 6 } })
  await getCard('Andrés Camilo Peñuela').getByRole('checkbox').check()
  await getCard('Andrés Camilo Peñuela').getByText('operador').click()
  await page.getByRole('heading', { level: 1, name: /^Pantallas de/ }).waitFor()

  await page.goto(`${portal.url}/imc/MisSolicitudes`)
  const request = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^S-/ }) })
  const link = request.first().getByRole('link', { name: /^S-/ })
  await expect(link).toHaveAttribute('aria-expanded', 'false')
  await request.first().click({ position: { x: 150, y: 6 } })
  await page.getByRole('list', { name: 'Seguimiento' }).waitFor()
  await expect(link).toHaveAttribute('aria-expanded', 'true')
  await expectNoViolations(page)
  await link.press('Enter')
  await expect(page.getByRole('list', { name: 'Seguimiento' })).toHaveCount(0)

  await page.goto(`${portal.url}/imc/MisProductos`)
  await tapEdge('USD-PRO-10')
  await page.getByRole('heading', { name: 'Suscripciones de USD-PRO-10' }).first().waitFor()
  await tapEdge('004512')
  await page.getByRole('heading', { level: 1, name: 'Pantallas de la suscripción 004512' }).waitFor()
})

test('the rows per page are in the address and stay in the browser (D98)', async () => {
  const page = await openAsAdministrator('/imc/MisUsuarios?filas=7')
  const field = page.getByRole('combobox', { name: 'Filas por página' })
  await expect(field).toHaveValue('40')
  await field.focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await expect.poll(() => new URL(page.url()).search).toBe('?filas=10')
  await expect(field).toBeFocused()
  await page.goto(`${portal.url}/imc/MisUsuarios`)
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await page.goto(`${portal.url}/imc/MisUsuarios?filas=100`)
  await expect(page.getByText('1–25 de 25 usuarios')).toBeVisible()
})

test('Costos starts with what is unused and leads to its package by keyboard (D97)', async () => {
  const page = await openAsAdministrator('/imc/Costos')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByText(/^\$.* de \$.* al mes no se usan \(\d+.%\)$/).waitFor()
  const link = page.getByRole('list', { name: 'Sin usar, por paquete' }).getByRole('link', { name: 'USD-PRO-10' })
  await expectMainFits(page)
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Suscripciones de USD-PRO-10' }).first().waitFor()
})

test('the arrow of a request is on the line of its reference on a phone', async () => {
  const page = await openAsAdministrator('/imc/MisSolicitudes')
  await page.setViewportSize({ width: 390, height: 900 })
  const reference = page.getByRole('main').getByRole('link', { name: /^S-/ }).first()
  await reference.waitFor()
  const measureDistance = () =>
    reference.evaluate((button) => {
      const range = document.createRange()
      range.selectNode(button.childNodes[0] as Node)
      const text = range.getBoundingClientRect()
      const arrow = (button.querySelector('svg') as SVGElement).getBoundingClientRect()
      return Math.abs((text.top + text.bottom - arrow.top - arrow.bottom) / 2)
    })
  await expect.poll(measureDistance).toBeLessThan(6)
})

test('the open dialogs are accessible in both themes and do not scroll sideways', async () => {
  const page = await openAsAdministrator('/imc/MisProductos')
  await page.getByRole('button', { name: 'Solicitar nuevo paquete' }).click()
  await page.getByRole('radio', { name: /USD-PRO-10/ }).waitFor()
  await checkLayout(page)
  await page.goto(portal.url + SCREENS_PATH)
  await getScreenRow(page, 'P-07').getByRole('button', { name: 'Vincular' }).click()
  const radio = page.getByRole('radio', { name: 'César Augusto Niño' })
  await radio.waitFor()
  // The press makes the dialog show its errors.
  await page.getByRole('button', { name: 'Enviar' }).click()
  await checkLayout(page)
  await radio.check()
  await chooseProfile(page)
  await attachDocuments(page)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('button', { name: 'Confirmar vinculación' }).waitFor()
  await checkLayout(page)
  await page.goto(portal.url + SCREENS_PATH)
  await page.getByRole('button', { name: 'Cambiar', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Cambio de pantalla' }).getByRole('radio', { name: 'P-08' }).first().waitFor()
  await checkLayout(page)
  await page.goto(portal.url + SCREENS_PATH)
  await page
    .getByRole('checkbox', { name: /^Seleccionar P-/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Desvincular seleccionadas' }).click()
  await page.getByRole('alertdialog').waitFor()
  await checkLayout(page)
})

test('an administrator gives a screen a last day by keyboard; Mis productos points at it (D108)', async () => {
  await changeRules({ vencimiento_pantallas: true })
  const page = await openAsAdministrator(SCREENS_PATH)
  const row = getScreenRow(page, 'P-05')
  await row.getByRole('button', { name: 'Sin fecha' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Fecha de vencimiento' })
  await expect(dialog.getByRole('textbox', { name: 'Último día' })).toBeFocused()
  const lastDay = addDays(toDate(Date.now()), 12)
  await page.keyboard.type(lastDay)
  await expectNoViolations(page, 'Fecha de vencimiento')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const chosen = row.getByRole('button', { name: formatShortDate(lastDay) })
  await expect(chosen).toBeFocused()
  await checkLayout(page)
  await expectMainFits(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('navigation', { name: 'Entidad' }).getByRole('link', { name: 'Mis productos' }).click()
  const link = page.getByRole('link', { name: /^P-05 de 004512, Andrés Camilo Peñuela/ })
  await expect(link).toBeVisible()
  await checkLayout(page)
  await link.click()
  await expect(getScreenRow(page, 'P-05')).toHaveAttribute('aria-current', 'true')
  await chosen.click()
  await getButton(page, 'Quitar fecha').click()
  await expect(row.getByRole('button', { name: 'Sin fecha' })).toBeVisible()
  await changeRules({ vencimiento_pantallas: false })
})

test('a yearly review keeps a screen by keyboard, takes it back, and releases one with one click (D110)', async () => {
  const month = Number(toDate(Date.now()).slice(5, 7))
  await changeRules({ revision_anual: true, mes_revision: month })
  const page = await openAsAdministrator('/imc/MisProductos')
  await page.getByRole('link', { name: 'Ver la revisión' }).click()
  await expect(page.getByText('Revisadas 0 de', { exact: false })).toBeVisible()
  const row = getRow(page, 'Andrés Camilo Peñuela')
  await row.getByRole('button', { name: 'Conservar' }).focus()
  await page.keyboard.press('Enter')
  const undo = row.getByRole('button', { name: 'Deshacer' })
  await expect(undo).toBeFocused()
  await expect(page.getByText('Revisadas 1 de', { exact: false })).toBeVisible()
  await expectMainFits(page)
  await checkLayout(page)
  await undo.click()
  await expect(row.getByRole('button', { name: 'Conservar' })).toBeVisible()
  await row.getByRole('button', { name: 'Desvincular' }).click()
  await expect(row).toContainText('Desvinculación solicitada')
  await expect(page.getByText('Revisadas 1 de', { exact: false })).toBeVisible()
  await changeRules({ revision_anual: false })
})
