import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { addDays, HOUR_MS, toDate } from '#src/domain/time/bogota.ts'
import { expect, openPage, stopClock } from '#tests/support/browser.ts'
import {
  type IdentityPortal,
  logIn,
  passHumanCheck,
  readLocalStorage,
  startIdentityPortal,
  tryLogin,
} from '#tests/support/identity-portal.ts'
import { expectAccessible, expectNoSidewaysScroll, expectNoViolations } from '#tests/support/page-checks.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { getButton, readPath } from '#tests/support/portal-page.ts'
import { fillRegistration, VALID_FIELDS } from '#tests/support/registration-pages.ts'

const NEW_PASSWORD = 'Orquidea¡2026marzo'

let portal: IdentityPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startIdentityPortal()
})

/** Opens a page at a path with empty storage. */
async function openAt(path: string, options: Parameters<typeof openPage>[1] = {}, target = portal) {
  const tab = await openPage(browser(), options)
  await tab.page.goto(target.url + path)
  return tab
}

const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión', exact: true })

/**
 * Signs out and waits for the login link. A page that opens before the link appears would still
 * find the session.
 */
async function signOut(page: Page) {
  await getButton(page, 'Cerrar sesión').click()
  await signInLink(page).waitFor()
}

/** Polls the local storage. */
const expectLocalStorage = (page: Page) => expect.poll(() => readLocalStorage(page))

test.each([
  ['an unknown status', { status: 200, json: { status: 'RARO' } }, 'Ha ocurrido un error, por favor intenta más tarde'],
  ['too many attempts', { status: 429, json: { message: 'Espere 60 segundos.' } }, 'Espere 60 segundos.'],
])('a login reply with %s shows an error and allows another attempt', async (_case, reply, message) => {
  const { page } = await openAt('/auth/login/')
  await page.route('**/users/login', (route) => route.fulfill(reply))
  await tryLogin(page, 'demodos')
  await page.getByRole('group', { name: message }).waitFor()
  await page.unroute('**/users/login')
  await passHumanCheck(page)
  await getButton(page, 'Iniciar sesión').click()
  await getButton(page, 'Cerrar sesión').waitFor()
  await signOut(page)
})

test('the login form validates on blur and on submit and a double click submits once', async () => {
  const { page } = await openAt('/auth/login/')
  const [username, password] = [page.getByLabel('Usuario'), page.getByLabel('Contraseña', { exact: true })]
  await username.fill('de mo')
  await username.blur()
  await page.getByText('El campo no debe contener caracteres especiales').waitFor()
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await username.fill('demodos')
  await expect(page.getByText('El campo no debe contener')).toHaveCount(0)
  await passHumanCheck(page)
  await getButton(page, 'Iniciar sesión').click()
  await page.getByText('Por favor digite una contraseña').waitFor()
  await expect(password).toBeFocused()

  let requests = 0
  await page.route('**/users/login', (route) => {
    requests += 1
    return route.fulfill({ json: { status: 'INVALID' } })
  })
  await password.fill('x')
  await getButton(page, 'Iniciar sesión').dblclick()
  await page.getByText('Usuario/Contraseña incorrectos').waitFor()
  expect(requests).toBe(1)
})

test('pending terms block the session until they are accepted, also after a failed request', async () => {
  const username = await portal.addClient('demoterminos')
  const { page } = await openAt('/auth/login/')
  await tryLogin(page, username)
  const dialog = page.getByRole('dialog', { name: 'Términos y condiciones' })
  await dialog.waitFor()
  await expectLocalStorage(page).toEqual({})
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  // A closing dialog would be removed by the second frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)

  await page.route('**/user/terminos', (route) => route.abort())
  await getButton(page, 'Aceptar').click()
  await dialog.getByText('No pudimos registrar su aceptación.').waitFor()
  await expectLocalStorage(page).toEqual({})
  await page.unroute('**/user/terminos')
  await getButton(page, 'Reintentar').click()
  await page.getByRole('link', { name: 'Andrés Quintero' }).waitFor()
  await expect.poll(() => readPath(page)).toBe('/dashboard/')
  await expect(dialog).toHaveCount(0)
})

