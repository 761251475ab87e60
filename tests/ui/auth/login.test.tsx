import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemorySessionStorage } from '#src/adapters/memory/session.ts'
import type { LoginOutcome } from '#src/domain/identity/account.ts'
import type { RefusalReason } from '#src/domain/identity/session.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { HOUR_MS, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
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
  tickHumanCheck,
  tryLogin,
  type,
} from '#tests/ui/auth/auth-portal.tsx'

/** Creates an auth gateway with one result for every login. `requests` lists the user names. */
const createAuth = (result: Result<LoginOutcome, { readonly kind: 'unreachable' }>) => {
  const { auth } = createClient().identity
  const requests: string[] = []
  return {
    requests,
    auth: {
      ...auth,
      async signIn({ username }: { readonly username: string }) {
        requests.push(username)
        return result
      },
    },
  }
}

test('the login has its exact labels and autocomplete attributes', async () => {
  await openAuthPortal()
  expect((await findField('Usuario')).autocomplete).toBe('username')
  expect((await findField('Contraseña')).autocomplete).toBe('current-password')
  expect(screen.getByRole('checkbox', { name: 'Recordarme' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '¿Olvidó su contraseña?' }).getAttribute('href')).toBe(
    '/auth/recuperar-contrasena/',
  )
  expect(screen.getByRole('link', { name: 'Crear cuenta' }).getAttribute('href')).toBe('/auth/registro/')
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(getBanner().queryByRole('link', { name: 'Iniciar sesión' })).toBeNull()
  expect(document.title).toBe('Inicie sesión | Mercado Dólar')
})

test('the login button is disabled with a hint until the human check is solved', async () => {
  await openAuthPortal()
  await findField('Usuario')
  expect(getButton('Iniciar sesión').disabled).toBe(true)
  expect(readDescription(getButton('Iniciar sesión'))).toBe('El botón se activa al completar la verificación.')
  await passHumanCheck()
  expect(getButton('Iniciar sesión').disabled).toBe(false)
  expect(screen.getByRole('timer').textContent).toBe('Vence en 5 min 0 s')
})

test('the password button shows and hides the password', async () => {
  await openAuthPortal()
  expect((await findField('Contraseña')).type).toBe('password')
  await press('Mostrar contraseña')
  expect((await findField('Contraseña')).type).toBe('text')
  expect(getButton('Ocultar contraseña').hasAttribute('aria-pressed')).toBe(false)
  await press('Ocultar contraseña')
  expect((await findField('Contraseña')).type).toBe('password')
})

test('a field shows its error on blur and then with each change', async () => {
  await openAuthPortal()
  const username = await findField('Usuario')
  const write = (value: string) => act(async () => fireEvent.change(username, { target: { value } }))
  await write('c.restrepo')
  expect(username.getAttribute('aria-invalid')).toBeNull()
  await act(async () => fireEvent.blur(username))
  expect(username.getAttribute('aria-invalid')).toBe('true')
  expect(readDescription(username)).toBe('El campo no debe contener caracteres especiales')
  await write('')
  expect(readDescription(username)).toBe('El usuario es requerido')
  await write('x'.repeat(51))
  expect(readDescription(username)).toBe('Máximo 50 caracteres')
  await write('x'.repeat(50))
  expect(username.getAttribute('aria-invalid')).toBeNull()
  await write('')
  expect(readDescription(username)).toBe('El usuario es requerido')
})

test('submitting invalid fields shows every error, focuses the first invalid field and sends no request', async () => {
  const { requests, auth } = createAuth(ok({ kind: 'invalid' }))
  await openAuthPortal({ identity: { auth } })
  await passHumanCheck()
  await press('Iniciar sesión')
  expect(readDescription(await findField('Usuario'))).toBe('El usuario es requerido')
  expect(readDescription(await findField('Contraseña'))).toBe('Por favor digite una contraseña')
  expect(document.activeElement).toBe(await findField('Usuario'))
  await type('Usuario', 'demo')
  await press('Iniciar sesión')
  expect(document.activeElement).toBe(await findField('Contraseña'))
  expect(requests).toEqual([])
})

