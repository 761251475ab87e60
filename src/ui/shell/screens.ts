import { resolve, UNKNOWN_SESSIONS } from '#src/application/navigation/resolve.ts'
import { type RenderedScreen, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import type { Portal } from '#src/application/portal.ts'
import type { LazyPart } from '#src/ui/parts/lazy-part.tsx'
import { lazyScreen, type ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/** A component of a screen or of a frame. */
interface ScreenPart {
  readonly Part: LazyPart<ScreenProps>
  /**
   * Screens of one group share a component. A navigation between such screens does not mount the
   * component again.
   */
  readonly group?: string
  /** The frame around the screen, which stays mounted between its screens. */
  readonly frame?: ScreenPart
  /** The module that the part imports. A page from the server has its style sheets. */
  readonly module?: string
}

type LoadedScreen = Exclude<ScreenName, 'home'>

/** The server needs the module of each screen that it renders. */
type ScreenParts = {
  readonly [Name in LoadedScreen]: Name extends RenderedScreen ? ScreenPart & { readonly module: string } : ScreenPart
}

type Load = Parameters<typeof lazyScreen>[0]

/** Creates an identity screen, which also loads the use-cases of identity. */
const identityScreen = (load: Load): ScreenPart => ({ Part: lazyScreen(load, ({ loadIdentity }) => loadIdentity()) })

/** Creates a screen of the market, which also loads the views of the market. */
const marketScreen = (load: Load): ScreenPart => ({ Part: lazyScreen(load, ({ loadMarket }) => loadMarket()) })

const paymentScreen = (load: Load): ScreenPart => ({ Part: lazyScreen(load, ({ loadPayment }) => loadPayment()) })

const alertsScreen = (load: Load): ScreenPart => ({ Part: lazyScreen(load, ({ loadAlerts }) => loadAlerts()) })

const RESET_PASSWORD = identityScreen(async () => (await import('#src/ui/auth/reset-password.tsx')).ResetPassword)

/** The menu of the dashboard next to a screen. */
const DASHBOARD: ScreenPart = {
  group: 'dashboard',
  Part: lazyScreen(async () => (await import('#src/ui/market/dashboard-frame.tsx')).DashboardFrame),
}

/** The menu of the entity next to a screen; it checks the session of the entity's user. */
const IMC: ScreenPart = {
  group: 'imc',
  Part: lazyScreen(
    async () => (await import('#src/ui/imc/imc-area.tsx')).ImcArea,
    ({ loadImc }) => loadImc(),
  ),
}

const imcScreen = (load: Load): ScreenPart => ({ frame: IMC, Part: lazyScreen(load) })

/** The packages of the entity, with the subscriptions of the package in the address. */
const PACKAGES: ScreenPart = {
  ...imcScreen(async () => (await import('#src/ui/imc/packages/packages.tsx')).Packages),
  group: 'packages',
}

const STATISTICS = marketScreen(async () => (await import('#src/ui/statistics/statistics.tsx')).Statistics)

/** The screens of the markets. They contain the frame of the dashboard, below their ticker. */
const MARKET: ScreenPart = {
  ...marketScreen(async () => (await import('#src/ui/market/market-screen.tsx')).MarketScreen),
  group: 'market',
}

/** The days of the month in the address. */
const MONTHS = {
  ...marketScreen(async () => (await import('#src/ui/days/month.tsx')).MonthScreen),
  group: 'months',
  module: 'src/ui/days/month.tsx',
}

/** A page of the operator, with a sample text (§2.2). */
const SAMPLE = {
  Part: lazyScreen(async () => (await import('#src/ui/legal/sample-page.tsx')).SamplePage),
  module: 'src/ui/legal/sample-page.tsx',
}

/** The component of each screen except the home, which is part of the first load. */
export const SCREEN_PARTS: ScreenParts = {
  widget: {
    Part: lazyScreen(async () => (await import('#src/ui/widget/widget.tsx')).Widget),
    module: 'src/ui/widget/widget.tsx',
  },
  pricing: {
    Part: lazyScreen(async () => (await import('#src/ui/payment/pricing.tsx')).Pricing),
    module: 'src/ui/payment/pricing.tsx',
  },
  checkoutReturn: paymentScreen(async () => (await import('#src/ui/payment/order-screen.tsx')).CheckoutReturn),
  statistics: { ...STATISTICS, module: 'src/ui/statistics/statistics.tsx' },
  trm: { ...marketScreen(async () => (await import('#src/ui/trm/trm.tsx')).Trm), module: 'src/ui/trm/trm.tsx' },
  converter: {
    ...marketScreen(async () => (await import('#src/ui/converter/converter.tsx')).Converter),
    module: 'src/ui/converter/converter.tsx',
  },
  days: MONTHS,
  month: MONTHS,
  day: { ...marketScreen(async () => (await import('#src/ui/days/day.tsx')).DayScreen), module: 'src/ui/days/day.tsx' },
  exchange: SAMPLE,
  contact: SAMPLE,
  privacy: SAMPLE,
  dataTreatment: SAMPLE,
  termsOfUse: SAMPLE,
  login: {
    ...identityScreen(async () => (await import('#src/ui/auth/login.tsx')).Login),
    module: 'src/ui/auth/login.tsx',
  },
  registration: {
    ...identityScreen(async () => (await import('#src/ui/auth/registration.tsx')).Registration),
    module: 'src/ui/auth/registration.tsx',
  },
  forgottenPassword: {
    ...identityScreen(async () => (await import('#src/ui/auth/forgotten-password.tsx')).ForgottenPassword),
    module: 'src/ui/auth/forgotten-password.tsx',
  },
  resetPassword: RESET_PASSWORD,
  invitation: RESET_PASSWORD,
  expiredPassword: identityScreen(async () => (await import('#src/ui/auth/expired-password.tsx')).ExpiredPassword),
  dashboard: MARKET,
  spot: MARKET,
  nextDay: MARKET,
  spotWindow: MARKET,
  nextDayWindow: MARKET,
  dashboardStatistics: { ...STATISTICS, frame: DASHBOARD },
  alerts: { ...alertsScreen(async () => (await import('#src/ui/alerts/alerts.tsx')).AlertsScreen), frame: DASHBOARD },
  payments: { ...paymentScreen(async () => (await import('#src/ui/payment/orders.tsx')).Orders), frame: DASHBOARD },
  payment: {
    ...paymentScreen(async () => (await import('#src/ui/payment/order-screen.tsx')).ClientOrder),
    frame: DASHBOARD,
  },
  apiKeys: { ...identityScreen(async () => (await import('#src/ui/auth/api-keys.tsx')).ApiKeys), frame: DASHBOARD },
  secondFactor: {
    ...identityScreen(async () => (await import('#src/ui/auth/second-factor.tsx')).ClientSecondFactor),
    frame: DASHBOARD,
  },
  imcLogin: imcScreen(async () => (await import('#src/ui/imc/session/login.tsx')).ImcLogin),
  imcPassword: imcScreen(async () => (await import('#src/ui/imc/session/password.tsx')).ImcPassword),
  imcFactorSetup: imcScreen(async () => (await import('#src/ui/imc/session/second-factor.tsx')).ImcFactorSetup),
  imcSecondFactor: imcScreen(async () => (await import('#src/ui/imc/session/second-factor.tsx')).ImcSecondFactor),
  imcUsers: imcScreen(async () => (await import('#src/ui/imc/users/users.tsx')).Users),
  imcPackages: PACKAGES,
  imcScreens: imcScreen(async () => (await import('#src/ui/imc/screens/screens.tsx')).Screens),
  imcPackage: PACKAGES,
  imcRequests: imcScreen(async () => (await import('#src/ui/imc/requests/requests.tsx')).Requests),
  imcCosts: imcScreen(async () => (await import('#src/ui/imc/packages/costs.tsx')).Costs),
  imcReview: imcScreen(async () => (await import('#src/ui/imc/reviews/review.tsx')).ReviewScreen),
  imcGovernance: imcScreen(async () => (await import('#src/ui/imc/governance/governance.tsx')).GovernanceScreen),
  imcAccess: imcScreen(async () => (await import('#src/ui/imc/access/access.tsx')).Access),
  imcSessions: imcScreen(async () => (await import('#src/ui/imc/session/open-sessions.tsx')).OpenSessions),
  imcAudit: imcScreen(async () => (await import('#src/ui/imc/audit/audit.tsx')).Audit),
}

/**
 * Loads the screen that the server renders for an address. With its code, the first render has the
 * content of the server.
 */
export async function loadRenderedScreen(portal: Portal, address: string): Promise<void> {
  const { screen } = resolve(address, UNKNOWN_SESSIONS).destination
  if (screen !== 'home' && toScreen(screen).isRendered) await SCREEN_PARTS[screen].Part.load(portal)
}