test('rejecting the terms shows a message, stores nothing and reloads the page after 3 seconds', async () => {
  const username = await portal.addClient('demoterminos')
  const { page } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  await page.goto(`${portal.url}/auth/login/`)
  await tryLogin(page, username)
  await getButton(page, 'Rechazar').waitFor()
  await page.evaluate(() => document.body.setAttribute('data-old', ''))
  await stopClock(page)
  await getButton(page, 'Rechazar').click()
  await page.getByText('¡Debes aceptar los terminos y condiciones para continuar!').waitFor()
  await page.clock.runFor(2_900)
  await expect(page.locator('body[data-old]')).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(page.locator('body[data-old]')).toHaveCount(0)
  await page.clock.resume()
  await page.getByLabel('Usuario').waitFor()
  await expectLocalStorage(page).toEqual({})
  await tryLogin(page, username)
  await page.getByRole('dialog', { name: 'Términos y condiciones' }).waitFor()
})

test('an expired password blocks every dashboard address until a new password is set', async () => {
  const username = await portal.addClient('demovencida')
  const { page } = await openAt('/auth/login/')
  await tryLogin(page, username)
  await page.getByRole('heading', { name: 'Tu contraseña ha expirado' }).waitFor()
  for (const path of ['/dashboard/', '/dashboard/spot/', '/DASHBOARD', '/dashboard/nada/']) {
    await page.goto(portal.url + path)
    await page.getByRole('heading', { name: 'Tu contraseña ha expirado' }).waitFor()
    await expect.poll(() => readPath(page)).toBe('/auth/change-contrasena/')
  }
  const [newPassword, repetition] = [page.getByLabel('Nueva contraseña'), page.getByLabel('Repetir contraseña')]
  await getButton(page, 'Cambiar contraseña').click()
  await expect(page.getByText('Campo Vacío')).toHaveCount(2)
  await expect(newPassword).toBeFocused()
  for (const [typedPassword, typedRepetition, message, strength] of [
    ['Corta#1', 'Corta#1', 'La contraseña no puede ser menor de 12 caracteres', 'Corta'],
    ['Orquidea#2026', 'Orquidea#2027', 'Contraseñas Incompatibles', 'Media'],
    ['Orquidea#2026 ñ', 'Orquidea#2026 ñ', 'Caracteres no válidos', 'Media'],
    ['Orquidea2026marzo', 'Orquidea2026marzo', 'Falta Caracter Especial', 'Larga'],
    ['orquidea#2026-marzo', 'orquidea#2026-marzo', 'Caracteres no válidos', 'Segura'],
    ['orquidea#2026marzo', 'orquidea#2026marzo', 'Falta una letra mayúscula', 'Segura'],
  ] as const) {
    await newPassword.fill(typedPassword)
    await repetition.fill(typedRepetition)
    await getButton(page, 'Cambiar contraseña').click()
    await page.getByText(message, { exact: true }).waitFor()
    const meter = page.getByRole('meter', { name: 'Seguridad de la contraseña' })
    await expect(meter).toHaveAttribute('aria-valuetext', strength)
  }
  await newPassword.fill(NEW_PASSWORD)
  await repetition.fill(NEW_PASSWORD)
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByText('En tiempo real', { exact: true }).waitFor()
  // The last guarded address that the client requested (D69): `/dashboard/nada/` has no screen.
  await expect.poll(() => readPath(page)).toBe('/DASHBOARD')
  await expectLocalStorage(page).toMatchObject({ key_expired: 'false' })
  await signOut(page)
  await logIn(page, portal.url, username, NEW_PASSWORD)
  await expect.poll(() => readPath(page)).toBe('/dashboard/')
})

test('the expired password page redirects to the login without a session', async () => {
  const { page } = await openAt('/auth/change-contrasena/')
  await page.getByRole('heading', { name: 'Inicie sesión' }).waitFor()
  await expect.poll(() => readPath(page)).toBe('/auth/login/')
})

const RECOVERY_SENT = 'Hemos enviado a tu correo electrónico un enlace para la recuperación de tu contraseña.'

