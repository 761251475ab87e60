import { Window } from 'happy-dom'
import { expect, test, vi } from 'vitest'

import {
  BUSY_RECHECK_MS,
  createEpaycoCheckout,
  EPAYCO_SCRIPT,
  SCRIPT_TIMEOUT_MS,
} from '#src/adapters/browser/epayco-checkout.ts'
import { createNoCheckout, createSandboxCheckout } from '#src/adapters/browser/sandbox-checkout.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

/** Creates a window whose head stores scripts and loads no script. */
function createWindow() {
  const window = new Window({ url: 'http://portal.test/precios/' }) as unknown as globalThis.Window & typeof globalThis
  const scripts: HTMLScriptElement[] = []
  Object.defineProperty(window.document.head, 'append', {
    value(script: HTMLScriptElement) {
      scripts.push(script)
      Object.defineProperty(script, 'remove', { value: () => scripts.splice(scripts.indexOf(script), 1) })
    },
  })
  return { window, scripts }
}

const ORDER = {
  reference: 'MD-2026-000318',
  access: 'ac-95d0e7',
  plan: 'annual',
  base: 1_692_209,
  tax: 321_520,
  total: 2_013_729,
  email: 'mordonez@nandu.example',
} as const

/** A signal that never aborts. */
const NEVER_ABORTED = new AbortController().signal

/**
 * Creates a page that the server sent for `documentAddress`. `loadScript` and `failScript` simulate
 * the provider's script.
 */
function createPage(documentAddress = 'http://portal.test/precios/') {
  const { window, scripts } = createWindow()
  const reload = vi.fn()
  const user = { isBusy: false }
  Object.defineProperty(window, 'performance', { value: { getEntriesByType: () => [{ name: documentAddress }] } })
  const configuredAccounts: unknown[] = []
  const openedPayments: Record<string, string>[] = []
  const handler = {
    open: (payment: Record<string, string>) => void openedPayments.push(payment),
    onCloseModal: () => undefined,
  }
  const api = {
    checkout: {
      configure(account: unknown) {
        configuredAccounts.push(account)
        return handler
      },
    },
  }
  return {
    checkout: createEpaycoCheckout({
      window,
      page: { busy: () => user.isBusy, reload },
      publicKey: 'pk-1',
      test: false,
      confirmation: '/api/market/pagos/confirmacion',
    }),
    configuredAccounts,
    openedPayments,
    reload,
    user,
    scripts: () => [...scripts],
    handler,
    installTestTimers() {
      Object.defineProperty(window, 'setTimeout', { value: globalThis.setTimeout })
      Object.defineProperty(window, 'clearTimeout', { value: globalThis.clearTimeout })
    },
    leavePage: () => window.dispatchEvent(new window.Event('pagehide')),
    async loadScript(value: unknown = api) {
      Reflect.set(window, 'ePayco', value)
      scripts[0]?.dispatchEvent(new window.Event('load'))
      await flushPromises()
    },
    async failScript() {
      scripts[0]?.dispatchEvent(new window.Event('error'))
      await flushPromises()
    },
  }
}