test.each([
  ['invalid', 'Usuario/Contraseña incorrectos'],
  ['expired', 'La cuenta ha expirado'],
  ['disabled', 'Cuenta de usuario Inactiva'],
  ['other', 'Ha ocurrido un error, por favor intenta más tarde'],
] as const)('a login refused as %s shows: %s', async (kind, message) => {
  const { auth } = createAuth(ok({ kind }))
  const { ports } = await openAuthPortal({ identity: { auth } })
  await tryLogin('demo', 'lo que sea')
  expect((await findResult()).textContent?.trim()).toBe(message)
  expect((await findField('Contraseña')).value).toBe('lo que sea')
  expect(getButton('Iniciar sesión').disabled).toBe(true)
  expect(ports.session.read().kind).toBe('none')
})

test('a login to an unreachable service shows a message and does not clear the form', async () => {
  const { auth } = createAuth(err({ kind: 'unreachable' }))
  await openAuthPortal({ identity: { auth } })
  await tryLogin('demo')
  expect((await findResult()).textContent).toContain('No pudimos comunicarnos con el servicio.')
  expect((await findField('Usuario')).value).toBe('demo')
})

test('a second click on the busy login button sends no request', async () => {
  const { auth } = createClient().identity
  let requests = 0
  await openAuthPortal({
    identity: {
      auth: {
        ...auth,
        signIn: () => {
          requests += 1
          return new Promise(() => {})
        },
      },
    },
  })
  await tryLogin('demo')
  const busyButton = getButton('Verificando…')
  expect([busyButton.disabled, busyButton.getAttribute('aria-busy')]).toEqual([false, 'true'])
  await act(async () => fireEvent.click(busyButton))
  expect(requests).toBe(1)
})

test('a login opens the dashboard, and its header shows the name and a sign-out button', async () => {
  const { history, ports } = await openAuthPortal()
  await tryLogin('demo')
  const nameLink = await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  expect(nameLink.getAttribute('href')).toBe('/dashboard/')
  expect(history().at(-1)).toBe('/dashboard/')
  expect(history()).not.toContain('/')
  expect(ports.session.read().kind).toBe('session')
  expect(await screen.findByText(/Se actualiza cada 7 min 48 s/)).toBeTruthy()
  expect(getBanner().queryByRole('link', { name: 'Registro demo' })).toBeNull()
  await press('Cerrar sesión')
  expect(history().at(-1)).toBe('/')
  expect(ports.session.read().kind).toBe('none')
  expect(getBanner().getByRole('link', { name: 'Iniciar sesión' })).toBeTruthy()
})

test('the login redirects a signed-in client to the home', async () => {
  const { history } = await openAuthPortal({ username: 'demo' })
  expect(history()).toEqual(['/'])
})

test('the login form remembers the user name but not the password', async () => {
  const { identity } = await openAuthPortal()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Recordarme' }))
  await tryLogin('demo')
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  expect(identity.rememberedUsername.read()).toBe('demo')
  await press('Cerrar sesión')
  await act(async () => fireEvent.click(getBanner().getByRole('link', { name: 'Iniciar sesión' })))
  expect((await findField('Usuario')).value).toBe('demo')
  expect((await findField('Contraseña')).value).toBe('')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Recordarme' }).checked).toBe(true)
})

test('a login without storage shows a message, and a retry stores the session without another login', async () => {
  const { storage } = await openAuthPortal()
  storage.setEnabled(false)
  await tryLogin('demo')
  expect((await findResult()).textContent).toContain('Su navegador no permite guardar la sesión.')
  storage.setEnabled(true)
  await press('Reintentar')
  expect(await getBanner().findByRole('link', { name: 'Camila Restrepo' })).toBeTruthy()
})

