import type { ScreenSource } from '#src/ui/shell/lazy-screen.tsx'
import type { ScreenName } from '#src/ui/shell/routes.ts'

/** A screen of identity: its use-cases are loaded with its code. */
const identity = (load: ScreenSource['load']): ScreenSource => ({ load, prepare: ({ loadIdentity }) => loadIdentity() })

const DASHBOARD: ScreenSource = {
  area: 'dashboard',
  load: async () => (await import('#src/ui/market/dashboard.tsx')).Dashboard,
}

/** The built screens besides the home; the address of any other screen leads home. */
export const SCREENS: Partial<Readonly<Record<ScreenName, ScreenSource>>> = {
  login: identity(async () => (await import('#src/ui/auth/login.tsx')).Login),
  registration: identity(async () => (await import('#src/ui/auth/registration.tsx')).Registration),
  'forgotten-password': identity(async () => (await import('#src/ui/auth/forgotten-password.tsx')).ForgottenPassword),
  'reset-password': identity(async () => (await import('#src/ui/auth/reset-password.tsx')).ResetPassword),
  'expired-password': identity(async () => (await import('#src/ui/auth/expired-password.tsx')).ExpiredPassword),
  statistics: { load: async () => (await import('#src/ui/statistics/statistics.tsx')).Statistics },
  trm: { load: async () => (await import('#src/ui/trm/trm.tsx')).Trm },
  dashboard: DASHBOARD,
  spot: DASHBOARD,
  'next-day': DASHBOARD,
  'dashboard-statistics': DASHBOARD,
}

export const isBuilt = (screen: ScreenName): boolean => screen === 'home' || screen in SCREENS
