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

/**
 * A page whose head only collects its scripts: no script is loaded, and the test decides how each
 * one ends.
 */
function createWindow() {
  const window = new Window({ url: 'http://portal.test/precios/' })
  const page = window as unknown as globalThis.Window & typeof globalThis
  const scripts: HTMLScriptElement[] = []
  Object.defineProperty(page.document.head, 'append', {
    value(script: HTMLScriptElement) {
      scripts.push(script)
      Object.defineProperty(script, 'remove', { value: () => scripts.splice(scripts.indexOf(script), 1) })
    },
  })
  return { window, page, scripts }
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
const NEVER = new AbortController().signal
const IDLE = { busy: () => false, reload: () => undefined }

/**
 * A page opened from the address `cameFrom`; `loadScript` and `failScript` simulate the provider's
 * script.
 */
function createPage(cameFrom = 'http://portal.test/precios/') {
  const { window, page, scripts } = createWindow()
  const reload = vi.fn()
  const user = { isBusy: false }
  Object.defineProperty(window, 'performance', { value: { getEntriesByType: () => [{ name: cameFrom }] } })
  const configured: unknown[] = []
  const opened: Record<string, string>[] = []
  const handler = {
    open: (payment: Record<string, string>) => void opened.push(payment),
    onCloseModal: () => undefined,
  }
  const api = {
    checkout: {
      configure(account: unknown) {
        configured.push(account)
        return handler
      },
    },
  }
  return {
    checkout: createEpaycoCheckout({
      window: page,
      page: { busy: () => user.isBusy, reload },
      publicKey: 'pk-1',
      test: false,
      confirmation: '/api/market/pagos/confirmacion',
    }),
    configured,
    opened,
    reload,
    user,
    scripts: () => [...scripts],
    handler,
    takeTestTimers() {
      Object.defineProperty(window, 'setTimeout', { value: globalThis.setTimeout })
      Object.defineProperty(window, 'clearTimeout', { value: globalThis.clearTimeout })
    },
    leave: () => page.dispatchEvent(new page.Event('pagehide')),
    async loadScript(value: unknown = api) {
      Reflect.set(page, 'ePayco', value)
      scripts[0]?.dispatchEvent(new page.Event('load'))
      await flushPromises()
    },
    async failScript() {
      scripts[0]?.dispatchEvent(new page.Event('error'))
      await flushPromises()
    },
  }
}

test('the script is loaded once, when the page prepares the checkout', async () => {
  const { checkout, scripts, loadScript, reload } = createPage()
  expect(scripts()).toEqual([])
  void checkout.prepare(NEVER)
  void checkout.prepare(NEVER)
  expect(scripts().map(({ src }) => src)).toEqual([EPAYCO_SCRIPT])
  await loadScript()
  void checkout.open(ORDER, NEVER)
  await flushPromises()
  expect(scripts()).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

test('the window gets the fixed amount, the invoice and absolute addresses', async () => {
  const { checkout, opened, configured, loadScript } = createPage()
  void checkout.open(ORDER, NEVER)
  await loadScript()
  expect(configured).toEqual([{ key: 'pk-1', test: false }])
  expect(opened).toEqual([
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

test('open returns closed when the payer closes the window, leaving when the page is left', async () => {
  const page = createPage()
  const first = page.checkout.open(ORDER, NEVER)
  await page.loadScript()
  page.handler.onCloseModal()
  expect(await first).toBe('closed')
  const second = page.checkout.open(ORDER, NEVER)
  await flushPromises()
  page.leave()
  expect(await second).toBe('leaving')
})

test('a blocked script is reported, and the next attempt loads it again', async () => {
  const { checkout, scripts, failScript, loadScript, opened } = createPage()
  const blocked = checkout.open(ORDER, NEVER)
  await failScript()
  expect(await blocked).toBe('blocked')
  expect(scripts()).toEqual([])
  void checkout.open(ORDER, NEVER)
  await loadScript()
  expect(opened).toHaveLength(1)
})

test.each([
  ['nothing', null],
  ['another object', { checkout: {} }],
  [
    'an account that is refused',
    {
      checkout: {
        configure: () => {
          throw new Error('key')
        },
      },
    },
  ],
])('a script that defines %s is blocked', async (_what, value) => {
  const { checkout, loadScript } = createPage()
  const outcome = checkout.open(ORDER, NEVER)
  await loadScript(value)
  expect(await outcome).toBe('blocked')
})

test('a script that exceeds its load timeout is blocked', async () => {
  vi.useFakeTimers()
  try {
    const { window, page, scripts } = createWindow()
    Object.defineProperty(window, 'setTimeout', { value: globalThis.setTimeout })
    Object.defineProperty(window, 'clearTimeout', { value: globalThis.clearTimeout })
    const checkout = createEpaycoCheckout({
      window: page,
      page: IDLE,
      publicKey: 'pk-1',
      test: true,
      confirmation: '/c',
    })
    const outcome = checkout.open(ORDER, NEVER)
    expect(scripts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(SCRIPT_TIMEOUT_MS)
    expect(await outcome).toBe('blocked')
  } finally {
    vi.useRealTimers()
  }
})

test('a page opened from another address reloads once, to get its own security policy', () => {
  const { checkout, reload, scripts } = createPage('http://portal.test/')
  void checkout.prepare(NEVER)
  expect(reload).toHaveBeenCalledOnce()
  expect(scripts()).toEqual([])
})

test('the reload waits while the user is busy, and is cancelled with the screen', async () => {
  vi.useFakeTimers()
  try {
    const { checkout, reload, user, takeTestTimers } = createPage('http://portal.test/')
    takeTestTimers()
    const shown = new AbortController()
    user.isBusy = true
    void checkout.prepare(shown.signal)
    await vi.advanceTimersByTimeAsync(3 * BUSY_RECHECK_MS)
    expect(reload).not.toHaveBeenCalled()
    user.isBusy = false
    shown.abort()
    await vi.advanceTimersByTimeAsync(BUSY_RECHECK_MS)
    expect(reload).not.toHaveBeenCalled()
    void checkout.prepare(shown.signal)
    expect(reload).not.toHaveBeenCalled()
    user.isBusy = true
    void checkout.prepare(NEVER)
    user.isBusy = false
    await vi.advanceTimersByTimeAsync(BUSY_RECHECK_MS)
    expect(reload).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('an attempt that is aborted while the script loads opens no window', async () => {
  const { checkout, loadScript, opened } = createPage()
  const attempt = new AbortController()
  const outcome = checkout.open(ORDER, attempt.signal)
  attempt.abort()
  await loadScript()
  expect(await outcome).toBe('closed')
  expect(opened).toEqual([])
})

test('an aborted attempt ends even if the window reports nothing', async () => {
  const { checkout, loadScript, opened } = createPage()
  const attempt = new AbortController()
  const outcome = checkout.open(ORDER, attempt.signal)
  await loadScript()
  expect(opened).toHaveLength(1)
  attempt.abort()
  expect(await outcome).toBe('closed')
})

test('load returns whether the script can run', async () => {
  const good = createPage()
  const loaded = good.checkout.load()
  await good.loadScript()
  expect(await loaded).toBe(true)
  const bad = createPage()
  const failed = bad.checkout.load()
  await bad.failScript()
  expect(await failed).toBe(false)
})

test('the sandbox navigates to its card page, and a portal without a checkout opens nothing', async () => {
  const assign = vi.fn()
  const checkout = createSandboxCheckout({ window: { location: { assign } } as unknown as Window & typeof globalThis })
  expect(await checkout.open(ORDER, NEVER)).toBe('leaving')
  expect(assign).toHaveBeenCalledWith('/pasarela/?referencia=MD-2026-000318&acceso=ac-95d0e7')
  const given = new AbortController()
  given.abort()
  await checkout.open(ORDER, given.signal)
  expect(assign).toHaveBeenCalledOnce()
  expect(await createNoCheckout().open(ORDER, NEVER)).toBe('blocked')
})
