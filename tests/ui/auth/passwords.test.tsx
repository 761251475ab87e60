import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PasswordGateway } from '#src/application/identity/ports.ts'

import { err, ok } from '#src/domain/result.ts'
import { createClient } from '#tests/support/client.ts'
import {
  findField,
  findResult,
  getBanner,
  getButton,
  openAuthPortal,
  passHumanCheck,
  press,
  readDescription,
  type,
} from '#tests/ui/auth/auth-portal.tsx'

const NEW_PASSWORD = 'Nueva#Clave2026'

const typePasswords = async (password: string, repeat = password) => {
  await type('Nueva contraseña', password)
  await type('Repetir contraseña', repeat)
}

const readRules = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '')
    .filter((text) => text.includes(', '))
    .filter((text) => /cumpl/.test(text))

test.each([
  ['', 'Corta', 0, '0 caracteres. Con 12 o más será media.'],
  ['a'.repeat(11), 'Corta', 1, '11 caracteres. Con 12 o más será media.'],
  ['a'.repeat(12), 'Media', 2, '12 caracteres. Con 16 o más será larga.'],
  ['a'.repeat(15), 'Media', 2, '15 caracteres. Con 16 o más será larga.'],
  ['a'.repeat(16), 'Larga', 3, '16 caracteres. Con 18 o más será segura.'],
  ['a'.repeat(17), 'Larga', 3, '17 caracteres. Con 18 o más será segura.'],
  ['a'.repeat(18), 'Segura', 4, '18 caracteres.'],
])('the strength meter of "%s" shows %s', async (password, word, level, hint) => {
  await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  await type('Nueva contraseña', password)
  const meter = screen.getByRole('meter', { name: 'Seguridad de la contraseña' })
  await waitFor(() =>
    expect([meter.getAttribute('aria-valuetext'), meter.getAttribute('value')]).toEqual([word, `${level}`]),
  )
  await screen.findByText(hint)
})

test('the checklist marks each rule as met or broken when its field has text', async () => {
  await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  await findField('Nueva contraseña')
  expect(readRules().every((rule) => rule.endsWith(', por cumplir'))).toBe(true)
  await type('Nueva contraseña', 'orquidea ')
  expect(readRules()).toEqual([
    'Al menos 12 caracteres, no cumple',
    'Al menos una letra mayúscula, no cumple',
    'Al menos un carácter especial: $ # ¡ ! ¿ ? = & ( ) *, no cumple',
    'Solo letras, dígitos y los caracteres permitidos, no cumple',
    'Máximo 50 caracteres, cumple',
    'Ambas contraseñas iguales, por cumplir',
  ])
  await typePasswords(NEW_PASSWORD)
  expect(readRules().every((rule) => rule.endsWith(', cumple'))).toBe(true)
})

test.each([
  ['', '', 'Campo Vacío', 'Campo Vacío'],
  [NEW_PASSWORD, '', null, 'Campo Vacío'],
  ['Corta#1', 'Corta#1', 'La contraseña no puede ser menor de 12 caracteres', null],
  [NEW_PASSWORD, `${NEW_PASSWORD}x`, null, 'Contraseñas Incompatibles'],
  ['Nueva#Clave 2026', 'Nueva#Clave 2026', 'Caracteres no válidos', null],
  ['NuevaClave2026', 'NuevaClave2026', 'Falta Caracter Especial', null],
  ['nueva#clave2026', 'nueva#clave2026', 'Falta una letra mayúscula', null],
])(
  'the password "%s" repeated as "%s" has the errors: %s, %s',
  async (password, repeat, passwordError, repeatError) => {
    await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
    await typePasswords(password, repeat)
    await press('Cambiar contraseña')
    const [passwordField, repeatField] = [await findField('Nueva contraseña'), await findField('Repetir contraseña')]
    const readError = (control: HTMLElement) =>
      control.getAttribute('aria-invalid') === 'true' ? readDescription(control) : null
    expect([readError(passwordField), readError(repeatField)]).toEqual([
      passwordError === null ? null : expect.stringMatching(`^${passwordError}`),
      repeatError,
    ])
    expect(document.activeElement).toBe(passwordError === null ? repeatField : passwordField)
  },
)

test('the error of the repeated password disappears when both passwords become equal', async () => {
  await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  await typePasswords(`${NEW_PASSWORD}x`, NEW_PASSWORD)
  const repeat = await findField('Repetir contraseña')
  await act(async () => fireEvent.blur(repeat))
  expect(readDescription(repeat)).toBe('Contraseñas Incompatibles')
  await act(() => type('Nueva contraseña', NEW_PASSWORD))
  expect(repeat.getAttribute('aria-invalid')).toBeNull()
})

