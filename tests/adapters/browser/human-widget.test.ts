import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { createHumanWidget } from '#src/adapters/browser/human-widget.ts'
import { createMemoryClock } from '#src/adapters/memory/clocks.ts'
import { settle } from '#tests/support/client.ts'

const NOW = Date.parse('2026-11-21T09:43:15-05:00')

/** No script is fetched, and that is no error. */
const SETTINGS = { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true }

interface Rendered {
  readonly place: Element
  readonly options: Readonly<Record<string, unknown>>
}

/** A page into which the provider's script comes when the test says so. */
function pageFor(provider: 'hcaptcha' | 'turnstile' | 'recaptcha', global: string) {
  const window = new Window({ url: 'http://portal.test/', settings: SETTINGS })
  const page = window as unknown as globalThis.Window & typeof globalThis
  const rendered: Rendered[] = []
  const api = { render: (place: Element, options: Rendered['options']) => rendered.push({ place, options }) }
  const scripts = () => [...page.document.querySelectorAll('script')]
  const told: string[] = []

  return {
    rendered,
    scripts,
    told,
    place: page.document.body,
    check: createHumanWidget({ window: page, clock: createMemoryClock(NOW), provider, siteKey: 'k-1' }),
    listener: {
      solved: ({ text, expiresAt }: { readonly text: string; readonly expiresAt: number }) =>
        told.push(`solved ${text} ${expiresAt - NOW}`),
      lost: () => told.push('lost'),
      unavailable: () => told.push('unavailable'),
    },
    async arrive(what: unknown = api) {
      Reflect.set(page, global, what)
      const onload = new URL(scripts().at(-1)?.src ?? '').searchParams.get('onload') ?? ''
      Reflect.get(page, onload)()
      await settle()
    },
    async fail() {
      scripts().at(-1)?.dispatchEvent(new page.Event('error'))
      await settle()
    },
    call(name: string, ...args: readonly unknown[]) {
      const callback = rendered.at(-1)?.options[name]
      if (typeof callback === 'function') callback(...args)
    },
  }
}

test.each([
  ['hcaptcha', 'hcaptcha', 'https://js.hcaptcha.com', 120_000],
  ['turnstile', 'turnstile', 'https://challenges.cloudflare.com', 300_000],
  ['recaptcha', 'grecaptcha', 'https://www.google.com', 120_000],
] as const)(
  'the widget of %s is fetched with the first check and gives proofs',
  async (provider, global, origin, life) => {
    const page = pageFor(provider, global)
    expect(page.scripts()).toEqual([])
    page.check.show(page.place, page.listener)
    expect(page.scripts().map(({ src }) => new URL(src).origin)).toEqual([origin])
    await page.arrive()
    expect(page.rendered[0]?.options['sitekey']).toBe('k-1')
    expect(page.place.contains(page.rendered[0]?.place ?? null)).toBe(true)
    page.call('callback', 'tok-1')
    page.call('expired-callback')
    page.call('error-callback')
    expect(page.told).toEqual([`solved tok-1 ${life}`, 'lost', 'unavailable'])
  },
)

test('each further check is a fresh one, without a further script', async () => {
  const page = pageFor('hcaptcha', 'hcaptcha')
  const away = page.check.show(page.place, page.listener)
  await page.arrive()
  away()
  expect(page.place.contains(page.rendered[0]?.place ?? null)).toBe(false)
  page.check.show(page.place, page.listener)
  await settle()
  expect(page.scripts().length).toBe(1)
  expect(page.rendered.length).toBe(2)
  expect(page.rendered[1]?.place).not.toBe(page.rendered[0]?.place)
})

test('a check that was taken away tells nothing more', async () => {
  const page = pageFor('turnstile', 'turnstile')
  const away = page.check.show(page.place, page.listener)
  await page.arrive()
  away()
  page.call('callback', 'tok-1')
  page.call('expired-callback')
  expect(page.told).toEqual([])
})

test('a provider that is away is unavailable, and is asked anew by the next check', async () => {
  const page = pageFor('recaptcha', 'grecaptcha')
  page.check.show(page.place, page.listener)
  await page.fail()
  expect(page.told).toEqual(['unavailable'])
  expect(page.scripts()).toEqual([])
  page.check.show(page.place, page.listener)
  await settle()
  await page.arrive()
  page.call('callback', 'tok-2')
  expect(page.told.at(-1)).toBe('solved tok-2 120000')
})

test.each([0, null, {}, { render: 7 }])('a script that leaves %j is unavailable', async (what) => {
  const page = pageFor('turnstile', 'turnstile')
  page.check.show(page.place, page.listener)
  await page.arrive(what)
  expect(page.told).toEqual(['unavailable'])
})

test('a provider that refuses the key is unavailable', async () => {
  const page = pageFor('turnstile', 'turnstile')
  page.check.show(page.place, page.listener)
  await page.arrive({
    render() {
      throw new Error('invalid sitekey')
    },
  })
  expect(page.told).toEqual(['unavailable'])
})
