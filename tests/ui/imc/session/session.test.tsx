import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { err } from '#src/domain/result.ts'
import { findResult } from '#tests/ui/auth/auth-portal.tsx'
import { getButton, openImc, openUsers, press, tryLogin, type } from '#tests/ui/imc/imc-portal.tsx'

const expectAddress = (path: string, { history }: Pick<Awaited<ReturnType<typeof openImc>>, 'history'>) =>
  waitFor(() => expect(history().at(-1)).toBe(path))

test('a login opens the users and shows the entity and the initials of the user', async () => {
  const portal = await openImc({ path: '/imc/login', username: null })
  await tryLogin('andina', 'admin')
  await screen.findByRole('heading', { name: 'Mis usuarios' })
  await expectAddress('/imc/MisUsuarios', portal)
  const banner = within(screen.getByRole('banner'))
  expect(banner.getByText('Andina de Divisas S. A.')).toBeTruthy()
  expect(banner.getByRole('button', { name: 'Menú de Paula Ibáñez Cárdenas, PA' }).textContent).toBe('PA')
  expect(portal.imc.imcSession.read()).toMatchObject({ userId: 'usr-andina-admin', role: 'administrator' })
})

test('a second press of Iniciar Sesión opens the login when the first opening failed', async () => {
  const { portal } = await openImc({ path: '/imc/login', username: null })
  const createLogin = vi.spyOn(await portal.loadImc(), 'createLogin').mockImplementation(() => {
    throw new TypeError('broken')
  })
  const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logError.mockRestore())
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  await press('Iniciar Sesión')
  await screen.findByRole('group', { name: 'No pudimos mostrar esta sección' })
  createLogin.mockRestore()
  await press('Iniciar Sesión')
  await screen.findByRole('dialog', { name: 'Iniciar Sesión' })
})

test.each(['/imc/MisUsuarios?estado=activos', '/imc/Auditoria?persona=paula'])(
  '%s redirects to the login, and a login opens this path again',
  async (path) => {
    const portal = await openImc({ path, username: null })
    await expectAddress('/imc/login', portal)
    await tryLogin('ANDINA', 'admin')
    await expectAddress(path, portal)
  },
)

test('refused credentials show the error box and do not clear the form', async () => {
  const { imc } = await openImc({ path: '/imc/login', username: null })
  await tryLogin('ANDINA', 'admin', 'otra')
  const alert = await findResult()
  expect(alert.textContent).toContain('Autenticación fallida. Por favor, verifique sus credenciales.')
  expect(alert.textContent).toContain('Usuario no encontrado o inactivo')
  expect((await screen.findByLabelText<HTMLInputElement>('Nombre de usuario')).value).toBe('admin')
  expect(imc.imcSession.read()).toBeNull()
})

test('a login that times out shows an error at the password', async () => {
  await openImc({
    path: '/imc/login',
    username: null,
    imc: ({ imcAuth }) => ({ imcAuth: { ...imcAuth, signIn: async () => err({ kind: 'timeout' }) } }),
  })
  await tryLogin('ANDINA', 'admin')
  expect((await screen.findByText(/Se produjo un error al iniciar sesión/)).textContent).toContain('10 segundos')
  expect(screen.getByLabelText('Clave').getAttribute('aria-invalid')).toBe('true')
})

test('a login form with short fields shows its errors, focuses the first field and sends no request', async () => {
  let requests = 0
  await openImc({
    path: '/imc/login',
    username: null,
    imc: ({ imcAuth }) => ({
      imcAuth: {
        ...imcAuth,
        signIn: (...args) => {
          requests += 1
          return imcAuth.signIn(...args)
        },
      },
    }),
  })
  await tryLogin('A', 'ad', 'xy')
  await screen.findByText('Escriba al menos 2 caracteres')
  expect(screen.getAllByText('Escriba al menos 3 caracteres')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText('Entidad'))
  expect(requests).toBe(0)
})

test('a login that requires a new password stores a session only after the password change', async () => {
  const portal = await openImc({ path: '/imc/login', username: null })
  await tryLogin('ANDINA', 'nuevo')
  await expectAddress('/imc/ChangePassword/usr-andina-nuevo', portal)
  expect(portal.imc.imcSession.read()).toBeNull()
  await type('Nueva contraseña', 'corta')
  await type('Repetir contraseña', 'corta')
  await press('Cambiar contraseña')
  await screen.findByText('Contraseña muy Corta')
  await type('Nueva contraseña', 'Nueva#Clave2026')
  await type('Repetir contraseña', 'Nueva#Clave2026')
  await press('Cambiar contraseña')
  await expectAddress('/imc/MisUsuarios', portal)
  expect(portal.imc.imcSession.read()).toMatchObject({ userId: 'usr-andina-nuevo' })
})