test('the recovery link sets a new password once and is removed from the address bar', async () => {
  const username = await portal.addClient('demodos')
  const { page } = await openAt('/auth/login/')
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  const email = page.getByLabel('Correo electrónico')
  await email.waitFor()
  await passHumanCheck(page)
  await getButton(page, 'Enviar').click()
  await page.getByText('Por favor, no deje el campo de correo electrónico vacio').waitFor()
  await page.route('**/restPassword.php', (route) => route.abort())
  await email.fill(`${username}@mercadodolar.example`)
  await getButton(page, 'Enviar').click()
  await page.getByText('Pedimos disculpas').waitFor()
  await page.unroute('**/restPassword.php')
  await passHumanCheck(page)
  await getButton(page, 'Reintentar').click()
  await page.getByText(RECOVERY_SENT).waitFor()

  const link = await portal.newestLink()
  const checkMethods: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verifyTokens.php')) checkMethods.push(request.method())
  })
  await page.goto(link)
  await page.getByLabel('Nueva contraseña').waitFor()
  expect(checkMethods).toEqual(['POST'])
  await expect.poll(() => page.url()).toBe(`${portal.url}/auth/reset-contrasena/`)
  await expect.poll(() => page.evaluate(() => document.referrer)).not.toContain('token')
  await page.getByLabel('Nueva contraseña').fill(NEW_PASSWORD)
  await page.getByLabel('Repetir contraseña').fill(NEW_PASSWORD)
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByText('¡Cambio exitoso!').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click()
  await tryLogin(page, username, NEW_PASSWORD)
  await getButton(page, 'Cerrar sesión').waitFor()
  await signOut(page)

  await page.goto(link)
  await expect.poll(() => readPath(page)).toBe('/')
  await page.goto(link.replace(/&?token2=[^&]*/, ''))
  await expect.poll(() => readPath(page)).toBe('/')
})

/** Submits a new password on the page of an opened link. */
async function choosePassword(page: Page, password: string) {
  await page.getByLabel('Nueva contraseña').fill(password)
  await page.getByLabel('Repetir contraseña').fill(password)
  await getButton(page, 'Cambiar contraseña').click()
}