test('prepare and open load the script once', async () => {
  const { checkout, scripts, loadScript, reload } = createPage()
  expect(scripts()).toEqual([])
  void checkout.prepare(NEVER_ABORTED)
  void checkout.prepare(NEVER_ABORTED)
  expect(scripts().map(({ src }) => src)).toEqual([EPAYCO_SCRIPT])
  await loadScript()
  void checkout.open(ORDER, NEVER_ABORTED)
  await flushPromises()
  expect(scripts()).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

test('open passes the amounts, the invoice and absolute addresses to the payment window', async () => {
  const { checkout, openedPayments, configuredAccounts, loadScript } = createPage()
  void checkout.open(ORDER, NEVER_ABORTED)
  await loadScript()
  expect(configuredAccounts).toEqual([{ key: 'pk-1', test: false }])
  expect(openedPayments).toEqual([
    expect.objectContaining({
      invoice: 'MD-2026-000318',
      amount: '2013729',
      tax_base: '1692209',
      tax: '321520',
      currency: 'cop',
      response: 'http://portal.test/precios/respuesta/?referencia=MD-2026-000318&acceso=ac-95d0e7',
      confirmation: 'http://portal.test/api/market/pagos/confirmacion',
      email_billing: 'mordonez@nandu.example',
    }),
  ])
})

test('open returns closed when the payer closes the window, and leaving on pagehide', async () => {
  const page = createPage()
  const first = page.checkout.open(ORDER, NEVER_ABORTED)
  await page.loadScript()
  page.handler.onCloseModal()
  expect(await first).toBe('closed')
  const second = page.checkout.open(ORDER, NEVER_ABORTED)
  await flushPromises()
  page.leavePage()
  expect(await second).toBe('leaving')
})

test('open returns blocked when the script fails to load, and the next open loads the script again', async () => {
  const { checkout, scripts, failScript, loadScript, openedPayments } = createPage()
  const blocked = checkout.open(ORDER, NEVER_ABORTED)
  await failScript()
  expect(await blocked).toBe('blocked')
  expect(scripts()).toEqual([])
  void checkout.open(ORDER, NEVER_ABORTED)
  await loadScript()
  expect(openedPayments).toHaveLength(1)
})

test.each([
  ['nothing', null],
  ['another object', { checkout: {} }],
  [
    'a checkout that rejects the account',
    {
      checkout: {
        configure: () => {
          throw new Error('key')
        },
      },
    },
  ],
])('open returns blocked when the script defines %s', async (_what, value) => {
  const { checkout, loadScript } = createPage()
  const outcome = checkout.open(ORDER, NEVER_ABORTED)
  await loadScript(value)
  expect(await outcome).toBe('blocked')
})

test('open returns blocked when the script exceeds its load timeout', async () => {
  vi.useFakeTimers()
  try {
    const { checkout, scripts, installTestTimers } = createPage()
    installTestTimers()
    const outcome = checkout.open(ORDER, NEVER_ABORTED)
    expect(scripts()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(SCRIPT_TIMEOUT_MS)
    expect(await outcome).toBe('blocked')
  } finally {
    vi.useRealTimers()
  }
})

test('prepare reloads the page when the server sent the document for another address', () => {
  const { checkout, reload, scripts } = createPage('http://portal.test/')
  void checkout.prepare(NEVER_ABORTED)
  expect(reload).toHaveBeenCalledOnce()
  expect(scripts()).toEqual([])
})

test('prepare delays the reload while the user is busy, and cancels the reload when the signal aborts', async () => {
  vi.useFakeTimers()
  try {
    const { checkout, reload, user, installTestTimers } = createPage('http://portal.test/')
    installTestTimers()
    const controller = new AbortController()
    user.isBusy = true
    void checkout.prepare(controller.signal)
    await vi.advanceTimersByTimeAsync(3 * BUSY_RECHECK_MS)
    expect(reload).not.toHaveBeenCalled()
    user.isBusy = false
    controller.abort()
    await vi.advanceTimersByTimeAsync(BUSY_RECHECK_MS)
    expect(reload).not.toHaveBeenCalled()
    void checkout.prepare(controller.signal)
    expect(reload).not.toHaveBeenCalled()
    user.isBusy = true
    void checkout.prepare(NEVER_ABORTED)
    user.isBusy = false
    await vi.advanceTimersByTimeAsync(BUSY_RECHECK_MS)
    expect(reload).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('open opens no payment window when its signal aborts during the script load', async () => {
  const { checkout, loadScript, openedPayments } = createPage()
  const attempt = new AbortController()
  const outcome = checkout.open(ORDER, attempt.signal)
  attempt.abort()
  await loadScript()
  expect(await outcome).toBe('closed')
  expect(openedPayments).toEqual([])
})

test('open returns closed when its signal aborts while the payment window is open', async () => {
  const { checkout, loadScript, openedPayments } = createPage()
  const attempt = new AbortController()
  const outcome = checkout.open(ORDER, attempt.signal)
  await loadScript()
  expect(openedPayments).toHaveLength(1)
  attempt.abort()
  expect(await outcome).toBe('closed')
})

test('load returns true when the script loads, and false when the script fails', async () => {
  const good = createPage()
  const goodResult = good.checkout.load()
  await good.loadScript()
  expect(await goodResult).toBe(true)
  const bad = createPage()
  const badResult = bad.checkout.load()
  await bad.failScript()
  expect(await badResult).toBe(false)
})

test('the sandbox navigates to its card page unless its signal is aborted', async () => {
  const assign = vi.fn()
  const checkout = createSandboxCheckout({ window: { location: { assign } } as unknown as Window & typeof globalThis })
  expect(await checkout.open(ORDER, NEVER_ABORTED)).toBe('leaving')
  expect(assign).toHaveBeenCalledWith('/pasarela/?referencia=MD-2026-000318&acceso=ac-95d0e7')
  await checkout.open(ORDER, AbortSignal.abort())
  expect(assign).toHaveBeenCalledOnce()
})

test('open returns blocked in a portal without a checkout', async () => {
  expect(await createNoCheckout().open(ORDER, NEVER_ABORTED)).toBe('blocked')
})