test('a login during another session can be cancelled, or ends that session after a new human check', async () => {
  const { service, ports, history } = await openAuthPortal()
  service.accounts.openSession('cli-demo')
  await tryLogin('demo')
  expect(await screen.findByText('Ya existe un inicio de sesión activo')).toBeTruthy()
  expect(ports.session.read().kind).toBe('none')
  expect(getButton('Cerrar la otra sesión y entrar').disabled).toBe(true)
  await press('Cancelar')
  expect((await findField('Usuario')).value).toBe('demo')
  await passHumanCheck()
  await press('Iniciar sesión')
  await screen.findByText('Ya existe un inicio de sesión activo')
  await passHumanCheck()
  await press('Cerrar la otra sesión y entrar')
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  expect(history().at(-1)).toBe('/dashboard/')
  expect(service.accounts.findOpenSessions('cli-demo')).toHaveLength(1)
})

test('pending terms open a dialog that only a choice closes', async () => {
  const { ports, history } = await openAuthPortal()
  await tryLogin('demoterminos')
  const dialog = await screen.findByRole('dialog', { name: 'Términos y condiciones' })
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(within(dialog).getByRole('button', { name: 'Rechazar' })).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Cerrar' })).toBeNull()
  expect(ports.session.read().kind).toBe('none')
  await press('Aceptar')
  await getBanner().findByRole('link', { name: 'Andrés Quintero' })
  expect(history().at(-1)).toBe('/dashboard/')
})

test('the dialog shows the configured clauses with version and date', async () => {
  const clauses = [{ title: '1. Precios', text: 'Los precios son informativos.' }]
  const terms = { version: '2.1', since: toInstant('2026-11-01', '08:00'), clauses }
  await openAuthPortal({ config: { terms } })
  await tryLogin('demoterminos')
  const dialog = within(await screen.findByRole('dialog', { name: 'Términos y condiciones' }))
  expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['1. Precios'])
  expect(dialog.getByText('Versión 2.1. Rige desde: domingo, 1 de noviembre de 2026.')).toBeTruthy()
})

test('the terms dialog shows why an acceptance failed and can retry it', async () => {
  const { auth, humanCheck } = createClient().identity
  let isFailing = true
  const acceptTerms: typeof auth.acceptTerms = async (...args) =>
    isFailing ? err({ kind: 'timeout' }) : auth.acceptTerms(...args)
  await openAuthPortal({ identity: { auth: { ...auth, acceptTerms }, humanCheck } })
  await tryLogin('demoterminos')
  await screen.findByRole('dialog')
  await press('Aceptar')
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos registrar su aceptación.')
  isFailing = false
  await press('Reintentar')
  expect(await getBanner().findByRole('link', { name: 'Andrés Quintero' })).toBeTruthy()
})

test('rejecting the terms shows the message and ends the pending session', async () => {
  const { service } = await openAuthPortal()
  await tryLogin('demoterminos')
  await screen.findByRole('dialog')
  await press('Rechazar')
  expect((await screen.findByRole('alert')).textContent).toContain(
    '¡Debes aceptar los terminos y condiciones para continuar!',
  )
  expect(service.accounts.findOpenSessions('cli-demoterminos')).toHaveLength(0)
})

test('the dashboard redirects visitors to the home', async () => {
  const { history } = await openAuthPortal({ path: '/dashboard/' })
  expect(history()).toEqual(['/'])
})

test.each(['/dashboard/', '/dashboard/spot/', '/dashboard/nada/'])(
  '%s redirects a client with an expired password to the password change',
  async (path) => {
    const { history } = await openAuthPortal({ path, username: 'demovencida' })
    expect(history()).toEqual(['/auth/change-contrasena/'])
    expect(await screen.findByRole('heading', { level: 1, name: 'Tu contraseña ha expirado' })).toBeTruthy()
  },
)