test('after an accepted registration the client gets an invitation, sets a password and signs in', async () => {
  const newPortal = await startIdentityPortal()
  const { page, complaints } = await openAt('/auth/registro/', {}, newPortal)
  await fillRegistration(page)
  await passHumanCheck(page)
  await getButton(page, 'Registrarme').click()
  await page.getByText('¡Gracias! Hemos recibido sus datos').waitFor()

  const [registration] = await newPortal.operations.listRegistrations(true)
  const stamp = { at: Date.now(), origin: null }
  const acceptance = await newPortal.operations.accept(
    registration?.reference ?? '',
    { username: null, lastDay: undefined },
    stamp,
  )
  const username = acceptance.ok ? acceptance.value.username : ''
  const link = await newPortal.newestLink()
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Elija su contraseña' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${newPortal.url}/auth/invitacion/`)
  await page.getByText('No sirven las contraseñas más usadas.').waitFor()
  await expectAccessible(page)
  await choosePassword(page, 'Password123!')
  await page.getByText('Elija otra contraseña: esta es una de las más usadas').waitFor()
  await choosePassword(page, NEW_PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Su cuenta está lista' }).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click()
  await tryLogin(page, username, NEW_PASSWORD)
  await getButton(page, 'Aceptar').click()
  await expect.poll(() => readPath(page)).toBe('/dashboard/')
  // The browser logs the refusal of the common password.
  expect(complaints).toEqual([expect.stringContaining('400')])

  await newPortal.operations.extend(username, { lastDay: addDays(toDate(Date.now()), 10) }, stamp)
  await page.reload()
  await page.getByText('Su cuenta vence en 10 días.').waitFor()
  await expectAccessible(page)

  await signOut(page)
  await page.goto(link)
  await page.getByText('El enlace de la invitación ya se usó o venció.').waitFor()
})

const LINK_USED = 'El enlace de la invitación ya se usó o venció.'

/** Adds a client without a password and returns the invitation link. */
async function inviteClient(username: string): Promise<string> {
  const client = { username, name: 'María Ordóñez', email: `${username}@nandu.example`, lastDay: null }
  const addition = await portal.operations.addClient(client, { at: Date.now(), origin: null })
  if (!addition.ok) throw new Error(addition.error)
  return portal.newestLink()
}

const readPasswords = (page: Page) =>
  Promise.all(['Nueva contraseña', 'Repetir contraseña'].map((label) => page.getByLabel(label).inputValue()))

test('the invitation page explains each refused password, and a failed request does not clear the fields', async () => {
  const { page } = await openPage(browser())
  await page.goto(await inviteClient('invitada1'))
  await page.getByLabel('Nueva contraseña').waitFor()
  for (const [password, repeat, message] of [
    ['', '', 'Campo Vacío'],
    ['Corta#1', 'Corta#1', 'La contraseña no puede ser menor de 12 caracteres'],
    ['orquidea#2026marzo', 'orquidea#2026marzo', 'Falta una letra mayúscula'],
    ['Orquidea2026marzo', 'Orquidea2026marzo', 'Falta Caracter Especial'],
    [NEW_PASSWORD, `${NEW_PASSWORD}x`, 'Contraseñas Incompatibles'],
    ['Password123!', 'Password123!', 'Elija otra contraseña: esta es una de las más usadas'],
  ] as const) {
    await page.getByLabel('Nueva contraseña').fill(password)
    await page.getByLabel('Repetir contraseña').fill(repeat)
    await getButton(page, 'Cambiar contraseña').click()
    await page.getByText(message, { exact: true }).first().waitFor()
    await expect.poll(() => readPasswords(page)).toEqual([password, repeat])
  }

  await page.route('**/ChangePassword.php', (route) => route.abort())
  await choosePassword(page, NEW_PASSWORD)
  await page.getByText('No pudimos comunicarnos con el servicio.').waitFor()
  await expect.poll(() => readPasswords(page)).toEqual([NEW_PASSWORD, NEW_PASSWORD])
  await page.unroute('**/ChangePassword.php')
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByRole('heading', { level: 1, name: 'Su cuenta está lista' }).waitFor()
})

test('an invitation that expires while its page is open is refused, and the fields are not cleared', async () => {
  const link = await inviteClient('invitada2')
  const { page } = await openPage(browser())
  await page.goto(link)
  await page.getByLabel('Nueva contraseña').waitFor()
  await portal.expireLinks()
  await choosePassword(page, NEW_PASSWORD)
  await page
    .getByText('No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.')
    .waitFor()
  await expect.poll(() => readPasswords(page)).toEqual([NEW_PASSWORD, NEW_PASSWORD])
  await page.goto(link)
  await page.getByText(LINK_USED).waitFor()
  await expect.poll(() => readPath(page)).toBe('/')
  await page.getByRole('link', { name: 'Solicitar otro enlace' }).waitFor()
})

test('a retry after a failed check of an invitation uses the same link', async () => {
  const link = await inviteClient('invitada3')
  const { page } = await openPage(browser())
  await page.route('**/verifyTokens.php', (route) => route.abort())
  await page.goto(link)
  await page.getByText('No pudimos comprobar su enlace. Sigue siendo válido.').waitFor()
  await page.unroute('**/verifyTokens.php')
  await getButton(page, 'Reintentar').click()
  await choosePassword(page, NEW_PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Su cuenta está lista' }).waitFor()
})

test.each([
  ['without tokens', () => '', 'incomplete'],
  ['without its second token', (link: URL) => `?token=${link.searchParams.get('token')}`, 'incomplete'],
  ['with an empty token', (link: URL) => link.search.replace(/token=[^&]*/, 'token='), 'incomplete'],
  ['with a changed token', (link: URL) => `${link.search}x`, 'refused'],
  ['cut in the middle of a token', (link: URL) => link.search.slice(0, -9), 'refused'],
  ['with a line break in a token', (link: URL) => `${link.search}%0A`, 'refused'],
  ['with a null character', (link: URL) => `${link.search}%00`, 'refused'],
  ['with a very long token', (link: URL) => link.search + 'x'.repeat(4_000), 'refused'],
])(
  'an invitation link %s redirects to the home with the reason, and the original link still works',
  async (name, toSearch, problem) => {
    const link = await inviteClient(`enlace${name.replace(/[^a-z]/g, '')}`.slice(0, 20))
    const { page } = await openPage(browser())
    const original = new URL(link)
    const address = `${original.origin}${original.pathname}${toSearch(original)}`
    await page.goto(address)
    await page.getByText(problem === 'refused' ? LINK_USED : 'El enlace de la invitación está incompleto.').waitFor()
    await expect.poll(() => readPath(page)).toBe('/')
    await page.goto(link)
    await page.getByLabel('Nueva contraseña').waitFor()
  },
)

test('a recovery request for an unknown e-mail address shows the message of a known address', async () => {
  const { page } = await openAt('/auth/recuperar-contrasena/')
  await page.getByLabel('Correo electrónico').fill('nadie@mercadodolar.example')
  await passHumanCheck(page)
  await getButton(page, 'Enviar').click()
  await page.getByText(RECOVERY_SENT).waitFor()
})

test('a retry checks a recovery link again, and a refused change does not clear the password', async () => {
  const { page } = await openPage(browser())
  await page.route('**/verifyTokens.php', (route) => route.fulfill({ body: 'TOKEN' }))
  await page.goto(`${portal.url}/auth/reset-contrasena/?token=a&token2=b`)
  await page.getByText('No pudimos comprobar su enlace. Sigue siendo válido.').waitFor()
  await page.unroute('**/verifyTokens.php')
  await page.route('**/verifyTokens.php', (route) => route.fulfill({ body: ' OK\n' }))
  await getButton(page, 'Reintentar').click()
  await page.getByLabel('Nueva contraseña').waitFor()
  await page.route('**/ChangePassword.php', (route) => route.fulfill({ body: 'NO' }))
  await page.getByLabel('Nueva contraseña').fill(NEW_PASSWORD)
  await page.getByLabel('Repetir contraseña').fill(NEW_PASSWORD)
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByText('No fue posible actualizar tu clave de acceso').waitFor()
  await expect(page.getByLabel('Nueva contraseña')).toHaveValue(NEW_PASSWORD)
})

test('the registration form has the same values after a failed request, and a retry sends it once', async () => {
  const { page } = await openAt('/auth/registro/')
  await fillRegistration(page)
  await passHumanCheck(page)
  const sent: string[] = []
  await page.route('**/registro*', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postData() ?? '')
    return sent.length === 1 ? route.abort() : route.fallback()
  })
  await getButton(page, 'Registrarme').click()
  await page.getByText('No pudimos enviar sus datos. Lo que escribió sigue aquí.').waitFor()
  for (const [label, text] of VALID_FIELDS) await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
  await passHumanCheck(page)
  await getButton(page, 'Registrarme').dblclick()
  await page.getByText('¡Gracias! Hemos recibido sus datos').waitFor()
  expect(sent).toHaveLength(2)
  expect(JSON.parse(sent[1] ?? '')).toMatchObject({
    full_name: 'María Fernanda',
    last_name: 'Ordóñez Peña',
    type: 'juridica',
    identification_type: 'C',
    country: 'México',
    product: 'analisisTecnico',
  })
})

