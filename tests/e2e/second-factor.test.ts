import type { Page } from 'playwright-core'
import { beforeAll, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import {
  type IdentityPortal,
  logIn,
  passHumanCheck,
  startIdentityPortal,
  tryLogin,
} from '#tests/support/identity-portal.ts'
import { fillImcLogin, getRow, openImcLogin, signInToImc } from '#tests/support/imc-pages.ts'
import { toOneTimeCode } from '#tests/support/one-time-codes.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { getButton } from '#tests/support/portal-page.ts'

const STEP_MS = 30_000

let portal: IdentityPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startIdentityPortal('localhost')
})

/** Chooses an action of the user's menu with the keyboard. */
async function chooseFromMenu(page: Page, name: string) {
  await page.getByRole('button', { name: /^Menú de/ }).press('Enter')
  await page.getByRole('menuitem', { name }).press('Enter')
}

async function signOut(page: Page) {
  await chooseFromMenu(page, 'Cerrar Sesión')
  await expect(page).toHaveURL(/\/imc\/login$/)
  await expect(getButton(page, 'Iniciar Sesión')).toBeVisible()
}

const getCode = (page: Page) => page.getByLabel('Código de verificación')

/** Sets the factor up with the keyboard. Returns its secret and its recovery codes. */
async function setUp(page: Page) {
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())?.replaceAll(' ', '') ?? ''
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await getCode(page).fill(toOneTimeCode(secret, Date.now()))
  await getCode(page).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: /^[A-Z2-9]{4}-/ })).toHaveCount(10)
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-9]{4}-/ })
    .allTextContents()
  await expectAccessible(page)
  await getButton(page, 'Ya los guardé').press('Enter')
  return { secret, codes }
}

