import { INVITATION_PAGE, PATHS, RESET_PASSWORD_PAGE } from '#src/domain/page-paths.ts'
import { ORDER_PAGE } from '#src/domain/payment/order-page.ts'

export type Area = 'public' | 'auth' | 'dashboard' | 'imc'

/**
 * The users who may see a screen. `visitor` is a signed-out visitor (§2.3), `expired` a client with
 * an expired password (D6), and `client` a client with a stored session. `entity` is an entity's
 * user (§2.1), whose session `src/ui/imc/imc-area.tsx` checks.
 */
export type Guard = 'anyone' | 'visitor' | 'expired' | 'client' | 'entity'

export interface Route {
  readonly screen: string
  /** Segments that start with a colon match any value. */
  readonly path: string
  readonly area: Area
  readonly guard: Guard
}

/** The route table of §2.1. The route of `imc-screens` is before that of `imc-product` (D57). */
export const ROUTES = [
  { screen: 'home', path: PATHS.home, area: 'public', guard: 'anyone' },
  { screen: 'pricing', path: PATHS.pricing, area: 'public', guard: 'anyone' },
  { screen: 'checkout-return', path: ORDER_PAGE, area: 'public', guard: 'anyone' },
  { screen: 'statistics', path: PATHS.statistics, area: 'public', guard: 'anyone' },
  { screen: 'trm', path: PATHS.trm, area: 'public', guard: 'anyone' },
  { screen: 'login', path: PATHS.login, area: 'auth', guard: 'visitor' },
  { screen: 'registration', path: PATHS.registration, area: 'auth', guard: 'anyone' },
  { screen: 'forgotten-password', path: PATHS.forgottenPassword, area: 'auth', guard: 'anyone' },
  { screen: 'reset-password', path: RESET_PASSWORD_PAGE, area: 'auth', guard: 'anyone' },
  { screen: 'invitation', path: INVITATION_PAGE, area: 'auth', guard: 'anyone' },
  { screen: 'expired-password', path: PATHS.expiredPassword, area: 'auth', guard: 'expired' },
  { screen: 'dashboard', path: PATHS.dashboard, area: 'dashboard', guard: 'client' },
  { screen: 'spot', path: PATHS.spot, area: 'dashboard', guard: 'client' },
  { screen: 'next-day', path: PATHS.nextDay, area: 'dashboard', guard: 'client' },
  { screen: 'dashboard-statistics', path: PATHS.dashboardStatistics, area: 'dashboard', guard: 'client' },
  { screen: 'payments', path: PATHS.payments, area: 'dashboard', guard: 'client' },
  { screen: 'payment', path: '/dashboard/pagos/:reference', area: 'dashboard', guard: 'client' },
  { screen: 'imc-login', path: PATHS.imcLogin, area: 'imc', guard: 'anyone' },
  { screen: 'imc-password', path: '/imc/ChangePassword/:userId', area: 'imc', guard: 'anyone' },
  { screen: 'imc-users', path: PATHS.imcUsers, area: 'imc', guard: 'entity' },
  { screen: 'imc-products', path: PATHS.imcProducts, area: 'imc', guard: 'entity' },
  {
    screen: 'imc-screens',
    path: '/imc/MisProductos/Detalles/SubDetalles/:userId',
    area: 'imc',
    guard: 'entity',
  },
  { screen: 'imc-product', path: '/imc/MisProductos/Detalles/:productId', area: 'imc', guard: 'entity' },
  { screen: 'imc-requests', path: PATHS.imcRequests, area: 'imc', guard: 'entity' },
  { screen: 'imc-costs', path: PATHS.imcCosts, area: 'imc', guard: 'entity' },
  { screen: 'imc-audit', path: PATHS.imcAudit, area: 'imc', guard: 'entity' },
] as const satisfies readonly Route[]

export type ScreenName = (typeof ROUTES)[number]['screen']

/**
 * Screens that the server renders. They are the same for every visitor, and their query applies
 * only after hydration. For other screens the server renders only the header and the footer.
 */
const SERVER_RENDERED_SCREENS: ReadonlySet<ScreenName> = new Set<ScreenName>([
  'home',
  'statistics',
  'trm',
  'pricing',
  'login',
  'registration',
  'forgotten-password',
])

export const isServerRendered = (screen: ScreenName): boolean => SERVER_RENDERED_SCREENS.has(screen)

/** Creates a function that is true for the addresses of a guard, with or without a query. */
const createGuardTest =
  (guard: Guard) =>
  (address: string): boolean =>
    ROUTES.find((route) => parseParams(route.path, address.replace(/[?#].*$/, '')) !== null)?.guard === guard

/** True for the address of a screen that needs a client session. */
export const isForClients = createGuardTest('client')

/** True for the address of a screen that needs the session of an entity's user. */
export const isForImcUsers = createGuardTest('entity')

export const findArea = (screen: ScreenName): Area => ROUTES.find((route) => route.screen === screen)?.area ?? 'public'

/** The session status for the guards; all flags are false for a visitor. */
export interface SessionFlags {
  readonly isClient: boolean
  /** The client's password expired and must be changed first (D6). */
  readonly isPasswordExpired: boolean
}

export const SIGNED_OUT: SessionFlags = { isClient: false, isPasswordExpired: false }

/** The screen of an address. After a redirect, `path` is the new address. */
export interface Destination {
  readonly screen: ScreenName
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

const toSegments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

/**
 * Returns the values of the colon segments; null if the address does not match. Case and slashes
 * at the end are ignored (D42).
 */
function parseParams(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const expected = toSegments(pattern)
  const actual = toSegments(path)
  if (expected.length !== actual.length) return null
  const params: Record<string, string> = {}
  for (const [i, name] of expected.entries()) {
    const value = actual[i] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = value
    else if (name.toLowerCase() !== value.toLowerCase()) return null
  }
  return params
}

/** The address that each guard redirects to; null without a redirect. */
const REDIRECTS: Readonly<Record<Guard, (flags: SessionFlags) => string | null>> = {
  anyone: () => null,
  visitor: ({ isClient }) => (isClient ? PATHS.home : null),
  expired: ({ isClient, isPasswordExpired }) => {
    if (!isClient) return PATHS.login
    return isPasswordExpired ? null : PATHS.dashboard
  },
  client: ({ isClient, isPasswordExpired }) => {
    if (!isClient) return PATHS.home
    return isPasswordExpired ? PATHS.expiredPassword : null
  },
  entity: () => null,
}

/**
 * Returns the path to which an unknown address redirects: the spot market below the dashboard, else
 * the home (§2.1).
 */
const findFallback = (path: string): string =>
  toSegments(path)[0]?.toLowerCase() === 'dashboard' ? PATHS.spot : PATHS.home

/**
 * Returns the destination of an address after all redirects. Guards do not redirect while the
 * session is unknown (`flags` is null).
 */
export function findDestination(path: string, flags: SessionFlags | null): Destination {
  for (const { screen, path: pattern, guard } of ROUTES) {
    const params = parseParams(pattern, path)
    if (params === null) continue
    const redirect = flags && REDIRECTS[guard](flags)
    return redirect === null ? { screen, path, params } : findDestination(redirect, flags)
  }
  return findDestination(findFallback(path), flags)
}