test('a login or sign-out in one tab updates the other tab', async () => {
  const { page } = await openAt('/auth/login/')
  const other = await page.context().newPage()
  await other.goto(`${portal.url}/auth/login/`)
  await other.getByLabel('Usuario').waitFor()
  await tryLogin(page, 'demodos')
  await getButton(page, 'Cerrar sesión').waitFor()
  await getButton(other, 'Cerrar sesión').waitFor()
  await expect.poll(() => readPath(other)).toBe('/')
  await other.getByRole('link', { name: 'Jorge Iván Mejía' }).click()
  await other.getByText('En tiempo real', { exact: true }).waitFor()
  await signOut(page)
  await signInLink(other).waitFor()
  await expect.poll(() => readPath(other)).toBe('/')
})

test('a login offers to take over an active session, and the older tab shows why its session ended', async () => {
  const username = await portal.addClient('demodos')
  const { page: olderPage } = await openPage(browser(), { clock: true })
  await olderPage.clock.install({ time: Date.now() })
  await logIn(olderPage, portal.url, username)

  const { page } = await openAt('/auth/login/')
  await tryLogin(page, username)
  await page.getByText('Ya existe un inicio de sesión activo', { exact: true }).waitFor()
  await expectLocalStorage(page).toEqual({})
  await expectNoViolations(page)
  await getButton(page, 'Cancelar').click()
  await expect(page.getByLabel('Usuario')).toHaveValue(username)
  await passHumanCheck(page)
  await getButton(page, 'Iniciar sesión').click()
  const takeover = getButton(page, 'Cerrar la otra sesión y entrar')
  await takeover.waitFor()
  await expect(takeover).toBeDisabled()
  await passHumanCheck(page)
  await takeover.click()
  await getButton(page, 'Cerrar sesión').waitFor()
  await expect.poll(() => readPath(page)).toBe('/dashboard/')

  await olderPage.clock.runFor(16_000)
  await olderPage.getByText('Su sesión se abrió en otro equipo.').waitFor()
  await expect.poll(() => readPath(olderPage)).toBe('/')
  await expectLocalStorage(olderPage).toEqual({})
  await expectNoViolations(olderPage)
  await olderPage.getByRole('region', { name: 'Aviso de sesión' }).getByRole('link', { name: 'Iniciar sesión' }).click()
  await olderPage.getByLabel('Usuario').waitFor()
})

