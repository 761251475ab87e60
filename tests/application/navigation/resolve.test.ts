import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  isForClients,
  isForEntities,
  isPage,
  matchScreen,
  resolve,
  type Sessions,
  survivesExpiry,
  toPath,
  UNKNOWN_SESSIONS,
} from '#src/application/navigation/resolve.ts'
import {
  type Guard,
  listMenuLinks,
  PUBLIC_PAGES,
  SCREEN_NAMES,
  SCREENS,
  toScreen,
} from '#src/application/navigation/screens.ts'

const SIGNED_OUT: Sessions = { client: 'signed-out', entity: false }
const CLIENT: Sessions = { ...SIGNED_OUT, client: 'granted' }
const EXPIRED_PASSWORD: Sessions = { ...SIGNED_OUT, client: 'password-expired' }
const ENTITY: Sessions = { ...SIGNED_OUT, entity: true }

const findDestination = (path: string, sessions: Sessions) => resolve(path, sessions).destination
const findScreen = (path: string, sessions: Sessions) => findDestination(path, sessions).screen

/** The sessions of a user whom each guard admits. */
const ADMITTED: Readonly<Record<Guard, Sessions>> = {
  anyone: SIGNED_OUT,
  visitor: SIGNED_OUT,
  expired: EXPIRED_PASSWORD,
  client: CLIENT,
  entity: ENTITY,
}

const DATES = { date: '2026-11-20', month: '2026-11' }
const PARAMS = { reference: 'MD-2026-000318', userId: '7', packageId: '9', ...DATES }

test.each(SCREEN_NAMES)('the address of %s shows the screen to the users whom its guard admits', (screen) => {
  const path = toPath(screen, PARAMS)
  expect(findDestination(path, ADMITTED[toScreen(screen).guard])).toMatchObject({ screen, path })
})

test.each(SCREEN_NAMES)('without a session, %s is shown only if its guard admits visitors', (screen) => {
  const isAdmitted = ADMITTED[toScreen(screen).guard] === SIGNED_OUT
  expect(findScreen(toPath(screen, PARAMS), SIGNED_OUT) === screen).toBe(isAdmitted)
})

test.each([
  ['/nada', SIGNED_OUT, SCREENS.home.path],
  ['/auth/', SIGNED_OUT, SCREENS.home.path],
  ['/precios/anuales', SIGNED_OUT, SCREENS.home.path],
  ['/imc/', SIGNED_OUT, SCREENS.home.path],
  ['/dia/2026-02-30/', SIGNED_OUT, SCREENS.home.path],
  ['/dia/2026-2-3/', SIGNED_OUT, SCREENS.home.path],
  ['/dia/ayer/', SIGNED_OUT, SCREENS.home.path],
  ['/dia/', SIGNED_OUT, SCREENS.home.path],
  ['/dias/2026-13/', SIGNED_OUT, SCREENS.home.path],
  ['/dias/2026/', SIGNED_OUT, SCREENS.home.path],
  ['/dashboard/otra', CLIENT, SCREENS.spot.path],
  ['/DASHBOARD/spot/mas', CLIENT, SCREENS.spot.path],
  ['/dashboard/otra', SIGNED_OUT, SCREENS.home.path],
  ['/dashboard/', SIGNED_OUT, SCREENS.home.path],
  ['/dashboard/pagos/', SIGNED_OUT, SCREENS.home.path],
  ['/dashboard/nextday/', SIGNED_OUT, SCREENS.home.path],
  ['/dashboard/', EXPIRED_PASSWORD, SCREENS.expiredPassword.path],
  ['/dashboard/otra', EXPIRED_PASSWORD, SCREENS.expiredPassword.path],
  ['/auth/change-contrasena/', SIGNED_OUT, SCREENS.login.path],
  ['/auth/change-contrasena/', CLIENT, SCREENS.dashboard.path],
  ['/auth/login/', CLIENT, SCREENS.home.path],
])('%s with the sessions %o redirects to %s', (path, sessions, to) => {
  expect(findDestination(path, sessions).path).toBe(to)
})

test('matching ignores case and the trailing slash, but does not change the case of parameters', () => {
  expect(findScreen('/Dashboard/SPOT', CLIENT)).toBe('spot')
  expect(findScreen('/imc/misusuarios/', ENTITY)).toBe('imcUsers')
  expect(findDestination('/IMC/MisProductos/Detalles/AbC/', ENTITY)).toMatchObject({
    screen: 'imcPackage',
    params: { packageId: 'AbC' },
  })
})

