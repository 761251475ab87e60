/**
 * The use-cases and views of the portal, without a UI. An area needs only its own ports:
 * `createMarketArea`, `createIdentityArea`, `createImcArea`, `createPaymentArea`. `createPortal` ties
 * all of them together and loads the code of an area when it is needed.
 *
 * A view is a `Readable`: `getSnapshot` returns its state, `subscribe` starts it and calls a
 * listener after each change. It stops with its last subscriber. User-visible texts are Spanish.
 */

// Areas, each alone, and the whole portal
export { createIdentityArea, createImcArea, createMarketArea, createPaymentArea } from '#src/application/areas.ts'
export { createClientMarketsView } from '#src/application/client-markets.ts'
export { closeClient } from '#src/application/close-client.ts'
export { type AreaPorts, createPortal, type Portal, type Ports } from '#src/application/portal.ts'
export type { PortalConfig, PortalLinks } from '#src/application/portal-config.ts'

// The kernel of what lives in time
export {
  combine,
  createReadable,
  createState,
  type Readable,
  type State,
  switchMap,
  waitUntil,
  withWork,
} from '#src/application/platform/readable.ts'
export { createResource, type Resource, type ResourceState } from '#src/application/platform/resource.ts'
export { type AddressedList, createListView, type ListSnapshot, type ListView } from '#src/application/platform/list.ts'
export type { Announcer, Toasts } from '#src/application/platform/notices.ts'

// Ports
export type {
  ApplicationToken,
  AuthGateway,
  HumanCheck,
  IdentityPorts,
  PasswordGateway,
  ProofOfWorkCheck,
  RegistrationGateway,
  RememberedUsername,
  SessionPorts,
  SessionRefusals,
  SessionStore,
  WidgetCheck,
} from '#src/application/identity/ports.ts'
export type {
  AuditGateway,
  ImcPorts,
  ImcRefusals,
  ImcSessionGateway,
  ImcSessionStore,
  PackagesGateway,
  RequestsGateway,
  ScreensGateway,
  UsersGateway,
} from '#src/application/imc/ports.ts'
export type {
  DayValue,
  HolidayGateway,
  MarketGateway,
  MarketPorts,
  MarketStream,
  NewsGateway,
  QuotesGateway,
} from '#src/application/market/ports.ts'
export type { Checkout, PaymentPorts, PaymentsGateway } from '#src/application/payment/ports.ts'
export type {
  Clipboard,
  Clock,
  Downloads,
  Frames,
  Log,
  MarketClock,
  Page,
  PagePorts,
  PageState,
  PlatformPorts,
  ReloadMark,
  ScrollPositions,
  TextFile,
  Theme,
  ThemeStore,
  Timers,
} from '#src/application/platform/ports.ts'
export { createTimerFrames } from '#src/application/platform/clocks.ts'

// States of views
export type { DirectLogin } from '#src/application/identity/direct-login.ts'
export type { ClientSession } from '#src/application/identity/session.ts'
export type { LoginSnapshot, LoginView } from '#src/application/identity/login.ts'
export type { RegistrationSnapshot, RegistrationView } from '#src/application/identity/registration.ts'
export type { RequestView, TimelineEntry } from '#src/application/imc/requests/request.ts'
export type { ScreensState, ScreensView } from '#src/application/imc/screens/screens.ts'
export type { ImcLoginView } from '#src/application/imc/session/login.ts'
export type { ImcSessionSnapshot, ImcSessionView } from '#src/application/imc/session/session.ts'
export type { TableState, TableView } from '#src/application/imc/table.ts'
export type { LiveMarketOptions, LiveMarketState, LiveMarketView } from '#src/application/market/dashboard.ts'
export type { HomeState, HomeView } from '#src/application/market/home.ts'
export type { MarketHead, MarketStatus } from '#src/application/market/market-status.ts'
export type { StatisticsState, StatisticsView } from '#src/application/market/statistics.ts'
export type { TrmHistoryView, TrmState } from '#src/application/market/trm.ts'
export type { CheckoutFlow, CheckoutState } from '#src/application/payment/checkout.ts'

// Sentences of states and failures
export { formatFailure } from '#src/application/platform/apology.ts'
export { failureMessage } from '#src/application/platform/failure-messages.ts'
export { type ConfigFailure, startProblems } from '#src/application/platform/start-failure.ts'
export { LOGIN_REFUSAL_MESSAGES, loginFailureText, SESSION_ACTIVE } from '#src/application/identity/login.ts'
export { SESSION_EXPIRED, sessionRefusedText } from '#src/application/identity/session.ts'
export { listFailureMessage } from '#src/application/imc/messages.ts'
export { requestSubject, toKindText, toRequestDate, toStatusText } from '#src/application/imc/requests/requests.ts'
export { statusCountsText, toStatusName } from '#src/application/imc/screens/screens.ts'
export { countUsers, ROLE_WORDS, usersSummary, userStatusWord } from '#src/application/imc/users/users.ts'
export {
  closeTitle,
  DELAY_NOTE,
  DIRECTION_WORDS,
  lastDealText,
  MARKET_TITLES,
  PRICE_LABELS,
  WAITING_FOR_DATA,
} from '#src/application/market/market-messages.ts'
export { ageNotice, marketState, realTimeMarketState } from '#src/application/market/market-status.ts'
export { comparisonText, referenceText, toHeadline, toReferencePrices } from '#src/application/market/prices.ts'

// Addresses of the portal's screens
export { type Destination, resolve, toPath } from '#src/application/navigation/resolve.ts'
export { SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
