import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { expect, openPage, releasePage, type StorageState } from '#tests/support/browser.ts'
import { type IdentityPortal, readLocalStorage, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { fillImcLogin, getRow, openImcLogin, signInToImc } from '#tests/support/imc-pages.ts'
import {
  expectAccessible,
  expectMainFits,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '#tests/support/page-checks.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { getButton, readPath, readQuery } from '#tests/support/portal-page.ts'

let portal: IdentityPortal
let administrator: StorageState
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startIdentityPortal()
  const { page } = await signIn('admin')
  administrator = await page.context().storageState()
  await releasePage(browser(), page)
})

/** A PDF by its first bytes, because the service checks the content (D29). */
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const CONTRACT = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: PDF }

/** A new administrator, whose contract is pending. */
const SECOND_ADMINISTRATOR = {
  nombre: 'Gloria Patiño Sáenz',
  usr_name: 'gpatino',
  email_address: 'gpatino@andina.example',
  rolename: 'administrador',
  tipo_doc: 'CC',
  idoc_numero: '1020304888',
  es_activo: true,
  es_exento: false,
}

const getRowButton = (page: Page, name: string, action: string) =>
  getRow(page, name).getByRole('button', { name: action, exact: true })

/** Signs in and waits for Mis usuarios. */
async function signIn(username: string) {
  const opened = await openPage(browser())
  await signInToImc(opened.page, portal.url, username)
  return opened
}

/** Opens Mis usuarios with the administrator's shared session. */
async function openUsers() {
  const opened = await openPage(browser(), { storageState: administrator })
  await opened.page.goto(`${portal.url}/imc/MisUsuarios`)
  await getRow(opened.page, 'César Augusto Niño').waitFor()
  return opened
}

test('the list of users is accessible in both themes and does not scroll sideways', async () => {
  const { page, complaints } = await openUsers()
  await expectAccessible(page)
  await expectMainFits(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('checkbox', { name: 'Seleccionar César Augusto Niño' }).check()
  await getButton(page, 'Desactivar seleccionados').click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

test('the column heads of a list, and title and buttons of a tall dialog, stay in view (D98)', async () => {
  const { page } = await openUsers()
  const heading = page.getByRole('columnheader', { name: 'Nombre' })
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 500 })
    await page.evaluate(() => window.scrollTo(0, 600))
    await expect(heading).toBeInViewport({ ratio: 1 })
    // What is under the head is not drawn over it.
    await expect
      .poll(() =>
        heading.evaluate((cell) => cell.contains(document.elementFromPoint(cell.getBoundingClientRect().x + 6, 6))),
      )
      .toBe(true)
  }
  await page.setViewportSize({ width: 390, height: 600 })
  await getButton(page, 'Crear Nuevo Usuario').click()
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await getButton(page, 'Guardar').click()
  await dialog.getByText('El rol es obligatorio').waitFor()
  for (const field of ['Teléfono', 'Nombre de usuario']) {
    await dialog.getByLabel(field).focus()
    await expect(dialog.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    await expect(getButton(page, 'Guardar')).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByLabel(field)).toBeInViewport({ ratio: 1 })
  }
  // On a wide page the dialog has a margin, which scrolls away.
  await page.setViewportSize({ width: 1440, height: 500 })
  await dialog.getByLabel('Cargo').focus()
  await dialog.getByLabel('Cargo').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await expect.poll(async () => (await page.locator('.dialog-head').boundingBox())?.y).toBe(0)
})

test('the open dialogs, the menu and the drawer are accessible in both themes', async () => {
  const { page } = await openUsers()
  const created = await page.request.post(`${portal.url}/api/imc/usuarios`, {
    headers: { origin: portal.url, 'idempotency-key': randomUUID() },
    data: { ...SECOND_ADMINISTRATOR, entidad_id: 'ent-andina', administrador_id: 'usr-andina-admin' },
  })
  expect(created.ok()).toBe(true)
  await page.reload()
  const checkAccessible = async () => {
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await getRowButton(page, 'Iván Echavarría', 'Editar').click()
  await page.getByRole('dialog', { name: 'Editar usuario' }).getByLabel('Cargo').waitFor()
  await checkAccessible()
  await page.keyboard.press('Escape')
  await getRowButton(page, 'César Augusto Niño', 'Desactivar').click()
  await page.getByRole('alertdialog').waitFor()
  await checkAccessible()
  await page.keyboard.press('Escape')
  await getRowButton(page, SECOND_ADMINISTRATOR.nombre, 'Cargar contrato').click()
  await page.getByRole('dialog').waitFor()
  await checkAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).waitFor()
  await checkAccessible()
  await page.keyboard.press('Escape')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 900 })
    await getButton(page, 'Abrir menú').click()
    await page.getByRole('dialog').getByRole('link', { name: 'Mis productos' }).waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

