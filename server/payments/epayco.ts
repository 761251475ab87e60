import * as z from 'zod/mini'

import type { MerchantAccount } from '#server/config/payment-settings.ts'
import {
  isTestFlag,
  type PaymentProvider,
  type ProviderTransaction,
  toTransactionDetails,
  toTransactionState,
} from '#server/payments/provider.ts'
import { singleLine } from '#src/adapters/http/contract/values.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** URL of a transaction by its reference number, which confirmations contain. */
export const EPAYCO_NUMBER_URL = 'https://secure.payco.co/restpagos/transaction/response.json'
/** URL of a transaction by its hexadecimal reference, which the result page gets. */
export const EPAYCO_REFERENCE_URL = 'https://secure.epayco.co/validation/v1/reference/'

/** Timeout of a reply, body included. */
const TIMEOUT_MS = 8 * SECOND_MS
const MAX_REPLY_BYTES = 100_000
const MAX_DETAIL_LENGTH = 200

/** A short line about the transaction; null for other values. */
const detail = z.catch(
  z.nullable(
    z.pipe(
      z.union([singleLine(0, MAX_DETAIL_LENGTH), z.number()]),
      z.transform((value) => `${value}`),
    ),
  ),
  null,
)

const text = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform((value) => `${value}`),
)

const transactionReply = z.object({
  success: z.literal(true),
  data: z.object({
    x_id_invoice: text,
    x_amount: text,
    x_currency_code: text,
    x_cod_response: text,
    x_test_request: z.optional(z.nullable(text)),
    x_franchise: detail,
    x_cardnumber: detail,
    x_approval_code: detail,
    x_response_reason_text: detail,
  }),
})

const unknownReply = z.object({ success: z.literal(false) })

/** Reads a body. Throws when the body is longer than `MAX_REPLY_BYTES`. */
async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_REPLY_BYTES) throw new Error('epayco: the reply is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function toTransactionUrl(reference: string, publicKey: string): string {
  if (!/^\d+$/.test(reference)) return `${EPAYCO_REFERENCE_URL}${encodeURIComponent(reference)}`
  return `${EPAYCO_NUMBER_URL}?${new URLSearchParams({ ref_payco: reference, public_key: publicKey })}`
}

interface EpaycoDeps {
  readonly merchant: MerchantAccount
  readonly publicKey: string
  /** Whether the configured checkout is in test mode. */
  readonly test: boolean
  readonly fetch: typeof globalThis.fetch
  /** Timeout of a reply, in ms. */
  readonly timeoutMs?: number
}

/**
 * Creates the provider ePayco. Its signature covers neither the invoice nor the state, and payers
 * can read the signature. Therefore each transaction is also read at ePayco.
 */
export function createEpayco(deps: EpaycoDeps): PaymentProvider {
  const { merchant, publicKey, test, fetch, timeoutMs = TIMEOUT_MS } = deps

  async function readTransaction(reference: string): Promise<ProviderTransaction | null> {
    const response = await fetch(toTransactionUrl(reference, publicKey), {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = JSON.parse(await readBody(response))
    if (unknownReply.safeParse(body).success) return null
    if (!response.ok) throw new Error(`epayco: status ${response.status}`)
    const { data } = transactionReply.parse(body)
    return {
      // The reference of the order, not of the transaction.
      reference: data.x_id_invoice,
      amount: data.x_amount,
      currency: data.x_currency_code,
      state: toTransactionState(data.x_cod_response),
      isTest: isTestFlag(data.x_test_request ?? ''),
      ...toTransactionDetails(data),
    }
  }

  return { name: 'epayco', merchant, acceptsTests: test, readTransaction }
}
