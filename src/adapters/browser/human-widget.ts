import * as z from 'zod/mini'
import type { HumanCheckListener, WidgetCheck } from '#src/application/identity/human-check.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import { fetchedOnce } from '#src/application/platform/fetched-once.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

interface Provider {
  /** Answers by calling the function named in `onload`. */
  readonly script: string
  /** The global that the script leaves. */
  readonly global: string
  /** How long its tokens are good, as its documentation says. */
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

/** The three share these words. */
interface Widgets {
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string
      readonly callback: (token: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => void
    },
  ): unknown
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const widgets = z.custom<Widgets>((value) => {
  const api = z.looseObject({ render: z.unknown() }).safeParse(value)
  return api.success && isFunction(api.data.render)
})

/** Named in the script's address; the provider calls it when it is ready. */
const READY = 'mercadoDolarHumanCheck'

function bring(window: Window & typeof globalThis, { script, global }: Provider): Promise<Widgets> {
  const { document } = window
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const fail = () => {
      element.remove()
      reject(new Error(`human check: ${script} did not load`))
    }
    const ready = () => {
      const api = widgets.safeParse(Reflect.get(window, global))
      if (api.success) resolve(api.data)
      else fail()
    }
    Reflect.set(window, READY, ready)
    element.addEventListener('error', fail)
    element.async = true
    element.src = `${script}&onload=${READY}`
    document.head.append(element)
  })
}

export interface HumanWidgetDeps {
  readonly window: Window & typeof globalThis
  readonly clock: Clock
  readonly provider: keyof typeof PROVIDERS
  readonly siteKey: string
}

/** A provider's widget (D9): its script comes from the provider with the first check that is shown. */
export function createHumanWidget({ window, clock, provider, siteKey }: HumanWidgetDeps): WidgetCheck {
  const { lifetimeMs } = PROVIDERS[provider]
  const widgetsOf = fetchedOnce(() => bring(window, PROVIDERS[provider]))

  async function render(place: HTMLElement, { solved, lost, unavailable }: HumanCheckListener): Promise<void> {
    try {
      const api = await widgetsOf()
      api.render(place, {
        sitekey: siteKey,
        callback: (text) => solved({ text, expiresAt: clock.now() + lifetimeMs }),
        'expired-callback': lost,
        'error-callback': unavailable,
      })
    } catch {
      // the provider is away, blocked, or refuses the site's key
      unavailable()
    }
  }

  return {
    kind: 'widget',
    show(place, listener) {
      // a fresh element for each check: the providers draw into one only once
      const inside = window.document.createElement('div')
      place.append(inside)
      let shown = true
      const heard =
        <Args extends readonly unknown[]>(tell: (...args: Args) => void) =>
        (...args: Args) => {
          if (shown) tell(...args)
        }
      render(inside, {
        solved: heard(listener.solved),
        lost: heard(listener.lost),
        unavailable: heard(listener.unavailable),
      })
      return () => {
        shown = false
        inside.remove()
      }
    },
  }
}
