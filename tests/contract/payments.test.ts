import { createHttpClient } from '#src/adapters/http/client.ts'
import { createPaymentsApi } from '#src/adapters/http/payment/payments-api.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { createMemoryPayment } from '#src/adapters/memory/payment.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { getValue, signIn } from '#tests/contract/identity-under-test.ts'
import { type PaymentsUnderTest, paymentsGatewayContract } from '#tests/contract/payments-gateway.ts'
import { createBrowser, solveServerCheck, startIdentity, type TestBrowser } from '#tests/support/identity.ts'
import { createConfirmation, postConfirmation, sign } from '#tests/support/payments.ts'

const CODES = { approved: '1', rejected: '2', pending: '3' } as const

async function createHttpService(): Promise<PaymentsUnderTest> {
  const server = await startIdentity({ payments: true })
  const { url, time } = server
  const createGateway = (browser: TestBrowser) => {
    const fetch: typeof globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', browser.cookies())
      return globalThis.fetch(input, { ...init, headers })
    }
    return createPaymentsApi({ http: createHttpClient({ base: `${url}/api/market`, fetch }) })
  }
  const visitor = createGateway(createBrowser(url))
  return {
    visitor,
    async client(username) {
      const browser = createBrowser(url)
      await browser.logIn(username)
      return createGateway(browser)
    },
    async settle(reference, transaction) {
      const row = await server.database.db
        .selectFrom('payment_orders')
        .select('total')
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow()
      const changes = { x_cod_response: CODES[transaction] }
      await postConfirmation(url, sign(createConfirmation({ referencia: reference, total: row.total }, changes)))
    },
    solve: async () => ({ text: await solveServerCheck(url), expiresAt: Number.MAX_SAFE_INTEGER }),
    now: time.now,
    advance: time.pass,
  }
}

const CARD = { card: 'Visa 1111', authorization: '702418', reason: 'Fondos insuficientes' }

async function createMemoryService(): Promise<PaymentsUnderTest> {
  const clock = createMemoryClock(toInstant('2026-11-21', '09:43:15'))
  const identity = createMemoryIdentity({ clock })
  const payment = createMemoryPayment({ accounts: identity.accounts, humanCheck: identity.humanCheck, clock })
  const { payments: visitor } = payment.browser(() => null)
  return {
    visitor,
    async client(username) {
      const browser = identity.browser()
      await signIn(browser, username)
      return payment.browser(browser.findClient).payments
    },
    settle: async (reference, transaction) => visitor.settle(reference, transaction, CARD),
    solve: async () => getValue(await identity.humanCheck.solve()),
    now: clock.now,
    advance: clock.suspend,
  }
}

paymentsGatewayContract('memory', createMemoryService)
paymentsGatewayContract('HTTP', createHttpService)