/** Submits a new password to a service that refuses it. */
async function submitRefusedChange() {
  const { passwords, auth, humanCheck } = createClient().identity
  await openAuthPortal({
    path: '/auth/change-contrasena/',
    username: 'demovencida',
    identity: { auth, humanCheck, passwords: { ...passwords, renew: async () => ok('refused') } },
  })
  await typePasswords(NEW_PASSWORD)
  await press('Cambiar contraseña')
}

test('after a refused submission, an emptied password field shows its error only on blur', async () => {
  await submitRefusedChange()
  await findResult()
  const password = await findField('Nueva contraseña')
  await act(() => type('Nueva contraseña', ''))
  expect(password.getAttribute('aria-invalid')).toBeNull()
  await act(async () => fireEvent.blur(password))
  expect(password.getAttribute('aria-invalid')).toBe('true')
})

test('the new password form has a username field for password managers', async () => {
  await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  expect((await findField('Nueva contraseña')).autocomplete).toBe('new-password')
  expect((await findField('Repetir contraseña')).autocomplete).toBe('new-password')
  expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe('demovencida')
})

test('a renewed password opens the dashboard', async () => {
  const { history, ports } = await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  await typePasswords(NEW_PASSWORD)
  await press('Cambiar contraseña')
  await getBanner().findByRole('link', { name: 'Luisa Fernanda Rojas' })
  expect(history().at(-1)).toBe('/dashboard/')
  const sessionState = ports.session.read()
  expect(sessionState.kind === 'session' && sessionState.session.user.passwordExpired).toBe(false)
})

test('a refused password change shows an error and does not clear the form', async () => {
  await submitRefusedChange()
  expect((await findResult()).textContent).toContain('No fue posible actualizar tu clave de acceso')
  expect((await findField('Nueva contraseña')).value).toBe(NEW_PASSWORD)
})

test('the link back to the login ends the session', async () => {
  const { ports, history } = await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  const link = await screen.findByRole('link', { name: 'Volver a iniciar sesión' })
  await act(async () => fireEvent.click(link))
  expect(await screen.findByRole('heading', { name: 'Inicie sesión' })).toBeTruthy()
  expect(history().at(-1)).toBe('/auth/login/')
  expect(ports.session.read().kind).toBe('none')
})

test('the change-password page redirects to the login when there is no session', async () => {
  const { history } = await openAuthPortal({ path: '/auth/change-contrasena/' })
  expect(history()).toEqual(['/auth/login/'])
})

test.each([
  ['', 'Por favor, no deje el campo de correo electrónico vacio'],
  ['demo@', 'Escriba un correo electrónico válido'],
])('submitting the e-mail address "%s" focuses its field and shows the error: %s', async (email, message) => {
  await openAuthPortal({ path: '/auth/recuperar-contrasena/' })
  await type('Correo electrónico', email)
  await passHumanCheck()
  await press('Enviar')
  expect(readDescription(await findField('Correo electrónico'))).toBe(message)
  expect(document.activeElement).toBe(await findField('Correo electrónico'))
})

test.each(['demo@mercadodolar.example', 'nadie@mercadodolar.example'])(
  'the recovery shows that it sent a mail to %s, with or without an account',
  async (email) => {
    await openAuthPortal({ path: '/auth/recuperar-contrasena/' })
    await type('Correo electrónico', email)
    await passHumanCheck()
    await press('Enviar')
    expect(
      await screen.findByText('Hemos enviado a tu correo electrónico un enlace para la recuperación de tu contraseña.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' }).getAttribute('href')).toBe('/auth/login/')
  },
)

test('a failed recovery shows an apology and can be sent again after a new human check', async () => {
  const { passwords, humanCheck } = createClient().identity
  let isFailing = true
  const requestRecovery: PasswordGateway['requestRecovery'] = async (...args) =>
    isFailing ? err({ kind: 'timeout' }) : passwords.requestRecovery(...args)
  await openAuthPortal({
    path: '/auth/recuperar-contrasena/',
    identity: { humanCheck, passwords: { ...passwords, requestRecovery } },
  })
  await type('Correo electrónico', 'demo@mercadodolar.example')
  await passHumanCheck()
  await press('Enviar')
  const alert = await findResult()
  expect(alert.textContent).toContain('Pedimos disculpas')
  expect(alert.textContent).toContain('El servicio tardó más de 10 segundos en responder.')
  expect((await findField('Correo electrónico')).value).toBe('demo@mercadodolar.example')
  expect(getButton('Reintentar').disabled).toBe(true)
  isFailing = false
  await passHumanCheck()
  await act(async () => fireEvent.submit(getButton('Reintentar')))
  expect(await screen.findByText(/Hemos enviado a tu correo/)).toBeTruthy()
})

