import * as z from 'zod/mini'
import { toOrderAddress } from '#src/application/navigation/query.ts'
import { matchScreen } from '#src/application/navigation/resolve.ts'
import type { Checkout } from '#src/application/payment/ports.ts'
import { fetchOnce } from '#src/application/platform/load-code.ts'
import type { Page } from '#src/application/platform/ports.ts'
import type { CheckoutOutcome } from '#src/domain/payment/checkout-machine.ts'
import type { CheckoutOrder } from '#src/domain/payment/order.ts'
import { CURRENCY } from '#src/domain/payment/plans.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** The provider's script. The content security policy allows it only on the pricing page. */
export const EPAYCO_SCRIPT = 'https://checkout.epayco.co/checkout.js'

/** Maximum wait for the script, in ms; a later script counts as blocked. */
export const SCRIPT_TIMEOUT_MS = 10 * SECOND_MS

/** Interval between two checks of a busy page before a reload, in ms. */
export const BUSY_RECHECK_MS = SECOND_MS

/** The provider's window. It calls `onCloseModal` when the payer closes it. */
interface EpaycoHandler {
  open(payment: Readonly<Record<string, string>>): void
  onCloseModal?: () => void
}

interface EpaycoApi {
  readonly checkout: {
    configure(account: { readonly key: string; readonly test: boolean }): EpaycoHandler
  }
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const epaycoApi = z.custom<EpaycoApi>((value) => {
  const api = z.looseObject({ checkout: z.looseObject({ configure: z.unknown() }) }).safeParse(value)
  return api.success && isFunction(api.data.checkout.configure)
})

interface EpaycoCheckoutDeps {
  readonly window: Window & typeof globalThis
  readonly page: Pick<Page, 'busy' | 'reload'>
  /** The public key of the account. */
  readonly publicKey: string
  /** True for payments that ePayco only simulates. */
  readonly test: boolean
  /** The URL that receives the confirmations, absolute or a path of this origin. */
  readonly confirmation: string
}

/** Loads the script. Rejects when it is blocked, late or without the provider's API. */
function loadApi(window: Window & typeof globalThis): Promise<EpaycoApi> {
  const { document } = window
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const timer = window.setTimeout(onError, SCRIPT_TIMEOUT_MS)
    function onError() {
      window.clearTimeout(timer)
      element.remove()
      reject(new Error(`checkout: ${EPAYCO_SCRIPT} did not load`))
    }
    element.addEventListener('error', onError)
    element.addEventListener('load', () => {
      const api = epaycoApi.safeParse(Reflect.get(window, 'ePayco'))
      if (!api.success) return onError()
      window.clearTimeout(timer)
      resolve(api.data)
    })
    element.async = true
    element.src = EPAYCO_SCRIPT
    document.head.append(element)
  })
}

/**
 * Whether the content security policy of this document allows the script; true if unknown. The
 * server allows it only in a document that it sends for the pricing page. The router opens the
 * page without a new document.
 */
function allowsScript({ performance, location }: Window): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined || matchScreen(new URL(entry.name, location.href).pathname)?.screen === 'pricing'
}

/** The checkout in ePayco's window over the page (§7.1). Amounts are in whole pesos. */
export function createEpaycoCheckout({ window, page, publicKey, test, confirmation }: EpaycoCheckoutDeps): Checkout {
  const loadOnce = fetchOnce(() => loadApi(window))

  const toAbsolute = (address: string) => new URL(address, window.location.origin).href

  const toPayment = ({ reference, access, base, tax, total, email }: CheckoutOrder) => ({
    name: 'Mercado Dólar',
    description: 'Servicio de datos del dólar',
    invoice: reference,
    currency: CURRENCY.toLowerCase(),
    amount: `${total}`,
    tax_base: `${base}`,
    tax: `${tax}`,
    country: 'co',
    lang: 'es',
    // Opens a window over the page, not a page of the provider.
    external: 'false',
    response: toAbsolute(toOrderAddress({ reference, access })),
    confirmation: toAbsolute(confirmation),
    methodconfirmation: 'post',
    ...(email !== null && { email_billing: email }),
  })

  /** Settles when the payer closes the window, the page is left, or `signal` aborts. */
  const openWindow = (api: EpaycoApi, order: CheckoutOrder, signal: AbortSignal) =>
    new Promise<CheckoutOutcome>((resolve) => {
      const handler = api.checkout.configure({ key: publicKey, test })
      const onClose = () => resolve('closed')
      handler.onCloseModal = onClose
      signal.addEventListener('abort', onClose, { once: true })
      window.addEventListener('pagehide', () => resolve('leaving'), { once: true })
      handler.open(toPayment(order))
    })

  /** Waits until no dialog is open and no field has focus, then reloads the page. */
  function reloadWhenIdle(signal: AbortSignal) {
    if (signal.aborted) return
    if (!page.busy()) return page.reload()
    const timer = window.setTimeout(() => reloadWhenIdle(signal), BUSY_RECHECK_MS)
    signal.addEventListener('abort', () => window.clearTimeout(timer), { once: true })
  }

  return {
    kind: 'epayco',
    isOverPage: true,

    async prepare(signal) {
      if (signal.aborted || !allowsScript(window)) {
        reloadWhenIdle(signal)
        // Never settles: the page reloads, or the caller has aborted.
        return new Promise(() => {})
      }
      void loadOnce().catch(() => undefined)
    },

    load: () =>
      loadOnce().then(
        () => true,
        () => false,
      ),

    async open(order, signal) {
      try {
        const api = await loadOnce()
        return signal.aborted ? 'closed' : await openWindow(api, order, signal)
      } catch {
        // The script did not load, or it rejects the account.
        return 'blocked'
      }
    },
  }
}
