import { type Guard, SCREEN_NAMES, SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import type { DashboardAccess } from '#src/domain/identity/session.ts'

/** The sessions of a browser. Null while a session is unknown: then its guard does not redirect. */
export interface Sessions {
  readonly client: DashboardAccess | null
  /** Whether an entity's user is signed in. */
  readonly entity: boolean | null
}

export const UNKNOWN_SESSIONS: Sessions = { client: null, entity: null }

/** A screen and its address. */
export interface Destination {
  readonly screen: ScreenName
  /** Without the query. */
  readonly path: string
  /** The values of the colon segments. */
  readonly params: Readonly<Record<string, string>>
}

/** What an address shows. After a redirect, the path of the destination is another address. */
interface Resolution {
  readonly kind: 'screen' | 'redirect'
  readonly destination: Destination
  /** Whether the address needs a login first, which returns to it (D69). */
  readonly requiresLogin: boolean
}

const toSegments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

/** Returns the values of the colon segments; null if the path does not match. */
function parseParams(screen: ScreenName, path: string): Readonly<Record<string, string>> | null {
  const { path: pattern, accepts = {} } = toScreen(screen)
  const expected = toSegments(pattern)
  const actual = toSegments(path)
  if (expected.length !== actual.length) return null
  const params: Record<string, string> = {}
  for (const [i, name] of expected.entries()) {
    const value = actual[i] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = value
    else if (name.toLowerCase() !== value.toLowerCase()) return null
  }
  const isAccepted = Object.entries(accepts).every(([name, accept]) => accept(params[name] ?? ''))
  return isAccepted ? params : null
}

/**
 * Finds the screen of an address, with or without a query; null for an unknown address. Case and
 * slashes at the end are ignored (D42).
 */
export function matchScreen(address: string): Destination | null {
  const path = address.replace(/[?#].*$/, '')
  for (const screen of SCREEN_NAMES) {
    const params = parseParams(screen, path)
    if (params !== null) return { screen, path, params }
  }
  return null
}

/** Creates the path of a screen with parameters. */
export const toPath = (screen: ScreenName, params: Readonly<Record<string, string>>): string =>
  SCREENS[screen].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The user id in an address that marks no row (D57). */
export const NO_USER = '0'

/** The address that each guard redirects to; null without a redirect. */
const REDIRECTS: Readonly<Record<Guard, (sessions: Sessions) => string | null>> = {
  anyone: () => null,
  visitor: ({ client }) => (client === null || client === 'signed-out' ? null : SCREENS.home.path),
  expired: ({ client }) => {
    if (client === 'signed-out') return SCREENS.login.path
    return client === 'granted' ? SCREENS.dashboard.path : null
  },
  client: ({ client }) => {
    if (client === 'signed-out') return SCREENS.home.path
    return client === 'password-expired' ? SCREENS.expiredPassword.path : null
  },
  entity: ({ entity }) => (entity === false ? SCREENS.imcLogin.path : null),
}

const isBelowDashboard = (path: string) => toSegments(path)[0]?.toLowerCase() === 'dashboard'

/** The address that an unknown address redirects to (§2.1, D42). */
const toFallback = (path: string): string => (isBelowDashboard(path) ? SCREENS.spot.path : SCREENS.home.path)

function toRedirect(address: string, sessions: Sessions, requiresLogin: boolean): Resolution {
  return { kind: 'redirect', destination: resolve(address, sessions).destination, requiresLogin }
}

/** Resolves an address for the sessions of a browser. */
export function resolve(address: string, sessions: Sessions): Resolution {
  const destination = matchScreen(address)
  if (destination === null) return toRedirect(toFallback(address), sessions, false)
  const { guard } = SCREENS[destination.screen]
  const redirect = REDIRECTS[guard](sessions)
  if (redirect === null) return { kind: 'screen', destination, requiresLogin: false }
  return toRedirect(redirect, sessions, guard === 'client' || guard === 'entity')
}

/** Creates a function that is true for the addresses of a guard. */
const createGuardTest =
  (guard: Guard) =>
  (address: string): boolean => {
    const found = matchScreen(address)
    return found !== null && SCREENS[found.screen].guard === guard
  }

/** True for the address of a screen that needs a client session. */
export const isForClients = createGuardTest('client')

/** True for the address of a screen that needs the session of an entity's user. */
export const isForEntities = createGuardTest('entity')

/** Whether the path is a page of the portal, or redirects to a page of the dashboard. */
export const isPage = (path: string): boolean => matchScreen(path) !== null || isBelowDashboard(path)

/** True if two addresses are equal except for case and slashes (D42). */
export const isSamePath = (path: string, other: string): boolean =>
  path.replaceAll('/', '').toLowerCase() === other.replaceAll('/', '').toLowerCase()

/** Whether a screen can be left open when the client session expires: it needs no such session. */
export const survivesExpiry = (screen: ScreenName): boolean => {
  const { area, isOpenedByLink = false } = toScreen(screen)
  return area === 'imc' || (area === 'auth' && isOpenedByLink)
}
