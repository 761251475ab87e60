import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PATHS } from '#src/domain/page-paths.ts'
import {
  findDestination,
  isForClients,
  isForImcUsers,
  isServerRendered,
  ROUTES,
  type SessionFlags,
  SIGNED_OUT,
} from '#src/ui/shell/routes.ts'

const CLIENT: SessionFlags = { ...SIGNED_OUT, isClient: true }
const EXPIRED_PASSWORD: SessionFlags = { ...CLIENT, isPasswordExpired: true }

const findScreen = (path: string, flags: SessionFlags) => findDestination(path, flags).screen

test('ROUTES has every route of the specification', () => {
  expect(ROUTES.map(({ path }) => path).sort()).toEqual(
    [
      '/',
      '/auth/login/',
      '/auth/registro/',
      '/auth/recuperar-contrasena/',
      '/auth/reset-contrasena/',
      '/auth/invitacion/',
      '/auth/change-contrasena/',
      '/dashboard/',
      '/dashboard/spot/',
      '/dashboard/nextday/',
      '/dashboard/estadisticas/',
      '/dashboard/pagos/',
      '/dashboard/pagos/:reference',
      '/precios/',
      '/precios/respuesta/',
      '/estadisticas/',
      '/trm/',
      '/imc/login',
      '/imc/ChangePassword/:userId',
      '/imc/MisUsuarios',
      '/imc/MisProductos',
      '/imc/MisProductos/Detalles/:productId',
      '/imc/MisProductos/Detalles/SubDetalles/:userId',
      '/imc/MisSolicitudes',
      '/imc/Costos',
      '/imc/Auditoria',
    ].sort(),
  )
})

test.each([
  ['/', SIGNED_OUT, 'home'],
  ['/precios/', SIGNED_OUT, 'pricing'],
  ['/precios/respuesta/', SIGNED_OUT, 'checkout-return'],
  ['/estadisticas/', SIGNED_OUT, 'statistics'],
  ['/trm/', SIGNED_OUT, 'trm'],
  ['/auth/login/', SIGNED_OUT, 'login'],
  ['/auth/registro/', SIGNED_OUT, 'registration'],
  ['/auth/reset-contrasena/', SIGNED_OUT, 'reset-password'],
  ['/auth/invitacion/', SIGNED_OUT, 'invitation'],
  ['/imc/login', SIGNED_OUT, 'imc-login'],
  ['/imc/ChangePassword/7', SIGNED_OUT, 'imc-password'],
  ['/dashboard/', CLIENT, 'dashboard'],
  ['/dashboard/spot/', CLIENT, 'spot'],
  ['/dashboard/nextday/', CLIENT, 'next-day'],
  ['/dashboard/estadisticas/', CLIENT, 'dashboard-statistics'],
  ['/dashboard/pagos/', CLIENT, 'payments'],
  ['/dashboard/pagos/MD-2026-000318', CLIENT, 'payment'],
  ['/imc/MisUsuarios', SIGNED_OUT, 'imc-users'],
  ['/imc/MisProductos/Detalles/9', SIGNED_OUT, 'imc-product'],
  ['/imc/MisProductos/Detalles/SubDetalles/7', SIGNED_OUT, 'imc-screens'],
  ['/imc/MisSolicitudes', SIGNED_OUT, 'imc-requests'],
  ['/imc/Costos', SIGNED_OUT, 'imc-costs'],
  ['/imc/Auditoria', SIGNED_OUT, 'imc-audit'],
])('%s with the session %o shows the screen %s', (path, flags, screen) => {
  expect(findDestination(path, flags)).toMatchObject({ screen, path })
})

test.each([
  ['/nada', SIGNED_OUT, PATHS.home],
  ['/auth/', SIGNED_OUT, PATHS.home],
  ['/precios/anuales', SIGNED_OUT, PATHS.home],
  ['/imc/', SIGNED_OUT, PATHS.home],
  ['/dashboard/otra', CLIENT, PATHS.spot],
  ['/DASHBOARD/spot/mas', CLIENT, PATHS.spot],
  ['/dashboard/otra', SIGNED_OUT, PATHS.home],
  ['/dashboard/', SIGNED_OUT, PATHS.home],
  ['/dashboard/pagos/', SIGNED_OUT, PATHS.home],
  ['/dashboard/nextday/', SIGNED_OUT, PATHS.home],
  ['/dashboard/', EXPIRED_PASSWORD, PATHS.expiredPassword],
  ['/dashboard/otra', EXPIRED_PASSWORD, PATHS.expiredPassword],
  ['/auth/change-contrasena/', SIGNED_OUT, PATHS.login],
  ['/auth/change-contrasena/', CLIENT, PATHS.dashboard],
  ['/auth/login/', CLIENT, PATHS.home],
])('%s with the session %o redirects to %s', (path, flags, to) => {
  expect(findDestination(path, flags).path).toBe(to)
})

test('matching ignores case and the trailing slash, but does not change the case of parameters', () => {
  expect(findScreen('/Dashboard/SPOT', CLIENT)).toBe('spot')
  expect(findScreen('/imc/misusuarios/', SIGNED_OUT)).toBe('imc-users')
  expect(findDestination('/IMC/MisProductos/Detalles/AbC/', SIGNED_OUT)).toMatchObject({
    screen: 'imc-product',
    params: { productId: 'AbC' },
  })
})

const anyFlags = fc.record({ isClient: fc.boolean(), isPasswordExpired: fc.boolean() })
const anySegment = fc.constantFrom(
  'dashboard',
  'imc',
  'auth',
  'spot',
  'MisProductos',
  'Detalles',
  '',
  '..',
  '%',
  'ñ',
  '7',
)

test('a redirect leads to an address that does not redirect', () => {
  fc.assert(
    fc.property(fc.array(anySegment), anyFlags, (segments, flags) => {
      const { path, screen } = findDestination(`/${segments.join('/')}`, flags)
      expect(findDestination(path, flags)).toMatchObject({ path, screen })
    }),
  )
})

test('no guard redirects before the session is known', () => {
  for (const { path, screen } of ROUTES.filter((route) => !route.path.includes(':'))) {
    expect(findDestination(path, null)).toMatchObject({ screen, path })
  }
})

test('an unknown address shows the home before the session is known', () => {
  expect(findDestination('/no/existe', null).screen).toBe('home')
})

test('the server renders only screens with the guard anyone or visitor', () => {
  const renderedRoutes = ROUTES.filter(({ screen }) => isServerRendered(screen))
  expect(renderedRoutes.length).toBeGreaterThan(4)
  expect(renderedRoutes.filter(({ guard }) => guard !== 'anyone' && guard !== 'visitor')).toEqual([])
})

test('isForClients and isForImcUsers ignore the query of an address', () => {
  expect(isForClients('/dashboard/spot/?vista=velas')).toBe(true)
  expect(isForClients('/imc/MisUsuarios?pagina=2')).toBe(false)
  expect(isForImcUsers('/imc/misusuarios/?pagina=2')).toBe(true)
  expect(isForImcUsers('/dashboard/spot/')).toBe(false)
})

test('isForClients and isForImcUsers are false for a public address', () => {
  expect([isForClients('/nada'), isForImcUsers('/imc/login')]).toEqual([false, false])
})