test('a sign-out and a login in one tab update the other tab', async () => {
  const { storage, history, service, clock } = await openAuthPortal({ path: '/dashboard/', username: 'demo' })
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  act(() => storage.openTab().wipe())
  expect(history().at(-1)).toBe('/')
  expect(getBanner().getByRole('link', { name: 'Iniciar sesión' })).toBeTruthy()
  expect(screen.queryByText('Su sesión terminó. Inicie sesión de nuevo.')).toBeNull()

  const user = service.accounts.findByUsername('demodos')
  if (!user) throw new Error('demodos is missing')
  const { termsAcceptedAt, expiresAt: _, ...client } = user
  if (termsAcceptedAt === null) throw new Error('demodos has no terms')
  const session = { username: 'demodos', user: { ...client, token: 't', termsAcceptedAt }, startedAt: clock.now() }
  act(() => {
    storage.openTab().write(session)
  })
  expect(getBanner().getByRole('link', { name: 'Jorge Iván Mejía' })).toBeTruthy()
})

test('a session older than 12 hours ends at the next check and shows a notice that can be closed', async () => {
  const { clock, ports, history } = await openAuthPortal({ path: '/dashboard/', username: 'demo' })
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  clock.advance(12 * HOUR_MS)
  act(() => ports.page.setVisible(false))
  act(() => ports.page.setVisible(true))
  expect(history().at(-1)).toBe('/dashboard/')
  clock.advance(1)
  act(() => ports.page.setVisible(false))
  act(() => ports.page.setVisible(true))
  expect(await screen.findByText('Su sesión terminó. Inicie sesión de nuevo.')).toBeTruthy()
  expect(history().at(-1)).toBe('/')
  expect(ports.session.read().kind).toBe('none')
  await press('Cerrar')
  expect(screen.queryByText('Su sesión terminó. Inicie sesión de nuevo.')).toBeNull()
})

test('an invalid stored session redirects to the home, but not from a recovery link', async () => {
  const storage = createMemorySessionStorage()
  storage.corrupt()
  const { history } = await openAuthPortal({ path: '/auth/registro/', ports: { session: storage.openTab() } })
  expect(await screen.findByText('Su sesión terminó. Inicie sesión de nuevo.')).toBeTruthy()
  expect(history()).toEqual(['/'])
  cleanup()

  const otherStorage = createMemorySessionStorage()
  otherStorage.corrupt()
  const { service, identity } = createClient()
  service.accounts.addLink('cli-demo')
  const link = service.accounts.findLink('cli-demo')
  const opened = await openAuthPortal({
    path: `/auth/reset-contrasena/?token=${link?.token}&token2=${link?.token2}`,
    ports: { session: otherStorage.openTab() },
    identity: { passwords: identity.passwords },
  })
  expect(await screen.findByLabelText('Nueva contraseña')).toBeTruthy()
  expect(opened.history()).toEqual(['/auth/reset-contrasena/'])
})

test('a refused session ends and shows its reason and a link to the login', async () => {
  const { ports, history } = await openAuthPortal({ path: '/dashboard/', username: 'demo' })
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  act(() => ports.sessionRefusals.refuse({ reason: 'takeover', message: 'Su sesión se abrió en otro equipo.' }))
  expect(screen.getByText('Su sesión se abrió en otro equipo.')).toBeTruthy()
  expect(history().at(-1)).toBe('/')
  const notice = within(screen.getByRole('region', { name: 'Aviso de sesión' }))
  const loginLink = notice.getByRole('link', { name: 'Iniciar sesión' })
  expect(loginLink.getAttribute('href')).toBe('/auth/login/')
  expect(loginLink.closest('[role=status], [role=alert]')).not.toBeNull()
})