async function openRecoveryLink(passwords: Partial<PasswordGateway> = {}) {
  const client = createClient()
  client.service.accounts.addLink('cli-demo')
  const link = client.service.accounts.findLink('cli-demo')
  const opened = await openAuthPortal({
    path: `/auth/reset-contrasena/?token=${link?.token}&token2=${link?.token2}`,
    identity: { passwords: { ...client.identity.passwords, ...passwords } },
  })
  return { ...opened, service: client.service }
}

test('a recovery link sets a new password and is removed from the address bar', async () => {
  const { history, service } = await openRecoveryLink()
  await typePasswords(NEW_PASSWORD)
  expect(history()).toEqual(['/auth/reset-contrasena/'])
  await press('Cambiar contraseña')
  expect(await screen.findByText('¡Cambio exitoso!')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contraseña actualizada')
  expect(service.accounts.findByUsername('demo')?.password).toBe(NEW_PASSWORD)
})

test.each([
  ['', 'incompleto'],
  ['?token=a', 'incompleto'],
  ['?token2=b', 'incompleto'],
  ['?token=&token2=b', 'incompleto'],
  ['?token=no&token2=no', 'ya se usó o venció'],
])('a reset address with the query "%s" redirects home, where a notice shows: %s', async (query, reason) => {
  const { history } = await openAuthPortal({ path: `/auth/reset-contrasena/${query}` })
  await screen.findByRole('heading', { name: 'Dólar Spot', level: 1 })
  expect(history().at(-1)).toBe('/')
  const notice = within(await screen.findByRole('region', { name: 'Aviso del enlace' }))
  expect(notice.getByText(/El enlace para cambiar la contraseña/).textContent).toContain(reason)
  fireEvent.click(notice.getByRole('link', { name: 'Solicitar otro enlace' }))
  expect(history().at(-1)).toBe('/auth/recuperar-contrasena/')
  expect(screen.queryByText(/El enlace para cambiar la contraseña/)).toBeNull()
})

test('an invitation sets the first password and shows the texts of an invitation', async () => {
  const client = createClient()
  client.service.accounts.addLink('cli-demo')
  const link = client.service.accounts.findLink('cli-demo')
  const { history } = await openAuthPortal({
    path: `/auth/invitacion/?token=${link?.token}&token2=${link?.token2}`,
    identity: { passwords: client.identity.passwords },
  })
  await screen.findByRole('heading', { level: 1, name: 'Elija su contraseña' })
  const hint = await screen.findByText('No sirven las contraseñas más usadas.')
  expect(hint.closest('li')).toBeNull()
  await typePasswords(NEW_PASSWORD)
  expect(history()).toEqual(['/auth/invitacion/'])
  await press('Cambiar contraseña')
  expect(await screen.findByRole('heading', { level: 1, name: 'Su cuenta está lista' })).toBeTruthy()
})

test.each([
  ['?token=a', 'El enlace de la invitación está incompleto.'],
  ['?token=no&token2=no', 'El enlace de la invitación ya se usó o venció.'],
])('an invitation with the query "%s" redirects home, where a notice shows the reason', async (query, reason) => {
  const { history } = await openAuthPortal({ path: `/auth/invitacion/${query}` })
  await screen.findByRole('heading', { name: 'Dólar Spot', level: 1 })
  expect(history().at(-1)).toBe('/')
  expect(await screen.findByText(reason)).toBeTruthy()
})

test('the form shows the password rule that only the service can check', async () => {
  await openAuthPortal({ path: '/auth/change-contrasena/', username: 'demovencida' })
  await findField('Nueva contraseña')
  expect(screen.getByText('No sirven la contraseña anterior ni las más usadas.')).toBeTruthy()
})

test('the user can retry the verification of a recovery link after a network error', async () => {
  let isFailing = true
  const { history } = await openRecoveryLink({
    verifyTokens: async () => (isFailing ? err({ kind: 'unreachable' }) : ok('done')),
  })
  expect((await findResult()).textContent).toContain('Pedimos disculpas')
  expect(history()).toEqual(['/auth/reset-contrasena/'])
  isFailing = false
  await press('Reintentar')
  expect(await findField('Nueva contraseña')).toBeTruthy()
})

test('a reset with a refused link shows the support message', async () => {
  await openRecoveryLink({ reset: async () => ok('refused') })
  await typePasswords(NEW_PASSWORD)
  await press('Cambiar contraseña')
  expect((await findResult()).textContent).toContain(
    'No fue posible actualizar tu clave de acceso, por favor contacte a su agente de soporte.',
  )
})
