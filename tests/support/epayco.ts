import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

import { EPAYCO_NUMBER_URL } from '#server/payments/epayco.ts'
import { startIdentity, type TestIdentityOptions } from '#tests/support/identity.ts'
import { createConfirmation, type Form, sign } from '#tests/support/payments.ts'

const MERCHANT = { customer: '90210', key: 'una-clave-de-epayco' }
const ENV = { EPAYCO_CUSTOMER: MERCHANT.customer, EPAYCO_KEY: MERCHANT.key }
const CHECKOUT = { provider: 'epayco', publicKey: 'pk-1', test: false } as const

let lastReference = 320_878_260

/** Creates an unsigned confirmation of ePayco, whose reference is a number. */
export function createEpaycoConfirmation(order: Parameters<typeof createConfirmation>[0], changes: Form = {}): Form {
  lastReference += 1
  return createConfirmation(order, { x_ref_payco: `${lastReference}`, ...changes })
}

/** Signs a form with the key of the test account. */
export const signAsEpayco = (form: Form): Form => sign(form, MERCHANT)

export const EPAYCO_MERCHANT = MERCHANT

/**
 * The provider's reply for a transaction: a complete reply, no reply, the first bytes of a reply,
 * or bytes until the caller disconnects.
 */
export type EpaycoReply =
  | { readonly status?: number; readonly location?: string; readonly body: string }
  | 'silent'
  | 'unfinished'
  | 'endless'

const CHUNK = ' '.repeat(65_536)

function* repeat(chunk: string) {
  while (true) yield chunk
}

/** Sends spaces until the caller disconnects. */
function sendEndlessly(response: ServerResponse) {
  const source = Readable.from(repeat(CHUNK))
  response.on('close', () => source.destroy())
  source.pipe(response)
}

function sendReply(response: ServerResponse, reply: EpaycoReply) {
  if (reply === 'silent') return
  if (reply === 'unfinished') return void response.writeHead(200).write('{"success":')
  if (reply === 'endless') return sendEndlessly(response)
  const { status = 200, location, body } = reply
  response.writeHead(status, location === undefined ? {} : { location }).end(body)
}

/**
 * Starts a fake ePayco server, which sends the test's reply for each transaction. Returns a `fetch`
 * that calls this server.
 */
export async function startFakeEpayco(reply: (reference: string) => EpaycoReply): Promise<typeof globalThis.fetch> {
  const server = createServer((request, response) => {
    sendReply(response, reply(new URL(request.url ?? '', 'http://epayco').searchParams.get('ref_payco') ?? ''))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return (input, init) => globalThis.fetch(String(input).replace(EPAYCO_NUMBER_URL, url), init)
}

/** Creates the reply of ePayco for the transaction of a confirmation. */
export const createTransactionReply = (form: Form, changes: Readonly<Record<string, unknown>> = {}) => ({
  body: JSON.stringify({
    success: true,
    data: {
      x_id_invoice: form['x_id_invoice'],
      x_amount: Number(form['x_amount']),
      x_currency_code: 'COP',
      x_cod_response: 1,
      x_test_request: 'FALSE',
      x_franchise: 'VS',
      x_cardnumber: '457562*******1111',
      x_approval_code: '702418',
      x_response_reason_text: '00-Aprobada',
      ...changes,
    },
  }),
})

/** The reply of ePayco for an unknown transaction. */
export const UNKNOWN_TRANSACTION = { body: '{"success":false,"text_response":"Transacción no existe","data":[]}' }

/** Starts a server with the checkout of ePayco; `fetch` replaces the calls to ePayco. */
export const startWithEpayco = (fetch: typeof globalThis.fetch, options: TestIdentityOptions = {}) =>
  startIdentity({
    ...options,
    payments: { fetch },
    env: { ...ENV, ...options.env },
    portal: { checkout: CHECKOUT },
  })
