import * as z from 'zod/mini'
import type { HumanCheckListener, WidgetCheck } from '#src/application/identity/ports.ts'
import { fetchOnce } from '#src/application/platform/load-code.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

interface Provider {
  readonly script: string
  /** The global variable that the script defines. */
  readonly global: string
  /** Lifetime of a token, from the provider's documentation, in ms. */
  readonly lifetimeMs: number
}

const PROVIDERS = {
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&hl=es',
    global: 'hcaptcha',
    lifetimeMs: 120 * SECOND_MS,
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
    lifetimeMs: 300 * SECOND_MS,
  },
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit&hl=es',
    global: 'grecaptcha',
    lifetimeMs: 120 * SECOND_MS,
  },
} as const satisfies Readonly<Record<string, Provider>>

/** The API that the scripts of all providers share. */
interface WidgetApi {
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string
      readonly callback: (token: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => void
    },
  ): unknown
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const widgetApi = z.custom<WidgetApi>((value) => {
  const api = z.looseObject({ render: z.unknown() }).safeParse(value)
  return api.success && isFunction(api.data.render)
})

/** Name of the global function that a loaded script calls. */
const CALLBACK_NAME = 'mercadoDolarHumanCheck'

/** How long the script may load: a blocked host may neither answer nor fail. */
const LOAD_TIMEOUT_MS = 10 * SECOND_MS

function loadApi(window: Window & typeof globalThis, { script, global }: Provider): Promise<WidgetApi> {
  const { document } = window
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const onError = () => {
      clearTimeout(timer)
      element.remove()
      reject(new Error(`human check: ${script} did not load`))
    }
    const timer = setTimeout(onError, LOAD_TIMEOUT_MS)
    const onLoad = () => {
      clearTimeout(timer)
      const api = widgetApi.safeParse(Reflect.get(window, global))
      if (api.success) resolve(api.data)
      else onError()
    }
    Reflect.set(window, CALLBACK_NAME, onLoad)
    element.addEventListener('error', onError)
    element.async = true
    element.src = `${script}&onload=${CALLBACK_NAME}`
    document.head.append(element)
  })
}

interface CaptchaWidgetDeps {
  readonly window: Window & typeof globalThis
  readonly clock: Clock
  readonly provider: keyof typeof PROVIDERS
  readonly siteKey: string
}

/** The human check of a CAPTCHA provider (D9). Its script loads when a check is first shown. */
export function createCaptchaWidget({ window, clock, provider, siteKey }: CaptchaWidgetDeps): WidgetCheck {
  const { lifetimeMs } = PROVIDERS[provider]
  const loadOnce = fetchOnce(() => loadApi(window, PROVIDERS[provider]))

  async function render(
    container: HTMLElement,
    { onSolved, onLost, onUnavailable }: HumanCheckListener,
  ): Promise<void> {
    try {
      const api = await loadOnce()
      api.render(container, {
        sitekey: siteKey,
        callback: (token) => onSolved({ text: token, expiresAt: clock.now() + lifetimeMs }),
        'expired-callback': onLost,
        'error-callback': onUnavailable,
      })
    } catch {
      // The script did not load, or the provider rejects the site key.
      onUnavailable()
    }
  }

  return {
    kind: 'widget',
    show(parent: HTMLElement, listener) {
      // Each check needs a new element, because a provider renders into an element only once.
      const container = window.document.createElement('div')
      parent.append(container)
      let isShown = true
      const notifyIfShown =
        <Args extends readonly unknown[]>(notify: (...args: Args) => void) =>
        (...args: Args) => {
          if (isShown) notify(...args)
        }
      render(container, {
        onSolved: notifyIfShown(listener.onSolved),
        onLost: notifyIfShown(listener.onLost),
        onUnavailable: notifyIfShown(listener.onUnavailable),
      })
      return () => {
        isShown = false
        container.remove()
      }
    },
  }
}