const anySessions = fc.record({
  client: fc.constantFrom(null, 'signed-out', 'password-expired', 'granted'),
  entity: fc.constantFrom(null, true, false),
})
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
    fc.property(fc.array(anySegment), anySessions, (segments, sessions) => {
      const { path, screen } = findDestination(`/${segments.join('/')}`, sessions)
      expect(findDestination(path, sessions)).toMatchObject({ path, screen })
    }),
  )
})

test('no guard redirects before the sessions are known', () => {
  for (const screen of SCREEN_NAMES) {
    const path = toPath(screen, { reference: 'r', userId: 'u', packageId: 'p', ...DATES })
    expect(resolve(path, UNKNOWN_SESSIONS)).toMatchObject({ kind: 'screen', destination: { screen, path } })
  }
})

test('an unknown address shows the home before the sessions are known', () => {
  expect(findDestination('/no/existe', UNKNOWN_SESSIONS).screen).toBe('home')
})

test('only a redirect away from an address of a client or an entity requires a login', () => {
  const paths = ['/dashboard/spot/?vista=velas', '/imc/Costos', '/auth/change-contrasena/', '/dashboard/otra', '/nada']
  const redirects = paths.map((path) => resolve(path, SIGNED_OUT))
  expect(redirects.map(({ kind }) => kind)).toEqual(paths.map(() => 'redirect'))
  expect(redirects.map(({ requiresLogin }) => requiresLogin)).toEqual([true, true, false, false, false])
  expect(redirects[1]?.destination.path).toBe(SCREENS.imcLogin.path)
  expect(resolve('/dashboard/spot/', CLIENT).requiresLogin).toBe(false)
})

test.each(SCREEN_NAMES)('matchScreen and isPage accept every spelling of the path of %s', (screen) => {
  const path = toPath(screen, { reference: 'AbC-7', userId: 'AbC-7', packageId: 'AbC-7', ...DATES })
  const spellings = [path, path.replace(/\/$/, ''), path.toUpperCase(), `${path.replace(/\/$/, '')}/`]
  expect(spellings.map((spelling) => matchScreen(spelling)?.screen)).toEqual(spellings.map(() => screen))
  expect(spellings.every(isPage)).toBe(true)
})

test('isPage is false for an unknown path, except below the dashboard', () => {
  const unknown = ['/nada', '/auth', '/auth/nada', '/precios/anuales', '/imc', '/imc/nada', '/imc/misproductos/otra/7']
  expect(unknown.filter(isPage)).toEqual([])
  expect(isPage('/dashboard/nada/otra')).toBe(true)
})

test('toPath and matchScreen are inverse for a parameter with a slash and accents', () => {
  const path = toPath('imcPackage', { packageId: 'a/ñ' })
  const params = matchScreen(path)?.params
  expect(decodeURIComponent(params?.['packageId'] ?? '')).toBe('a/ñ')
})

test('the server renders only screens with the guard anyone or visitor', () => {
  const rendered = SCREEN_NAMES.map(toScreen).filter(({ isRendered }) => isRendered)
  expect(rendered.length).toBeGreaterThan(4)
  expect(rendered.filter(({ guard }) => guard !== 'anyone' && guard !== 'visitor')).toEqual([])
})

test('every page for search engines is rendered by the server and has a title', () => {
  const listed = SCREEN_NAMES.filter((screen) => toScreen(screen).listing)
  expect(PUBLIC_PAGES.map(({ screen }) => screen)).toEqual(listed)
  expect(listed.filter((screen) => !toScreen(screen).isRendered)).toEqual([])
})

test('the entity menu without administration has no audit', () => {
  expect(listMenuLinks('entity').map(({ label }) => label)).not.toContain('Auditoría')
  expect(listMenuLinks('administration')).toEqual([
    { screen: 'imcAccess', path: '/imc/Accesos', label: 'Accesos' },
    { screen: 'imcSessions', path: '/imc/Sesiones', label: 'Sesiones' },
    { screen: 'imcAudit', path: '/imc/Auditoria', label: 'Auditoría' },
  ])
})

test('only screens of mailed links and of the IMC area survive the end of the client session', () => {
  const surviving = SCREEN_NAMES.filter(survivesExpiry).filter((screen) => SCREENS[screen].area !== 'imc')
  expect(surviving).toEqual(['resetPassword', 'invitation'])
})

test('isForClients and isForEntities ignore the query of an address', () => {
  expect(isForClients('/dashboard/spot/?vista=velas')).toBe(true)
  expect(isForClients('/imc/MisUsuarios?pagina=2')).toBe(false)
  expect(isForEntities('/imc/misusuarios/?pagina=2')).toBe(true)
  expect(isForEntities('/dashboard/spot/')).toBe(false)
})

test('isForClients and isForEntities are false for a public address', () => {
  expect([isForClients('/nada'), isForEntities('/imc/login')]).toEqual([false, false])
})