test('a changed form asks before it closes, by keyboard and by pointer (D105)', async () => {
  const { page } = await openUsers()
  const edit = getRowButton(page, 'César Augusto Niño', 'Editar')
  const dialog = page.getByRole('dialog', { name: 'Editar usuario' })
  const question = page.getByRole('alertdialog', { name: '¿Descartar los cambios?' })
  const position = dialog.getByLabel('Cargo')
  await edit.press('Enter')
  await position.waitFor()
  const before = await position.inputValue()
  await position.fill('Jefa de mesa')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(position).toBeFocused()
  await page.goBack()
  await question.getByRole('button', { name: 'Seguir editando' }).press('Enter')
  await expect(position).toHaveValue('Jefa de mesa')
  expect(readPath(page)).toBe('/imc/MisUsuarios')
  await expect(position).toHaveValue('Jefa de mesa')
  await position.fill(before)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(edit).toBeFocused()

  await edit.click()
  await position.fill('Jefa de mesa')
  await page.mouse.click(20, 450)
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(position).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await question.waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog).toHaveCount(0)
})

test('the search opens with its keys, is accessible, and marks what it finds (D107)', async () => {
  const { page, complaints } = await openUsers()
  const dialog = page.getByRole('dialog', { name: 'Buscar' })
  const field = dialog.getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.fill('usd-pro')
  await dialog.getByRole('group', { name: /^Pantallas, 5 de/ }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await field.fill('P-07 004538')
  await expect(dialog.getByRole('option').first()).toHaveAttribute('data-focus')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'P-07', exact: true }) })
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('004538')
  await expect(page.getByRole('main')).toBeFocused()
  // Tab leaves the field without following the active option.
  await getButton(page, 'Buscar').click()
  await field.fill('césar')
  const person = dialog.getByRole('option', { name: /César Augusto Niño/ }).first()
  await person.waitFor()
  await page.keyboard.press('Tab')
  await expect(dialog).toBeVisible()
  await expect(field).toHaveValue('césar')
  await person.click()
  await expect(getRow(page, 'César Augusto Niño')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Meta+k')
  await field.fill('crear')
  await expect(dialog.getByRole('option').first()).toHaveAttribute('data-focus')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Crear Nuevo Usuario' }).getByLabel('Nombre de usuario').waitFor()
  await page.keyboard.press('Control+k')
  await expect(dialog).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('the printed list of users has no controls (D71)', async () => {
  const { page } = await openUsers()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'Nombre' })).toBeVisible()
  for (const control of [
    page.getByRole('columnheader', { name: 'Acción' }),
    page.getByRole('checkbox').first(),
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'Página siguiente' }),
  ])
    await expect(control).toBeHidden()
})

