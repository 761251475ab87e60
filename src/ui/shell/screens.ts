import type { ScreenName } from '#src/application/navigation/screens.ts'
import type { ScreenSource } from '#src/ui/shell/lazy-screen.tsx'

/** Creates the source of an identity screen, which also loads the use-cases of identity. */
const toIdentityScreen = (load: ScreenSource['load']): ScreenSource => ({
  load,
  prepare: ({ loadIdentity }) => loadIdentity(),
})

/** Creates the source of a screen of the market, which also loads the views of the market. */
const toMarketScreen = (load: ScreenSource['load']): ScreenSource => ({
  load,
  prepare: ({ loadMarket }) => loadMarket(),
})

const toPaymentScreen = (load: ScreenSource['load']): ScreenSource => ({
  load,
  prepare: ({ loadPayment }) => loadPayment(),
})

const RESET_PASSWORD = toIdentityScreen(async () => (await import('#src/ui/auth/reset-password.tsx')).ResetPassword)

/** The menu of the dashboard next to a screen. */
const DASHBOARD: ScreenSource = {
  group: 'dashboard',
  load: async () => (await import('#src/ui/market/dashboard-frame.tsx')).DashboardFrame,
}

/** The menu of the entity next to a screen; it checks the session of the entity's user. */
const IMC: ScreenSource = {
  group: 'imc',
  load: async () => (await import('#src/ui/imc/imc-area.tsx')).ImcArea,
  prepare: ({ loadImc }) => loadImc(),
}

const STATISTICS = toMarketScreen(async () => (await import('#src/ui/statistics/statistics.tsx')).Statistics)

/** The screens of the markets. They contain the frame of the dashboard, below their ticker. */
const MARKET: ScreenSource = {
  ...toMarketScreen(async () => (await import('#src/ui/market/market-screen.tsx')).MarketScreen),
  group: 'market',
}

/** The source of each screen except the home, which is part of the first load. */
export const SCREEN_SOURCES: Readonly<Record<Exclude<ScreenName, 'home'>, ScreenSource>> = {
  pricing: { load: async () => (await import('#src/ui/payment/pricing.tsx')).Pricing },
  checkoutReturn: toPaymentScreen(async () => (await import('#src/ui/payment/order-screen.tsx')).CheckoutReturn),
  statistics: STATISTICS,
  trm: toMarketScreen(async () => (await import('#src/ui/trm/trm.tsx')).Trm),
  login: toIdentityScreen(async () => (await import('#src/ui/auth/login.tsx')).Login),
  registration: toIdentityScreen(async () => (await import('#src/ui/auth/registration.tsx')).Registration),
  forgottenPassword: toIdentityScreen(
    async () => (await import('#src/ui/auth/forgotten-password.tsx')).ForgottenPassword,
  ),
  resetPassword: RESET_PASSWORD,
  invitation: RESET_PASSWORD,
  expiredPassword: toIdentityScreen(async () => (await import('#src/ui/auth/expired-password.tsx')).ExpiredPassword),
  dashboard: MARKET,
  spot: MARKET,
  nextDay: MARKET,
  dashboardStatistics: { ...STATISTICS, frame: DASHBOARD },
  payments: { ...toPaymentScreen(async () => (await import('#src/ui/payment/orders.tsx')).Orders), frame: DASHBOARD },
  payment: {
    ...toPaymentScreen(async () => (await import('#src/ui/payment/order-screen.tsx')).ClientOrder),
    frame: DASHBOARD,
  },
  imcLogin: { frame: IMC, load: async () => (await import('#src/ui/imc/session/login.tsx')).ImcLogin },
  imcPassword: { frame: IMC, load: async () => (await import('#src/ui/imc/session/password.tsx')).ImcPassword },
  imcUsers: { frame: IMC, load: async () => (await import('#src/ui/imc/users/users.tsx')).Users },
  imcPackages: { frame: IMC, load: async () => (await import('#src/ui/imc/packages/packages.tsx')).Packages },
  imcScreens: { frame: IMC, load: async () => (await import('#src/ui/imc/screens/screens.tsx')).Screens },
  imcPackage: { frame: IMC, load: async () => (await import('#src/ui/imc/packages/package.tsx')).Package },
  imcRequests: { frame: IMC, load: async () => (await import('#src/ui/imc/requests/requests.tsx')).Requests },
  imcCosts: { frame: IMC, load: async () => (await import('#src/ui/imc/packages/costs.tsx')).Costs },
  imcAudit: { frame: IMC, load: async () => (await import('#src/ui/imc/audit/audit.tsx')).Audit },
}
