import type { WidgetReply } from '#src/adapters/http/contract/market/widget.ts'
import { parseReply, toPriceView } from '#src/widget/price-view.ts'
import { STYLES } from '#src/widget/styles.ts'

const REFRESH_MS = 30_000
const TIMEOUT_MS = 10_000

/** The call below the origin of the portal. */
const CALL = '/api/market/widget/'

/**
 * Creates the parts of the widget. Not by `innerHTML`: a page with Trusted Types forbids it.
 */
function createParts() {
  const section = document.createElement('section')
  section.ariaLive = 'polite'
  const append = <Tag extends keyof HTMLElementTagNameMap>(parent: HTMLElement, tag: Tag, className: string) => {
    const element = document.createElement(tag)
    element.className = className
    parent.append(element)
    return element
  }
  const parts = {
    title: append(section, 'h2', 'title'),
    price: append(section, 'p', 'price'),
    change: append(section, 'p', 'change'),
    state: append(section, 'p', 'state'),
    age: append(section, 'p', 'age'),
    source: append(append(section, 'p', 'source'), 'a', ''),
  }
  parts.source.target = '_blank'
  parts.source.rel = 'noopener'
  return { section, parts }
}

const toMarket = (text: string | null): WidgetReply['mercado'] => (text === 'nextday' ? 'nextday' : 'spot')

/**
 * `<mercado-dolar market="spot" theme="auto">`: the delayed price of a market, for any page.
 * `market` is `spot` or `nextday`, `theme` is `auto`, `light` or `dark`.
 */
export const createElement = (origin: string) =>
  class extends HTMLElement {
    static readonly observedAttributes = ['market', 'theme']
    readonly #parts
    #reply: WidgetReply | null = null
    /** `performance.now()` when the reply arrived: the clock of a device may be wrong. */
    #arrivedAt = 0
    #hasFailed = false
    #timer: ReturnType<typeof setInterval> | undefined
    #request: AbortController | null = null

    constructor() {
      super()
      const { section, parts } = createParts()
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLES)
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      root.append(section)
      parts.source.href = `${origin}/`
      this.#parts = parts
    }

    connectedCallback() {
      document.addEventListener('visibilitychange', this.#refresh)
      addEventListener('online', this.#refresh)
      this.#timer = setInterval(this.#refresh, REFRESH_MS)
      this.#restart()
    }

    disconnectedCallback() {
      document.removeEventListener('visibilitychange', this.#refresh)
      removeEventListener('online', this.#refresh)
      clearInterval(this.#timer)
      this.#request?.abort()
    }

    attributeChangedCallback(name: string) {
      if (name === 'market' && this.isConnected) this.#restart()
    }

    /** Shows another market: the known reply is of the previous one. */
    #restart() {
      this.#reply = null
      this.#hasFailed = false
      this.#show()
      this.#refresh()
    }

    /** Loads the reply, unless the page is hidden. */
    readonly #refresh = async () => {
      this.#show()
      if (document.visibilityState === 'hidden') return
      this.#request?.abort()
      const request = new AbortController()
      this.#request = request
      const timer = setTimeout(() => request.abort(), TIMEOUT_MS)
      const reply = await this.#load(request.signal)
      clearTimeout(timer)
      if (this.#request !== request || !this.isConnected) return
      this.#hasFailed = reply === null
      if (reply !== null) [this.#reply, this.#arrivedAt] = [reply, performance.now()]
      this.#show()
    }

    async #load(signal: AbortSignal): Promise<WidgetReply | null> {
      try {
        const url = `${origin}${CALL}${toMarket(this.getAttribute('market'))}`
        const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
        return response.ok ? parseReply(await response.json()) : null
      } catch {
        return null
      }
    }

    #show() {
      const view = toPriceView(toMarket(this.getAttribute('market')), {
        reply: this.#reply,
        sinceMs: performance.now() - this.#arrivedAt,
        hasFailed: this.#hasFailed,
      })
      for (const name of ['title', 'price', 'change', 'state', 'age', 'source'] as const) {
        // Equal text is not set again: a screen reader would announce it.
        if (this.#parts[name].textContent !== view[name]) this.#parts[name].textContent = view[name]
      }
      this.#parts.change.dataset['direction'] = view.direction
      this.#parts.state.toggleAttribute('data-warning', view.isWarning)
    }
  }