/** Opens the dashboard of a client, refuses the session and returns the text of the notice. */
async function refuseSession(reason: RefusalReason): Promise<string> {
  const { ports } = await openAuthPortal({ path: '/dashboard/', username: 'demo' })
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  act(() => ports.sessionRefusals.refuse({ reason, message: null }))
  return screen.getByRole('region', { name: 'Aviso de sesión' }).textContent ?? ''
}

test('a session refused after a takeover shows the advice to change the password', async () => {
  const notice = await refuseSession('takeover')
  expect(notice).toContain('se inició otra con su usuario')
  expect(notice).toContain('cambie su contraseña')
})

test.each(['expired', 'unknown'] as const)(
  'a session refused as %s shows no advice to change the password',
  async (reason) => {
    const notice = await refuseSession(reason)
    expect(notice).not.toContain('se inició otra con su usuario')
    expect(notice).not.toContain('cambie su contraseña')
  },
)

test('a sign-out that did not reach the service shows a notice', async () => {
  const { auth, humanCheck } = createClient().identity
  await openAuthPortal({
    path: '/dashboard/',
    username: 'demo',
    identity: { auth: { ...auth, signOut: async () => err({ kind: 'unreachable' }) }, humanCheck },
  })
  await getBanner().findByRole('link', { name: 'Camila Restrepo' })
  await press('Cerrar sesión')
  expect(await screen.findByText(/Su sesión se cerró en este navegador/)).toBeTruthy()
})

test('a failed human check shows a message and can be repeated', async () => {
  const { humanCheck } = createClient().identity
  let isFailing = true
  await openAuthPortal({
    identity: {
      humanCheck: { ...humanCheck, solve: async () => (isFailing ? err({ kind: 'unreachable' }) : humanCheck.solve()) },
    },
  })
  await tickHumanCheck()
  const message = 'No pudimos cargar la verificación. Inténtelo de nuevo.'
  await screen.findByRole('checkbox', { name: message })
  isFailing = false
  await tickHumanCheck(message)
  expect(await screen.findByRole('checkbox', { name: 'Verificación completa' })).toBeTruthy()
})

test('the login button is disabled when the proof has expired', async () => {
  const { humanCheck } = createClient().identity
  const { clock } = createClient()
  await openAuthPortal({
    identity: {
      humanCheck: {
        ...humanCheck,
        solve: async () => ok({ text: 'vieja', expiresAt: clock.now() - MINUTE_MS }),
      },
    },
  })
  await tickHumanCheck()
  expect(await screen.findByText('La verificación venció. Complétela de nuevo.')).toBeTruthy()
  expect(getButton('Iniciar sesión').disabled).toBe(true)
})

test('a login returns a redirected visitor to the guarded address with its query', async () => {
  const { history } = await openAuthPortal({ path: '/dashboard/spot/?vista=velas&periodo=1m' })
  expect(history().at(-1)).toBe('/')
  fireEvent.click(getBanner().getByRole('link', { name: 'Iniciar sesión' }))
  await tryLogin('demo')
  await waitFor(() => expect(history().at(-1)).toBe('/dashboard/spot/?vista=velas&periodo=1m'))
})

test('a login ignores a guarded address that is older than 30 minutes', async () => {
  const { history, ports } = await openAuthPortal({ path: '/dashboard/spot/?vista=velas' })
  ports.clock.advance(30 * 60_000 + 1)
  fireEvent.click(getBanner().getByRole('link', { name: 'Iniciar sesión' }))
  await tryLogin('demo')
  await waitFor(() => expect(history().at(-1)).toBe('/dashboard/'))
})

test('a sign-out stores no return address', async () => {
  const { history, ports } = await openAuthPortal({ path: '/dashboard/spot/?vista=velas', username: 'demo' })
  const signOut = await getBanner().findByRole('button', { name: 'Cerrar sesión' })
  await act(async () => fireEvent.click(signOut))
  await waitFor(() => expect(history().at(-1)).toBe('/'))
  expect(ports.returnAddress.read()).toBeNull()
})
