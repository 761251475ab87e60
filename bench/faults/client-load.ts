import { randomBytes } from 'node:crypto'
import type { Acknowledged } from '#bench/faults/acknowledged.ts'
import { findCookie, JSON_HEADERS, type Send } from '#bench/faults/send.ts'
import { createSandboxConfirmation } from '#server/demo/payments/sandbox.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { CHALLENGE_PATH } from '#server/identity/identity-module.ts'
import { hashSecret } from '#server/secrets.ts'
import {
  HUMAN_CHECK_HEADER,
  IDEMPOTENCY_HEADER,
  IDENTITY_PATHS,
  PAYMENT_PATHS,
  TAKEOVER_HEADER,
} from '#src/adapters/http/contract/paths.ts'
import { newOrderReply } from '#src/adapters/http/contract/payment/payments.ts'
import { solveProofOfWork } from '#src/adapters/system/proof-of-work.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { TEST_CARDS } from '#src/simulator/test-cards.ts'

const SESSION_COOKIE = 'md_cliente'
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

interface ClientLoadParts {
  readonly send: Send
  readonly acknowledged: Acknowledged
  /** The start of all ids. */
  readonly run: string
}

interface Purchase {
  readonly reference: string
  readonly email: string
  /** The signed confirmation of the provider. */
  readonly confirmation: Readonly<Record<string, string>>
}

/** Creates the load of visitors and clients: orders, their confirmations by the provider, and logins. */
export function createClientLoad({ send, acknowledged, run }: ClientLoadParts) {
  /** The ordered plan that the provider has not confirmed yet. */
  let purchase: Purchase | null = null

  async function solveHumanCheck(url: string) {
    const reply = await send(url, { method: 'GET', path: CHALLENGE_PATH })
    if (reply?.status !== 200) return null
    const challenge: unknown = JSON.parse(reply.text)
    const solution = await solveProofOfWork(challenge)
    return { [HUMAN_CHECK_HEADER]: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
  }

  async function order(url: string) {
    const check = await solveHumanCheck(url)
    if (check === null) return
    const email = `${run}-${acknowledged.purchases.length}@compra.example`
    const headers = { ...JSON_HEADERS, ...check, [IDEMPOTENCY_HEADER]: `carga-de-una-orden-de-pago-${email}` }
    const body = JSON.stringify({ plan: 'anual', email })
    const reply = await send(url, { path: MARKET_BASE + PAYMENT_PATHS.orders, headers, body })
    if (reply?.status !== 200) return
    const { data } = newOrderReply.parse(JSON.parse(reply.text))
    const [card] = TEST_CARDS
    const confirmation = createSandboxConfirmation(
      {
        ...{ invoice: data.referencia, total: data.total, currency: data.moneda },
        ...{ cardNumber: card?.number ?? '', tampering: 'none' },
      },
      {
        ...{ reference: `ref-${randomBytes(8).toString('hex')}`, authorization: '702418' },
        transactionId: `txn-${randomBytes(8).toString('hex')}`,
      },
    )
    purchase = { reference: data.referencia, email, confirmation }
  }

  async function confirm(url: string, { reference, email, confirmation }: Purchase) {
    const body = new URLSearchParams(confirmation)
    const reply = await send(url, { path: MARKET_BASE + PAYMENT_PATHS.confirmation, headers: FORM_HEADERS, body })
    if (reply?.status !== 200) return
    purchase = null
    acknowledged.purchases.push({ reference, email })
  }

  return {
    /** Orders a plan, or confirms the payment of the last order. */
    buy: (url: string) => (purchase === null ? order(url) : confirm(url, purchase)),

    /** Signs in the demo client, which ends its last session. */
    async signIn(url: string) {
      const check = await solveHumanCheck(url)
      if (check === null) return
      const headers = { ...JSON_HEADERS, ...check, [TAKEOVER_HEADER]: '1' }
      const body = JSON.stringify({ usr: 'demo', pwd: DEMO_PASSWORD })
      const reply = await send(url, { path: MARKET_BASE + IDENTITY_PATHS.login, headers, body })
      const cookie = reply && findCookie(reply, SESSION_COOKIE)
      if (cookie !== null) acknowledged.logins.push(hashSecret(cookie.slice(SESSION_COOKIE.length + 1)))
    },
  }
}
