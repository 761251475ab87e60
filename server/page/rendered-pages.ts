import { HTML_TYPE } from '#server/http/headers.ts'
import type { PortalFile } from '#server/http/portal-files.ts'
import { compressQuickly, digestBody } from '#server/http/prepared-reply.ts'
import type { DayPageState, ReadDayPageState, ReadPageMarket } from '#server/market/calls/page-market.ts'
import type { PageTemplate } from '#server/page/page-template.ts'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { FoundPage, PageRenderer } from '#src/adapters/http/contract/page.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Time for which a rendered page is reused, in ms. Only requests cause renderings. */
export const RENDERING_LIFETIME_MS = SECOND_MS

/**
 * Proxies may cache the page for the same time, because all visitors and clients get the same page.
 * For ten more seconds, they may send it while they fetch a new page.
 */
export const PAGE_CACHE_CONTROL = 'public, max-age=1, s-maxage=1, stale-while-revalidate=10'

/**
 * Proxies store a page that no longer changes for an hour, so that they learn of corrections.
 * Browsers ask each time, with the ETag.
 */
export const CLOSED_PAGE_CACHE_CONTROL = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=60'

/** Maximum number of pages in memory: 200 of some 150 KB. The least recently used ones are rendered again. */
export const MAX_RENDERED_PAGES = 200

/**
 * Maximum number of pages of days that are rendered at the same time. The deals of old days are read
 * from the database. Further requests get the built document, and their browsers render it.
 */
export const MAX_DAY_RENDERINGS = 8

/** The pages that the server renders. */
export interface RenderedPages {
  /** Returns the rendered page of a path; null when the built document is sent unchanged. */
  find(path: string): Promise<PortalFile | null>
}

interface RenderedPagesParts {
  readonly renderer: PageRenderer
  readonly template: PageTemplate
  readonly readMarket: ReadPageMarket
  readonly readDayState: ReadDayPageState
  readonly readConfig: () => ConfigReply
  /**
   * Returns more tags for the head of a page, as HTML. Called right after `readMarket`, so that
   * both read the same prices.
   */
  readonly headTags?: (address: string) => string
  /** The real clock. */
  readonly now: () => Instant
  /** Called with the first of several failures in a row. */
  readonly report: (error: unknown) => void
}

interface Rendering {
  readonly startedAt: Instant
  /** The version of a page that no longer changes; null while it changes and after a failure. */
  version: string | null
  readonly file: Promise<PortalFile | null>
}

/** Of a page without a day. */
const CHANGING: DayPageState = { status: 200, closed: null }

async function toFile(text: string, { status, closed }: DayPageState): Promise<PortalFile> {
  const body = Buffer.from(text)
  return {
    type: HTML_TYPE,
    cacheControl: closed === null ? PAGE_CACHE_CONTROL : CLOSED_PAGE_CACHE_CONTROL,
    status,
    body,
    encoded: await compressQuickly(body),
    digest: digestBody(body),
  }
}

/**
 * Renders and compresses each page at most once a second for all users, and a page that no longer
 * changes once. A page that cannot be rendered is null for a second.
 */
export function createRenderedPages(parts: RenderedPagesParts): RenderedPages {
  const { renderer, template, readMarket, readDayState, readConfig, headTags = () => '', now, report } = parts
  // A map iterates in insertion order. Here this is the order of last use.
  const renderings = new Map<string, Rendering>()
  let dayRenderings = 0
  let isFailing = false

  async function render(found: FoundPage, state: DayPageState, startedAt: Instant): Promise<PortalFile> {
    const { address, days, parts: pageParts, modules } = found
    const market = readMarket(pageParts, days)
    const head = headTags(address)
    const { closed } = state
    const pageMarket = closed === null ? await market : { ...(await market), marketTime: closed.at }
    const request = { address, config: readConfig(), market: pageMarket, renderedAt: closed?.at ?? startedAt }
    const page = await renderer.render(request)
    return toFile(template.fill({ ...page, head, modules }), state)
  }

  async function renderOrReport(page: FoundPage, state: DayPageState, startedAt: Instant) {
    try {
      const file = await render(page, state, startedAt)
      isFailing = false
      return file
    } catch (error) {
      if (!isFailing) report(error)
      isFailing = true
      return null
    }
  }

  function isCurrent({ startedAt, version }: Rendering, { closed }: DayPageState): boolean {
    if (closed !== null && closed.version === version) return true
    const age = now() - startedAt
    return age >= 0 && age < RENDERING_LIFETIME_MS
  }

  function startRendering(page: FoundPage, state: DayPageState): Rendering {
    const startedAt = now()
    const file = renderOrReport(page, state, startedAt)
    const rendering: Rendering = { startedAt, version: state.closed?.version ?? null, file }
    if (page.days !== null) dayRenderings += 1
    file.then((rendered) => {
      if (page.days !== null) dayRenderings -= 1
      if (rendered === null) rendering.version = null
    })
    return rendering
  }

  function store(address: string, rendering: Rendering) {
    renderings.delete(address)
    renderings.set(address, rendering)
    const [oldest = address] = renderings.keys()
    if (renderings.size > MAX_RENDERED_PAGES) renderings.delete(oldest)
  }

  return {
    async find(path) {
      const page = renderer.findPage(path, readConfig())
      if (page === null) return null
      const state = page.days === null ? CHANGING : readDayState(page.days)
      const cached = renderings.get(page.address)
      const isCached = cached !== undefined && isCurrent(cached, state)
      if (!isCached && page.days !== null && dayRenderings >= MAX_DAY_RENDERINGS) return null
      const rendering = isCached ? cached : startRendering(page, state)
      store(page.address, rendering)
      return rendering.file
    },
  }
}
