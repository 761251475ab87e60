import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { err } from '#src/domain/result.ts'
import { button, openImc, openUsers, press, tryLogin, type } from '#tests/ui/imc/imc-portal.tsx'

const at = (path: string, { history }: Pick<Awaited<ReturnType<typeof openImc>>, 'history'>) =>
  waitFor(() => expect(history().at(-1)).toBe(path))

test('a login opens the users with the name of the entity and the avatar', async () => {
  const portal = await openImc({ path: '/imc/login', as: null })
  await tryLogin('andina', 'admin')
  await screen.findByRole('heading', { name: 'Mis usuarios' })
  await at('/imc/MisUsuarios', portal)
  const banner = within(screen.getByRole('banner'))
  expect(banner.getByText('Andina de Divisas S. A.')).toBeTruthy()
  expect(banner.getByRole('button', { name: 'Menú de Paula Ibáñez Cárdenas, PA' }).textContent).toBe('PA')
  expect(portal.imc.imcSession.read()).toMatchObject({ userId: 'usr-andina-admin', role: 'administrator' })
})

test.each(['/imc/MisUsuarios?estado=activos', '/imc/Auditoria?persona=paula'])(
  '%s without a session leads to the login and back',
  async (path) => {
    const portal = await openImc({ path, as: null })
    await at('/imc/login', portal)
    await tryLogin('ANDINA', 'admin')
    await at(path, portal)
  },
)

test('refused credentials show the error box and do not clear the form', async () => {
  const { imc } = await openImc({ path: '/imc/login', as: null })
  await tryLogin('ANDINA', 'admin', 'otra')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Autenticación fallida. Por favor, verifique sus credenciales.')
  expect(alert.textContent).toContain('Usuario no encontrado o inactivo')
  expect((await screen.findByLabelText<HTMLInputElement>('Nombre de usuario')).value).toBe('admin')
  expect(imc.imcSession.read()).toBeNull()
})

test('a login without a reply shows the error at the password', async () => {
  await openImc({
    path: '/imc/login',
    as: null,
    imc: ({ imcAuth }) => ({ imcAuth: { ...imcAuth, signIn: async () => err({ kind: 'timeout' }) } }),
  })
  await tryLogin('ANDINA', 'admin')
  expect((await screen.findByText(/Se produjo un error al iniciar sesión/)).textContent).toContain('10 segundos')
  expect(screen.getByLabelText('Clave').getAttribute('aria-invalid')).toBe('true')
})

test('a form with short fields shows its errors and sends nothing', async () => {
  let sent = 0
  await openImc({
    path: '/imc/login',
    as: null,
    imc: ({ imcAuth }) => ({
      imcAuth: {
        ...imcAuth,
        signIn: (...args) => {
          sent += 1
          return imcAuth.signIn(...args)
        },
      },
    }),
  })
  await tryLogin('A', 'ad', 'xy')
  await screen.findByText('Escriba al menos 2 caracteres')
  expect(screen.getAllByText('Escriba al menos 3 caracteres')).toHaveLength(2)
  expect(sent).toBe(0)
})

test('a login with a pending password stores nothing and opens the password change, then the users', async () => {
  const portal = await openImc({ path: '/imc/login', as: null })
  await tryLogin('ANDINA', 'nuevo')
  await at('/imc/ChangePassword/usr-andina-nuevo', portal)
  expect(portal.imc.imcSession.read()).toBeNull()
  await type('Nueva contraseña', 'corta')
  await type('Repetir contraseña', 'corta')
  await press('Cambiar contraseña')
  await screen.findByText('Contraseña muy Corta')
  await type('Nueva contraseña', 'Nueva#Clave2026')
  await type('Repetir contraseña', 'Nueva#Clave2026')
  await press('Cambiar contraseña')
  await at('/imc/MisUsuarios', portal)
  expect(portal.imc.imcSession.read()).toMatchObject({ userId: 'usr-andina-nuevo' })
})

test('a password change without a pending session is logged and asks the user to sign in again', async () => {
  const { ports } = await openImc({ path: '/imc/ChangePassword/usr-andina-nuevo', as: null })
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
  await at('/imc/login', portal)
  expect(portal.imc.imcSession.read()).toBeNull()
  expect(await portal.imc.imcAuth.current()).toEqual({ ok: true, value: null })
  expect(screen.queryByRole('region', { name: 'Aviso de sesión' })).toBeNull()
  await tryLogin('ANDINA', 'operador')
  await at('/imc/MisUsuarios', portal)
})

test('only a sign-out ends the session of a client in the same browser (D55)', async () => {
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
  await at('/imc/login', portal)
  expect([portal.imc.imcSession.read(), clears]).toEqual([null, 0])
})

test('a session that the service ends redirects to the login with a notice, and the login returns to the screen', async () => {
  const portal = await openUsers({ path: '/imc/MisUsuarios?estado=activos' })
  await act(async () => portal.refusals.refuse('Su sesión terminó por cambio de clave.'))
  await at('/imc/login', portal)
  const notice = await screen.findByRole('region', { name: 'Aviso de sesión' })
  expect(notice.textContent).toContain('Su sesión terminó por cambio de clave.')
  await tryLogin('ANDINA', 'admin')
  await at('/imc/MisUsuarios?estado=activos', portal)
})

test('a stored session that is unknown to the service ends at the start', async () => {
  const portal = await openImc({
    imc: ({ imcAuth }) => ({ imcAuth: { ...imcAuth, current: async () => ({ ok: true, value: null }) } }),
  })
  await at('/imc/login', portal)
  expect((await screen.findByRole('region', { name: 'Aviso de sesión' })).textContent).toContain(
    'Su sesión terminó. Inicie sesión de nuevo.',
  )
  await press('Cerrar')
  expect(screen.queryByRole('region', { name: 'Aviso de sesión' })).toBeNull()
})

test('only an administrator has the link of the audit', async () => {
  await openUsers({ as: 'operador' })
  const menu = within(screen.getByRole('navigation', { name: 'Entidad' }))
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Mis usuarios',
    'Mis productos',
    'Mis solicitudes',
    'Costos y uso',
  ])
  expect(screen.queryByRole('button', { name: 'Crear Nuevo Usuario' })).toBeNull()
})

test('the login shows the password on request', async () => {
  await openImc({ path: '/imc/login', as: null })
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  await press('Iniciar Sesión')
  const password = await screen.findByLabelText<HTMLInputElement>('Clave')
  expect(password.type).toBe('password')
  await press('Mostrar contraseña')
  expect(password.type).toBe('text')
  expect(button('Ocultar contraseña')).toBeTruthy()
})
