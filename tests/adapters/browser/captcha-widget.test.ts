import { Window } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { createCaptchaWidget } from '#src/adapters/browser/captcha-widget.ts'
import { createMemoryClock } from '#src/adapters/memory/platform.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

afterEach(() => {
  vi.useRealTimers()
})

const NOW = Date.parse('2026-11-21T09:43:15-05:00')

/** Happy DOM loads no script and reports no error. */
const SETTINGS = { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true }

interface RenderCall {
  readonly container: Element
  readonly options: Readonly<Record<string, unknown>>
}

/** Creates a page where `loadScript` and `failScript` simulate the provider's script. */
function createPage(provider: 'hcaptcha' | 'turnstile' | 'recaptcha', globalName: string) {
  const window = new Window({ url: 'http://portal.test/', settings: SETTINGS })
  const page = window as unknown as globalThis.Window & typeof globalThis
  const renderCalls: RenderCall[] = []
  const api = {
    render: (container: Element, options: RenderCall['options']) => renderCalls.push({ container, options }),
  }
  const scripts = () => [...page.document.querySelectorAll('script')]
  const events: string[] = []

  return {
    renderCalls,
    scripts,
    events,
    parent: page.document.body,
    check: createCaptchaWidget({ window: page, clock: createMemoryClock(NOW), provider, siteKey: 'k-1' }),
    listener: {
      onSolved: ({ text, expiresAt }: { readonly text: string; readonly expiresAt: number }) =>
        events.push(`solved ${text} ${expiresAt - NOW}`),
      onLost: () => events.push('lost'),
      onUnavailable: () => events.push('unavailable'),
    },
    async loadScript(value: unknown = api) {
      Reflect.set(page, globalName, value)
      const onload = new URL(scripts().at(-1)?.src ?? '').searchParams.get('onload') ?? ''
      Reflect.get(page, onload)()
      await flushPromises()
    },
    async failScript() {
      scripts().at(-1)?.dispatchEvent(new page.Event('error'))
      await flushPromises()
    },
    callBack(name: string, ...args: readonly unknown[]) {
      const callback = renderCalls.at(-1)?.options[name]
      if (typeof callback === 'function') callback(...args)
    },
  }
}

test.each([
  ['hcaptcha', 'hcaptcha', 'https://js.hcaptcha.com', 120_000],
  ['turnstile', 'turnstile', 'https://challenges.cloudflare.com', 300_000],
  ['recaptcha', 'grecaptcha', 'https://www.google.com', 120_000],
] as const)(
  'show loads the script of %s and forwards the callbacks of the provider to the listener',
  async (provider, globalName, origin, lifetimeMs) => {
    const page = createPage(provider, globalName)
    expect(page.scripts()).toEqual([])
    page.check.show(page.parent, page.listener)
    expect(page.scripts().map(({ src }) => new URL(src).origin)).toEqual([origin])
    await page.loadScript()
    expect(page.renderCalls[0]?.options['sitekey']).toBe('k-1')
    expect(page.parent.contains(page.renderCalls[0]?.container ?? null)).toBe(true)
    page.callBack('callback', 'tok-1')
    page.callBack('expired-callback')
    page.callBack('error-callback')
    expect(page.events).toEqual([`solved tok-1 ${lifetimeMs}`, 'lost', 'unavailable'])
  },
)

test('a second check renders into a new element without a second script', async () => {
  const page = createPage('hcaptcha', 'hcaptcha')
  const remove = page.check.show(page.parent, page.listener)
  await page.loadScript()
  remove()
  expect(page.parent.contains(page.renderCalls[0]?.container ?? null)).toBe(false)
  page.check.show(page.parent, page.listener)
  await flushPromises()
  expect(page.scripts().length).toBe(1)
  expect(page.renderCalls.length).toBe(2)
  expect(page.renderCalls[1]?.container).not.toBe(page.renderCalls[0]?.container)
})

test('a removed check no longer notifies its listener', async () => {
  const page = createPage('turnstile', 'turnstile')
  const remove = page.check.show(page.parent, page.listener)
  await page.loadScript()
  remove()
  page.callBack('callback', 'tok-1')
  page.callBack('expired-callback')
  expect(page.events).toEqual([])
})

test('a script that fails to load emits unavailable, and the next check loads the script again', async () => {
  const page = createPage('recaptcha', 'grecaptcha')
  page.check.show(page.parent, page.listener)
  await page.failScript()
  expect(page.events).toEqual(['unavailable'])
  expect(page.scripts()).toEqual([])
  page.check.show(page.parent, page.listener)
  await flushPromises()
  await page.loadScript()
  page.callBack('callback', 'tok-2')
  expect(page.events.at(-1)).toBe('solved tok-2 120000')
})

test('a script that neither loads nor fails emits unavailable after 10 s, and the next check loads it again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = createPage('hcaptcha', 'hcaptcha')
  page.check.show(page.parent, page.listener)
  vi.advanceTimersByTime(9_999)
  await flushPromises()
  expect(page.events).toEqual([])
  vi.advanceTimersByTime(1)
  await flushPromises()
  expect(page.events).toEqual(['unavailable'])
  expect(page.scripts()).toEqual([])
  page.check.show(page.parent, page.listener)
  await page.loadScript()
  vi.advanceTimersByTime(10_000)
  page.callBack('callback', 'tok-3')
  expect(page.events).toEqual(['unavailable', 'solved tok-3 120000'])
})

test.each([0, null, {}, { render: 7 }])('a script that defines %j emits unavailable', async (value) => {
  const page = createPage('turnstile', 'turnstile')
  page.check.show(page.parent, page.listener)
  await page.loadScript(value)
  expect(page.events).toEqual(['unavailable'])
})

test('a provider that rejects the site key emits unavailable', async () => {
  const page = createPage('turnstile', 'turnstile')
  page.check.show(page.parent, page.listener)
  await page.loadScript({
    render() {
      throw new Error('invalid sitekey')
    },
  })
  expect(page.events).toEqual(['unavailable'])
})
