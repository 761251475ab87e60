import type { ScreenSource } from '#src/ui/shell/lazy-screen.tsx'
import type { ScreenName } from '#src/ui/shell/routes.ts'

/** Creates the source of an identity screen, which also loads the use-cases of identity. */
const toIdentityScreen = (load: ScreenSource['load']): ScreenSource => ({
  load,
  prepare: ({ loadIdentity }) => loadIdentity(),
})

const PAYMENT: ScreenSource = {
  area: 'payment',
  load: async () => (await import('#src/ui/payment/payment-area.tsx')).PaymentArea,
}

const DASHBOARD: ScreenSource = {
  area: 'dashboard',
  load: async () => (await import('#src/ui/market/dashboard.tsx')).Dashboard,
}

/**
 * The source of all screens of the IMC area. The area chooses the screen by its name
 * (`src/ui/imc/imc-screens.ts`).
 */
const IMC: ScreenSource = {
  area: 'imc',
  load: async () => (await import('#src/ui/imc/imc-area.tsx')).ImcArea,
  prepare: ({ loadImc }) => loadImc(),
}

const RESET_PASSWORD = toIdentityScreen(async () => (await import('#src/ui/auth/reset-password.tsx')).ResetPassword)

/** The source of each screen except the home, which is part of the first load. */
export const SCREENS: Readonly<Record<Exclude<ScreenName, 'home'>, ScreenSource>> = {
  login: toIdentityScreen(async () => (await import('#src/ui/auth/login.tsx')).Login),
  registration: toIdentityScreen(async () => (await import('#src/ui/auth/registration.tsx')).Registration),
  'forgotten-password': toIdentityScreen(
    async () => (await import('#src/ui/auth/forgotten-password.tsx')).ForgottenPassword,
  ),
  'reset-password': RESET_PASSWORD,
  invitation: RESET_PASSWORD,
  'expired-password': toIdentityScreen(async () => (await import('#src/ui/auth/expired-password.tsx')).ExpiredPassword),
  statistics: { load: async () => (await import('#src/ui/statistics/statistics.tsx')).Statistics },
  trm: { load: async () => (await import('#src/ui/trm/trm.tsx')).Trm },
  pricing: PAYMENT,
  'checkout-return': PAYMENT,
  dashboard: DASHBOARD,
  spot: DASHBOARD,
  'next-day': DASHBOARD,
  'dashboard-statistics': DASHBOARD,
  payments: DASHBOARD,
  payment: DASHBOARD,
  'imc-login': IMC,
  'imc-password': IMC,
  'imc-users': IMC,
  'imc-products': IMC,
  'imc-product': IMC,
  'imc-screens': IMC,
  'imc-requests': IMC,
  'imc-costs': IMC,
  'imc-audit': IMC,
}