test('the Desactivar button of a user with a screen is disabled and shows the reason', async () => {
  const { page } = await openUsers()
  const disabledButton = getRowButton(page, 'Andrés Camilo Peñuela', 'Desactivar')
  await expect(disabledButton).toHaveAttribute('aria-disabled', 'true')
  await expect(disabledButton).toHaveAccessibleDescription('Andrés Camilo Peñuela Desvincule primero su pantalla.')
  await disabledButton.click({ force: true })
  await page.locator('.pinned-notice').getByText('Desvincule primero su pantalla.').waitFor()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test.each([
  ['top', 0],
  ['bottom', 100_000],
])('a notice about a row is in view at the %s of the page and moves no row', async (_position, scrollTop) => {
  const { page } = await openUsers()
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.evaluate((top) => window.scrollTo(0, top), scrollTop)
  const table = page.getByRole('table')
  const before = await table.boundingBox()
  // By keyboard: a press with the mouse would scroll the button into view.
  await getRowButton(page, 'Andrés Camilo Peñuela', 'Desactivar').evaluate((button: HTMLElement) => button.click())
  const notice = page.locator('.pinned-notice').filter({ hasText: 'Desvincule primero su pantalla.' })
  await expect(notice).toContainText('Andrés Camilo Peñuela')
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect.poll(() => table.boundingBox()).toEqual(before)
})

test('the failed contract upload of a new administrator can be retried', async () => {
  const { page } = await openUsers()
  let failuresLeft = 1
  await page.route('**/contrato', (route) => {
    failuresLeft -= 1
    return failuresLeft >= 0 ? route.abort() : route.continue()
  })
  await getButton(page, 'Crear Nuevo Usuario').click()
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Usuario' })
  await dialog.getByRole('radio', { name: 'administrador' }).check()
  await dialog.getByLabel('Nombre de usuario').fill('mrojas')
  await dialog.getByLabel('Correo electrónico').fill('mrojas@andina.example')
  await dialog.getByLabel('Documento', { exact: true }).fill('1020304999')
  await dialog.getByLabel('Nombre', { exact: true }).fill('Marta Rojas Gil')
  await getButton(page, 'Guardar').click()
  await dialog.getByText('Por favor, seleccione un archivo antes de cargar.').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.locator('input[type=file]').setInputFiles(CONTRACT)
  await getButton(page, 'Guardar').click()
  await dialog.getByText('Ha ocurrido un error al cargar el contrato.').waitFor()
  await dialog.getByRole('button', { name: 'Reintentar' }).last().click()
  await page.getByText('Genial, los datos han sido registrados exitosamente.').waitFor()
  await getRow(page, 'Marta Rojas Gil').waitFor()
  await expect(getRow(page, 'Marta Rojas Gil').getByText('Pendiente de contrato')).toHaveCount(0)
})

test('the audit shows the edit of a user', async () => {
  const { page } = await openUsers()
  await getRowButton(page, 'Iván Echavarría', 'Editar').click()
  const dialog = page.getByRole('dialog', { name: 'Editar usuario' })
  await dialog.getByLabel('Cargo').fill('Jefe de mesa')
  await getButton(page, 'Guardar').click()
  await page.getByText('Los datos han sido editados').waitFor()
  await page.getByRole('link', { name: 'Auditoría' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'Editó un usuario' })
    .filter({ hasText: '→ Jefe de mesa' })
    .first()
    .waitFor()
  await expect(page.getByRole('row').filter({ hasText: 'Inició sesión' })).toHaveCount(0)
  await expectAccessible(page)
  await expectMainFits(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Acción' }).click()
  await page.getByRole('option', { name: 'Inició sesión' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Editó un usuario' })).toHaveCount(0)
  await expect.poll(() => readQuery(page)).toBe('?accion=signed-in')
  await expect(page.getByRole('radio', { name: 'Ingresos' })).toBeChecked()
  await page.getByRole('radio', { name: 'Ingresos' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => readQuery(page)).toBe('?tipo=todo&accion=signed-in')
  await page.getByRole('radio', { name: 'Cambios' }).check()
  await page.getByRole('row').filter({ hasText: 'Editó un usuario' }).first().waitFor()
  await expect.poll(() => readQuery(page)).toBe('')
})

test('one confirmation for two users deactivates only the user without a screen', async () => {
  const { page } = await openUsers()
  for (const name of ['César Augusto Niño', 'Andrés Camilo Peñuela']) {
    await page.getByRole('checkbox', { name: `Seleccionar ${name}` }).check()
  }
  await getButton(page, 'Desactivar seleccionados').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Desvincule primero su pantalla.').waitFor()
  await dialog.getByRole('button', { name: 'Desactivar' }).click()
  await dialog.getByText('Hecho').waitFor()
  await dialog.getByRole('button', { name: 'Terminar' }).click()
  await page.getByText('1 usuario desactivado, 1 sin cambio').waitFor()
  await getRowButton(page, 'César Augusto Niño', 'Activar').click()
  await page.getByText('Estás a punto de activar al usuario César Augusto Niño').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activar' }).click()
  await page.getByText('Usuario activado con exito.').waitFor()
  await getRowButton(page, 'César Augusto Niño', 'Desactivar').waitFor()
})

test('a usuario cannot change the list of users or read the audit', async () => {
  const { page } = await signIn('operador')
  await expect(getButton(page, 'Crear Nuevo Usuario')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Editar|Activar|Desactivar/ })).toHaveCount(0)
  await page.goto(`${portal.url}/imc/Auditoria`)
  await page.getByText('Solo los administradores ven la auditoría.').waitFor()
})

test('a login with an initial password stores no session before the user changes the password', async () => {
  const { page } = await openPage(browser())
  await openImcLogin(page, portal.url)
  await fillImcLogin(page, 'nuevo')
  await page.getByLabel('Nueva contraseña').waitFor()
  await expect.poll(() => readPath(page)).toBe('/imc/ChangePassword/usr-andina-nuevo')
  await expect.poll(() => readLocalStorage(page)).toEqual({})
  await expectAccessible(page)
  await page.getByLabel('Nueva contraseña').fill('corta')
  await page.getByLabel('Repetir contraseña').fill('corta')
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByText('Contraseña muy Corta').waitFor()
  await page.getByLabel('Nueva contraseña').fill('Nueva#Clave2026')
  await page.getByLabel('Repetir contraseña').fill('Nueva#Clave2026')
  await getButton(page, 'Cambiar contraseña').click()
  await getRow(page, 'César Augusto Niño').waitFor()
  await expect.poll(() => readLocalStorage(page)).toMatchObject({ entidadId: 'ent-andina', id_usr: 'usr-andina-nuevo' })
})

test('Cerrar Sesión clears all local storage and ends the session at the service', async () => {
  const { page } = await signIn('admin')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await getButton(page, 'Iniciar Sesión').waitFor()
  await expect.poll(() => readLocalStorage(page)).toEqual({})
  await expect.poll(() => page.evaluate(async () => (await fetch('/api/imc/usuarios/session')).status)).toBe(401)
})

test('a session without a cookie redirects to the login with a notice', async () => {
  const { page } = await openUsers()
  await page.context().clearCookies()
  await page.reload()
  await page.getByRole('region', { name: 'Aviso de sesión' }).waitFor()
  await expect.poll(() => readPath(page)).toBe('/imc/login')
})

test('a CSV file of users is checked, created by keyboard alone, and its rejected row comes back (D91)', async () => {
  const { page, complaints } = await openUsers()
  await getButton(page, 'Cargar CSV').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cargar CSV' })
  const input = dialog.getByLabel('Archivo', { exact: true }).and(dialog.locator('input'))
  await expect(input).toBeFocused()
  const rows = [
    'Nombre,Rol,Tipo de documento,Documento,Correo electrónico',
    'Íngrid Ñáñez Peña,usuario,CC,1020309001,inanez@andina.example',
    '=HOY(),usuario,CC,1020309002,',
    'Sin Documento,usuario,CC,x,',
  ]
  const files = { name: 'personas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n'), 'latin1') }
  await input.setInputFiles(files)
  await expect(dialog.getByRole('status').filter({ hasText: '2 correctos, 1 rechazado' })).toBeVisible()
  await expect(dialog.getByText('Windows-1252, separado por comas.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /4 Sin Documento Rechazado Documento: El campo sólo/ })).toBeVisible()
  await expect(getButton(page, 'Crear los 2 correctos')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 usuarios creados, 1 rechazado')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /2 Íngrid Ñáñez Peña Creado: inanez/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    getButton(page, 'Descargar rechazados').press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^usuarios-rechazados-/)
  await page.keyboard.press('Escape')
  await expect(getButton(page, 'Cargar CSV')).toBeFocused()
  await expect(getRow(page, 'Íngrid Ñáñez Peña')).toBeVisible()
  await getButton(page, 'Cargar CSV').click()
  await input.setInputFiles(files)
  await expect(dialog.getByText('0 correctos, 1 rechazado, 2 ya existen')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a view is saved, opened from the menu and deleted by keyboard, with its columns in the address (D92)', async () => {
  const { page, complaints } = await openUsers()
  const choose = async (item: string, ...keys: readonly string[]) => {
    await getButton(page, 'Vistas').press('Enter')
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible()
    for (const key of [...keys, 'Enter']) await page.keyboard.press(key)
  }
  await page.getByRole('radio', { name: 'Inactivos' }).press('Space')
  await choose('Elegir columnas', 'End')
  await page.getByRole('checkbox', { name: 'Contingencia' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Contingencia' })).toBeHidden()
  await choose('Guardar vista', 'Home')
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' })
  await dialog.getByLabel('Nombre').fill('Por revisar')
  await dialog.getByLabel('Para toda la entidad').press('Space')
  await expectAccessible(page)
  await dialog.getByLabel('Nombre').press('Enter')
  await expect(dialog).toBeHidden()
  await page.goto(`${portal.url}/imc/MisUsuarios`)
  await expect(page.getByRole('columnheader', { name: 'Contingencia' })).toBeVisible()
  await choose('Por revisar (entidad)', 'Home')
  await expect(page.getByRole('columnheader', { name: 'Contingencia' })).toBeHidden()
  await expect(page).toHaveURL(/estado=inactivos/)
  await expect(page).toHaveURL(/ocultas=contingencia/)
  await choose('Administrar vistas', 'End', 'ArrowUp')
  await expect(getButton(page, 'Eliminar Por revisar')).toBeVisible()
  await expectAccessible(page)
  await getButton(page, 'Eliminar Por revisar').press('Enter')
  await expect(page.getByText('Aún no hay vistas guardadas.')).toBeVisible()
  expect(complaints).toEqual([])
})
