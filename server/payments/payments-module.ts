import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/connection.ts'
import type { Delivery } from '#server/delivery/delivery.ts'
import { forbidCaching } from '#server/http/headers.ts'
import { refuseInvalidKeys } from '#server/http/idempotency-key.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { registerConfirmationRoute } from '#server/payments/confirmation-route.ts'
import { createConfirm } from '#server/payments/confirmations.ts'
import { createEpayco } from '#server/payments/epayco.ts'
import { createOrderOperations, type OrderOperations } from '#server/payments/order-operations.ts'
import { type IdentifyClient, registerOrderRoutes, type VerifyHuman } from '#server/payments/order-routes.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { createSettle, type PayerAccounts } from '#server/payments/settlement.ts'
import { registerTermRoute } from '#server/payments/term-route.ts'
import { PAYMENT_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The portal's configuration names a checkout that the server cannot serve. */
export interface CheckoutFailure {
  /**
   * ePayco without its account or its public key, or a checkout without real charges on a server
   * without demo data.
   */
  readonly kind: 'no-checkout-account' | 'no-checkout-key' | 'sandbox-without-demo' | 'test-without-demo'
}

/** Returns why the configured checkout cannot be served; null when it can be served (D78). */
export function findCheckoutFailure(
  { checkout }: Pick<PortalConfig, 'checkout'>,
  { demoData, payment }: Pick<ServerConfig, 'demoData' | 'payment'>,
): CheckoutFailure | null {
  if (checkout?.provider === 'sandbox') return demoData ? null : { kind: 'sandbox-without-demo' }
  if (checkout?.provider !== 'epayco') return null
  if (!checkout.publicKey) return { kind: 'no-checkout-key' }
  if (payment.merchant === null) return { kind: 'no-checkout-account' }
  // The numbers of the test cards are public: anyone could get access without paying.
  return checkout.test && !demoData ? { kind: 'test-without-demo' } : null
}

/** Maximum new orders per network and minute. */
const ORDERS_PER_MINUTE = 10

/** Maximum audit entries of refused confirmations per network and minute. */
const REFUSALS_PER_MINUTE = 10

/** Maximum calls to the provider for confirmations, per network and minute. */
const CALLS_PER_MINUTE = 60

export interface SandboxDeps {
  readonly database: Database
  /** The URL of this server for confirmations. */
  readonly confirmationUrl: () => string
  readonly fetch: typeof globalThis.fetch
  readonly logger: Logger
  /** The real clock, not the market clock. */
  readonly now: () => Instant
}

/** A provider whose card page is part of this server. Only demonstrations have it. */
export interface PaymentSandbox {
  readonly provider: PaymentProvider
  /** Adds the card page. */
  register(app: FastifyInstance, deps: SandboxDeps): Promise<void>
}

export interface PaymentsDeps {
  readonly config: Pick<ServerConfig, 'payment' | 'identity'>
  readonly portal: Pick<PortalConfig, 'checkout'>
  readonly database: Database
  /** The real clock, not the market clock. */
  readonly now: () => Instant
  readonly delivery: Pick<Delivery, 'deliverSoon'>
  readonly payerAccounts: PayerAccounts
  readonly identifyClient: IdentifyClient
  readonly verifyHuman: VerifyHuman
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  /** The URL of this server; the sandbox sends confirmations there. */
  readonly ownUrl: () => string
  readonly sandbox: PaymentSandbox
  readonly logger: Logger
  readonly fetch?: typeof globalThis.fetch
}

/** Creates the configured provider; null without a checkout. The start has checked the account. */
function createProvider({ portal, config, sandbox, fetch = globalThis.fetch }: PaymentsDeps): PaymentProvider | null {
  const { checkout } = portal
  if (checkout?.provider === 'sandbox') return sandbox.provider
  if (checkout?.provider !== 'epayco') return null
  const { merchant } = config.payment
  const { publicKey } = checkout
  if (merchant === null || !publicKey) throw new Error('payments: ePayco needs its account and its public key')
  return createEpayco({ merchant, publicKey, test: checkout.test, fetch })
}

/** The orders of plans and their payment, with the operator's operations on them. */
interface PaymentsModule extends ServerModule {
  readonly operations: OrderOperations
}

/** Opens the orders of plans and their payment (D78). */
export function openPayments(deps: PaymentsDeps): PaymentsModule {
  const { config, database, now, delivery, payerAccounts, identifyClient, verifyHuman, publicUrl, ownUrl, logger } =
    deps
  const { sandbox, fetch = globalThis.fetch } = deps
  const { deliverSoon } = delivery
  const provider = createProvider(deps)
  const sessionNow = () => now() + config.identity.clockOffset
  const settle = createSettle({ payerAccounts, sessionNow, publicUrl })
  const report = (error: unknown) =>
    logger.error({ err: error }, 'payments: the transaction cannot be read at the provider')
  const callLimit = createRateLimit(CALLS_PER_MINUTE, now)
  const confirm = provider && createConfirm({ database, provider, settle, callLimit, now, report })

  const confirmationUrl = () => `${ownUrl()}${MARKET_BASE}${PAYMENT_PATHS.confirmation}`

  return {
    operations: createOrderOperations({ database, provider, settle, now, deliverSoon, report }),

    register(app: FastifyInstance) {
      app.register(
        async (scope) => {
          forbidCaching(scope)
          scope.register(async (orders) => {
            refuseInvalidKeys(orders)
            registerOrderRoutes(orders, {
              database,
              identifyClient,
              provider: provider?.name ?? null,
              verifyHuman,
              limit: createRateLimit(ORDERS_PER_MINUTE, now),
              now,
            })
            registerTermRoute(orders, { database, identifyClient, payerAccounts, sessionNow })
          })
          scope.register((forms) =>
            registerConfirmationRoute(forms, {
              database,
              confirm,
              auditLimit: createRateLimit(REFUSALS_PER_MINUTE, now),
              deliverSoon,
              now,
            }),
          )
        },
        { prefix: MARKET_BASE },
      )
      if (provider === sandbox.provider)
        app.register((scope) => sandbox.register(scope, { database, confirmationUrl, fetch, logger, now }))
    },
  }
}