test('the session expires after 12 hours with a message on the home', async () => {
  const { page } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  await logIn(page, portal.url, 'demodos')
  await expect.poll(() => readPath(page)).toBe('/dashboard/')
  // The dashboard reloads the page after 540 s; a market page never does.
  await page.getByRole('link', { name: 'Spot USD/COP' }).click()
  await expect.poll(() => readPath(page)).toBe('/dashboard/spot/')
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.fastForward(12 * HOUR_MS - 60_000)
  await expectLocalStorage(page).toMatchObject({ sesiones: '1' })
  await page.clock.fastForward(120_000)
  await page.getByText('Su sesión terminó. Inicie sesión de nuevo.').waitFor()
  await expect.poll(() => readPath(page)).toBe('/')
  await expectLocalStorage(page).toEqual({})
  await page.getByRole('region', { name: 'Aviso de sesión' }).getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText('Su sesión terminó.')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a client without a cookie is signed out when a reply has delayed data', async () => {
  const username = await portal.addClient('demodos')
  const { page } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  await page.route(/\/stream/, (route) => route.fulfill({ status: 404 }))
  await logIn(page, portal.url, username)
  await expect.poll(() => readPath(page)).toBe('/dashboard/')
  // No request with the cookie is pending now.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.clock.fastForward(20_000)
  await page.getByRole('region', { name: 'Aviso de sesión' }).waitFor()
  await expect.poll(() => readPath(page)).toBe('/')
  await expectLocalStorage(page).toEqual({})
})

test.each([
  ['invalid values', { sesiones: '1', user: '{"id":', time_token: 'ayer' }],
  ['only a flag', { sesiones: '1' }],
  ['a start in the future', { sesiones: '1', time_token: String(Date.now() + HOUR_MS) }],
])('a client whose storage was edited to %s is signed out', async (_case, entries) => {
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  const { page } = await openPage(browser(), {
    storageState: { cookies: [], origins: [{ origin: portal.url, localStorage }] },
  })
  await page.goto(`${portal.url}/dashboard/`)
  await page.getByText('Su sesión terminó. Inicie sesión de nuevo.').waitFor()
  await expect.poll(() => readPath(page)).toBe('/')
  await expectLocalStorage(page).toEqual({})
})

test('an expired human check disables the button and shows a message', async () => {
  const { page } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  await page.goto(`${portal.url}/auth/login/`)
  await page.getByText('El botón se activa al completar la verificación.').waitFor()
  await passHumanCheck(page)
  await expect(getButton(page, 'Iniciar sesión')).toBeEnabled()
  await page
    .getByRole('timer')
    .getByText(/^\d min \d+ s$/)
    .waitFor()
  await page.clock.fastForward('10:00')
  await page.getByText('La verificación venció. Complétela de nuevo.').waitFor()
  await expect(getButton(page, 'Iniciar sesión')).toBeDisabled()
})

const PAGES = [
  ['/auth/login/', 'Inicie sesión'],
  ['/auth/recuperar-contrasena/', 'Recupere su contraseña'],
  ['/auth/reset-contrasena/?token=a&token2=b', 'Defina una contraseña nueva'],
  ['/auth/registro/', 'Solicite su demo o su cuenta'],
] as const

async function openAuthPage(path: string, title: string) {
  const { page } = await openPage(browser())
  await page.route('**/verifyTokens.php', (route) => route.fulfill({ body: 'OK' }))
  await page.goto(portal.url + path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}

test.each(PAGES)(
  '%s has no accessibility violation in any width and theme, with and without errors',
  async (path, title) => {
    const page = await openAuthPage(path, title)
    await page.getByRole('main').getByRole('textbox').first().waitFor()
    await expectAccessible(page)
    if (!path.includes('reset')) await passHumanCheck(page)
    await page.getByRole('main').locator('form [type=submit]').click()
    await page.locator('.text-danger').first().waitFor()
    await expectAccessible(page)
  },
)

test('the expired password page and the dashboard have no accessibility violation in any width and theme', async () => {
  const username = await portal.addClient('demovencida')
  const { page } = await openPage(browser())
  await page.goto(`${portal.url}/auth/login/`)
  await tryLogin(page, username)
  const title = page.getByRole('heading', { name: 'Tu contraseña ha expirado' })
  await title.waitFor()
  await page.getByLabel('Nueva contraseña').fill('Orquidea')
  await expectAccessible(page)
  await page.getByLabel('Nueva contraseña').fill(NEW_PASSWORD)
  await page.getByLabel('Repetir contraseña').fill(NEW_PASSWORD)
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  await expectAccessible(page)
})

test.each(PAGES)('%s does not scroll sideways', async (path, title) => {
  const page = await openAuthPage(path, title)
  await page.getByRole('main').getByRole('textbox').first().waitFor()
  await expectNoSidewaysScroll(page)
})
