/**
 * The rules of the dollar market, of clients, of entities and of payments, as pure functions. They
 * need no clock, no network and no storage: the caller passes instants and values.
 */

// Results and failures
export type { CallFailure, StorageFailure } from '#src/domain/call.ts'
export { err, ok, type Result } from '#src/domain/result.ts'

// Time of Bogotá
export {
  addDays,
  type BogotaDate,
  DAY_MS,
  formatTime,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  parseDate,
  SECOND_MS,
  toDate,
  toInstant,
  toIso,
} from '#src/domain/time/bogota.ts'

// Spanish texts and numbers
export {
  formatCopTotal,
  formatCount,
  formatFileSize,
  formatMonthlyCost,
  formatPercent,
  formatPoints,
  formatPrice,
  formatPricePesos,
  formatRate,
  formatSigned,
  formatStock,
  formatUsd,
  MISSING,
} from '#src/domain/money.ts'
export {
  compareText,
  foldText,
  formatClock,
  formatDayAndMonth,
  formatLongDate,
  formatShortClock,
  formatShortDate,
} from '#src/domain/text.ts'

// The market: its calendar, its figures, its tape of deals
export {
  isBusinessDay,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  referenceDate,
  tradingDayOnOrBefore,
} from '#src/domain/trading/calendar.ts'
export { findLargeDeals, type ListedDeal, parseMinimumAmount } from '#src/domain/trading/deal-list.ts'
export { changeDirection, computeMove, direction, displayedPrice, type Move } from '#src/domain/trading/figures.ts'
export {
  type CloseAndAverage,
  CURRENCY_PAIR,
  type Direction,
  type DollarAmounts,
  type DollarPrices,
  MARKETS,
  type Market,
  type PriceFigure,
  SECTORS,
  type Sector,
  VISITOR_DELAY_MINUTES,
} from '#src/domain/trading/market.ts'
export { getSeriesRange, type IntradaySeries } from '#src/domain/trading/series.ts'
export { STATISTICS_COLUMNS, type StatisticsColumn, type StatisticsRow } from '#src/domain/trading/statistics.ts'
export { createTape, type DealColumns, type Tape, type TapeFigures } from '#src/domain/trading/tape.ts'
export { type MarketPhase, marketPhase, TRADING_HOURS, tradingBounds } from '#src/domain/trading/trading-hours.ts'
export { parseLookupDay, TRM_SPANS, type TrmSpan, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
export type { TrmHistory, TrmNow, TrmPeriod, TrmRange } from '#src/domain/trading/trm-periods.ts'

// Charts and quotes
export { type Candle, toDayCandles } from '#src/domain/charting/candles.ts'
export { CHART_VIEWS, type ChartView } from '#src/domain/charting/chart-view.ts'
export { type Bands, bollinger, sma } from '#src/domain/charting/indicators.ts'
export { PERIODS, type Period } from '#src/domain/charting/intervals.ts'
export type { CandleHistory, PeriodChart } from '#src/domain/charting/period-chart.ts'
export type { FeedStatuses, SimulatedKind } from '#src/domain/quotes/feeds.ts'
export { excerpt, type NewsItem } from '#src/domain/quotes/news.ts'
export { type CurrencyQuote, type IndexSeries, type SecurityQuote, selectQuotes } from '#src/domain/quotes/quotes.ts'

// Clients: account, session, passwords, registration
export {
  type ClientUser,
  type ConfirmedUser,
  type LoginOutcome,
  toConfirmedUser,
} from '#src/domain/identity/account.ts'
export { isEmail } from '#src/domain/identity/email.ts'
export type { HumanProof } from '#src/domain/identity/human-check-machine.ts'
export { type LoginForm, loginViolations, type SignInRequest } from '#src/domain/identity/login.ts'
export {
  passwordRuleStates,
  passwordStrength,
  passwordViolations,
  type PasswordStrength,
} from '#src/domain/identity/password.ts'
export {
  COUNTRIES,
  REGISTRATION_LENGTHS,
  type RegistrationForm,
  registrationViolations,
} from '#src/domain/identity/registration.ts'
export {
  type ClientSessionState,
  newSession,
  SESSION_LIFETIME_MS,
  type SessionRefusal,
  type StoredSession,
  type StoredSessionState,
} from '#src/domain/identity/session.ts'

// Entities: users, screens, requests, packages, audit
export { type AttachedFile, attachmentViolation, MAX_ATTACHMENT_BYTES } from '#src/domain/attachment.ts'
export { AUDIT_ACTIONS, type AuditFilter, type AuditLine } from '#src/domain/imc/audit/audit.ts'
export { type PackageCost, sumCosts } from '#src/domain/imc/packages/monthly-cost.ts'
export { MAX_QUANTITY, MIN_QUANTITY, parseQuantity } from '#src/domain/imc/packages/package-order.ts'
export type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/packages/packages.ts'
export {
  isSettled,
  needsDocuments,
  type RequestDetail,
  type RequestKind,
  type RequestRow,
  type RequestStatus,
} from '#src/domain/imc/requests/requests.ts'
export type { FreeScreen, Profile, ScreenRow, ScreenStatus } from '#src/domain/imc/screens/screen.ts'
export { offeredActions, type ScreenAction } from '#src/domain/imc/screens/screen-lifecycle.ts'
export { type ImcCredentials, imcLoginViolations } from '#src/domain/imc/session/login-form.ts'
export type { ImcLogin, ImcSession } from '#src/domain/imc/session/session.ts'
export type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
export { canWrite, IMC_ROLES, type ImcRole } from '#src/domain/imc/users/roles.ts'
export { findActivation } from '#src/domain/imc/users/user-actions.ts'
export { checkNewUser, checkUserEdit, type UserFormValues } from '#src/domain/imc/users/user-form.ts'

// Plans and payment
export { isOrderReference, type OrderKey, type OrderStatus, type PaymentOrder } from '#src/domain/payment/order.ts'
export { findPlan, monthlyCost, monthlySaving, PLANS, type Plan } from '#src/domain/payment/plans.ts'