test('a password change without a pending session is logged and shows that the session ended', async () => {
  const { ports } = await openImc({ path: '/imc/ChangePassword/usr-andina-nuevo', username: null })
  await type('Nueva contraseña', 'Nueva#Clave2026')
  await type('Repetir contraseña', 'Nueva#Clave2026')
  await press('Cambiar contraseña')
  await screen.findByText('Su sesión terminó. Inicie sesión de nuevo.')
  expect(ports.log.entries().map(({ message }) => message)).toEqual(['Error al cambiar la contraseña'])
})

test('Cerrar Sesión clears the storage, ends the session at the service and opens the login', async () => {
  const portal = await openUsers()
  await press('Menú de Paula Ibáñez Cárdenas, PA')
  await act(async () => screen.getByRole('menuitem', { name: 'Cerrar Sesión' }).click())
  await expectAddress('/imc/login', portal)
  expect(portal.imc.imcSession.read()).toBeNull()
  expect(await portal.imc.imcAuth.current()).toEqual({ ok: true, value: null })
  expect(screen.queryByRole('region', { name: 'Aviso de sesión' })).toBeNull()
  await tryLogin('ANDINA', 'operador')
  await expectAddress('/imc/MisUsuarios', portal)
})

test('a refused IMC session does not end the client session of the same browser (D55)', async () => {
  let clears = 0
  const portal = await openUsers({
    imc: ({ imcSession }) => ({
      imcSession: {
        ...imcSession,
        clear() {
          clears += 1
          imcSession.clear()
        },
      },
    }),
  })
  await act(async () => portal.refusals.refuse(null))
  await expectAddress('/imc/login', portal)
  // `clear` would also remove the client session.
  expect([portal.imc.imcSession.read(), clears]).toEqual([null, 0])
})

test('a refused session redirects to the login with a notice, and the login returns to the page', async () => {
  const portal = await openUsers({ path: '/imc/MisUsuarios?estado=activos' })
  await act(async () => portal.refusals.refuse('Su sesión terminó por cambio de clave.'))
  await expectAddress('/imc/login', portal)
  const notice = await screen.findByRole('region', { name: 'Aviso de sesión' })
  expect(notice.textContent).toContain('Su sesión terminó por cambio de clave.')
  await tryLogin('ANDINA', 'admin')
  await expectAddress('/imc/MisUsuarios?estado=activos', portal)
})

test('the notice of an ended session is still shown when the user returns from the home', async () => {
  const portal = await openUsers()
  await act(async () => portal.refusals.refuse('Su sesión terminó por cambio de clave.'))
  await expectAddress('/imc/login', portal)
  await screen.findByRole('region', { name: 'Aviso de sesión' })
  await portal.navigate('/')
  expect(screen.queryByText('Su sesión terminó por cambio de clave.')).toBeNull()
  await portal.navigate('/imc/login')
  await screen.findByText('Su sesión terminó por cambio de clave.')
  await press('Cerrar')
  await portal.navigate('/')
  await portal.navigate('/imc/login')
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  expect(screen.queryByText('Su sesión terminó por cambio de clave.')).toBeNull()
})

test('a stored session that the service does not know ends when the portal opens', async () => {
  const portal = await openImc({
    imc: ({ imcAuth }) => ({ imcAuth: { ...imcAuth, current: async () => ({ ok: true, value: null }) } }),
  })
  await expectAddress('/imc/login', portal)
  expect((await screen.findByRole('region', { name: 'Aviso de sesión' })).textContent).toContain(
    'Su sesión terminó. Inicie sesión de nuevo.',
  )
  await press('Cerrar')
  expect(screen.queryByRole('region', { name: 'Aviso de sesión' })).toBeNull()
})

test('the menu of a usuario has no link to the audit', async () => {
  await openUsers({ username: 'operador' })
  const menu = within(screen.getByRole('navigation', { name: 'Entidad' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Mis usuarios',
    'Mis productos',
    'Mis solicitudes',
    'Costos y uso',
    'Controles',
  ])
  expect(screen.queryByRole('button', { name: 'Crear Nuevo Usuario' })).toBeNull()
})

test('the password button shows the password', async () => {
  await openImc({ path: '/imc/login', username: null })
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  await press('Iniciar Sesión')
  const password = await screen.findByLabelText<HTMLInputElement>('Clave')
  expect(password.type).toBe('password')
  await press('Mostrar contraseña')
  expect(password.type).toBe('text')
  expect(getButton('Ocultar contraseña')).toBeTruthy()
})