test('an administrator sets the second factor up and signs in with it, by keyboard alone (D93)', async () => {
  const { page, complaints } = await openPage(browser())
  await signInToImc(page, portal.url, 'admin')
  await chooseFromMenu(page, 'Verificación en dos pasos')
  await expect(page.getByRole('heading', { level: 1, name: 'Verificación en dos pasos' })).toBeVisible()
  const { secret, codes } = await setUp(page)
  await expect(page.getByText('Activa', { exact: true })).toBeVisible()
  await expect(page.getByText('Códigos de recuperación sin usar: 10')).toBeVisible()
  await expectAccessible(page)

  await signOut(page)
  await openImcLogin(page, portal.url)
  await fillImcLogin(page, 'admin')
  await expect(getCode(page)).toBeFocused()
  await expect(getCode(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Escriba los 6 dígitos del código')).toBeVisible()
  // The code of the step before the set-up: it cannot be right any more.
  await getCode(page).fill(toOneTimeCode(secret, Date.now() - STEP_MS))
  await page.keyboard.press('Enter')
  await expect(page.getByText('El código no es correcto. Le quedan 4 intentos antes de una pausa.')).toBeVisible()
  const code = toOneTimeCode(secret, Date.now() + STEP_MS)
  await getCode(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(getRow(page, 'César Augusto Niño')).toBeVisible()

  await signOut(page)
  await openImcLogin(page, portal.url)
  await fillImcLogin(page, 'admin')
  await getButton(page, 'Usar un código de recuperación').press('Enter')
  await expect(page.getByLabel('Código de recuperación')).toBeFocused()
  await page.keyboard.type(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(getRow(page, 'César Augusto Niño')).toBeVisible()

  await chooseFromMenu(page, 'Verificación en dos pasos')
  await expect(page.getByText('Códigos de recuperación sin usar: 9')).toBeVisible()
  await getButton(page, 'Desactivar').press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await getButton(page, 'Usar un código de recuperación').press('Enter')
  await dialog.getByLabel('Código de recuperación').fill(codes[1] ?? '')
  await expectAccessible(page)
  await dialog.getByLabel('Código de recuperación').press('Enter')
  await expect(getButton(page, 'Configurar')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(complaints).toEqual([])
})

/** Adds a device with passkeys to the page. It answers at once. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  // A browser has one such device; the page stays open for the next test.
  onTestFinished(async () => {
    await session.send('WebAuthn.disable')
  })
  return {
    /** Whether the user passes the check of the device. */
    verifyUser: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether the device waits for a touch that does not come. */
    wait: (isWaiting: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: !isWaiting }),
  }
}

const getPasskeys = (page: Page) => page.getByRole('region', { name: 'Llaves de acceso' })
const getPasskeyButton = (page: Page) => getButton(page, 'Usar llave de acceso')

test('an administrator adds a passkey and signs in with it, by keyboard alone (D96)', async () => {
  const { page, complaints } = await openPage(browser())
  const device = await addDevice(page)
  await signInToImc(page, portal.url, 'admin')
  await chooseFromMenu(page, 'Verificación en dos pasos')
  await getButton(page, 'Agregar llave de acceso').press('Enter')
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Escriba un nombre para la llave de acceso')).toBeVisible()
  await page.keyboard.type('Portátil de la oficina')
  await page.keyboard.press('Tab')
  await page.keyboard.type('otra clave')
  await page.keyboard.press('Enter')
  await expect(page.getByText('La contraseña no es correcta.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Códigos de recuperación' })).toBeFocused()
  const codes = page.getByRole('listitem').filter({ hasText: /^[A-Z2-9]{4}-/ })
  await expect(codes).toHaveCount(10)
  await getButton(page, 'Ya los guardé').press('Enter')
  await expect(getPasskeys(page).getByText('Portátil de la oficina')).toBeVisible()
  await expect(getPasskeys(page).getByText('Es su única forma de verificación')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await signOut(page)
  await openImcLogin(page, portal.url)
  await fillImcLogin(page, 'admin')
  await expect(getPasskeyButton(page)).toBeFocused()
  await expectAccessible(page)
  await device.wait(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Siga las indicaciones de su navegador')).toBeVisible()
  await getButton(page, 'Cancelar').press('Enter')
  await expect(getPasskeyButton(page)).toBeFocused()
  await device.wait(false)
  await device.verifyUser(false)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No se usó la llave de acceso/)).toBeVisible()
  await expect(getButton(page, 'Usar un código de recuperación')).toBeVisible()
  await device.verifyUser(true)
  await getPasskeyButton(page).press('Enter')
  await expect(getRow(page, 'César Augusto Niño')).toBeVisible()

  await chooseFromMenu(page, 'Verificación en dos pasos')
  await getButton(page, 'Desactivar').press('Enter')
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(getButton(page, 'Desactivar')).toHaveCount(0)
  await expect(getPasskeys(page).getByText('Portátil de la oficina')).toHaveCount(0)
  // The browser reports the wrong password, too.
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test('a client adds, names and removes a passkey, and signs in with it, by pointer (D96)', async () => {
  const username = await portal.addClient('demo')
  const { page, complaints } = await openPage(browser())
  await addDevice(page)
  await logIn(page, portal.url, username)
  await page.goto(`${portal.url}/dashboard/seguridad/`)
  await setUp(page)
  await getButton(page, 'Agregar llave de acceso').click()
  await page.getByLabel('Nombre', { exact: true }).fill('Casa')
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await getButton(page, 'Agregar').click()
  await expect(page.getByText('Llave de acceso agregada.')).toBeVisible()
  await getButton(page, 'Agregar llave de acceso').click()
  await page.getByLabel('Nombre', { exact: true }).fill('Casa otra vez')
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await getButton(page, 'Agregar').click()
  await expect(page.getByText('Este dispositivo ya tiene una llave de acceso de su cuenta.')).toBeVisible()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Casa otra vez')
  await getButton(page, 'Cancelar').click()

  await getButton(page, 'Cerrar sesión').click()
  await page.goto(`${portal.url}/auth/login/`)
  await tryLogin(page, username)
  await getPasskeyButton(page).click()
  await expect(page).toHaveURL(/\/dashboard\/$/)

  await page.goto(`${portal.url}/dashboard/seguridad/`)
  await getButton(page, 'Cambiar nombre de Casa').click()
  await page.getByLabel('Nombre', { exact: true }).fill('Teléfono')
  await getButton(page, 'Guardar').click()
  await expect(page.getByText('Nombre cambiado.')).toBeVisible()
  await getButton(page, 'Quitar Teléfono').click()
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD)
  await getButton(page, 'Quitar').click()
  await expect(page.getByText('Llave de acceso quitada.')).toBeVisible()
  await expect(getPasskeys(page).getByRole('listitem')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a client signs in with password and code, and back to the password (D93)', async () => {
  const username = await portal.addClient('demo')
  const { page, complaints } = await openPage(browser())
  await logIn(page, portal.url, username)
  await page.goto(`${portal.url}/dashboard/seguridad/`)
  const { secret } = await setUp(page)
  await expect(page.getByText('Activa', { exact: true })).toBeVisible()
  await getButton(page, 'Cerrar sesión').click()
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
  await page.goto(`${portal.url}/auth/login/`)
  await tryLogin(page, username)
  await expect(getCode(page)).toBeFocused()
  await expectAccessible(page)
  await getButton(page, 'Volver a la contraseña').press('Enter')
  await expect(page.getByLabel('Usuario')).toHaveValue(username)
  await passHumanCheck(page)
  await getButton(page, 'Iniciar sesión').click()
  await getCode(page).fill(toOneTimeCode(secret, Date.now() + STEP_MS))
  await getCode(page).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/$/)
  expect(complaints).toEqual([])
})

test('a user whose entity requires the factor sets it up before anything else (D94)', async () => {
  await portal.requireFactor('ANDINA')
  const { page, complaints } = await openPage(browser())
  await openImcLogin(page, portal.url)
  await fillImcLogin(page, 'operador')
  await expect(page.getByRole('heading', { level: 1, name: 'Active la verificación en dos pasos' })).toBeVisible()
  await page.goto(`${portal.url}/imc/MisUsuarios`)
  await expect(page).toHaveURL(/\/imc\/login$/)
  await getButton(page, 'Iniciar Sesión').click()
  await fillImcLogin(page, 'operador')
  await expect(page.getByRole('heading', { level: 1, name: 'Active la verificación en dos pasos' })).toBeVisible()
  await setUp(page)
  await expect(getRow(page, 'César Augusto Niño')).toBeVisible()
  expect(complaints).toEqual([])
})
