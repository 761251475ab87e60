import { HTML_TYPE } from '#server/http/headers.ts'
import type { PortalFile } from '#server/http/portal-files.ts'
import { compressQuickly, digestBody } from '#server/http/prepared-reply.ts'
import type { ReadPageMarket } from '#server/market/calls/page-market.ts'
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

/** The pages that the server renders. */
export interface RenderedPages {
  /** Returns the rendered page of a path; null when the built document is sent unchanged. */
  find(path: string): Promise<PortalFile | null>
}

interface RenderedPagesParts {
  readonly renderer: PageRenderer
  readonly template: PageTemplate
  readonly readMarket: ReadPageMarket
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
  readonly file: Promise<PortalFile | null>
}

async function toFile(text: string): Promise<PortalFile> {
  const body = Buffer.from(text)
  return {
    type: HTML_TYPE,
    cacheControl: PAGE_CACHE_CONTROL,
    body,
    encoded: await compressQuickly(body),
    digest: digestBody(body),
  }
}

/**
 * Renders and compresses each page at most once a second for all users. A page that cannot be
 * rendered is null for a second.
 */
export function createRenderedPages(parts: RenderedPagesParts): RenderedPages {
  const { renderer, template, readMarket, readConfig, headTags = () => '', now, report } = parts
  const renderings = new Map<string, Rendering>()
  let isFailing = false

  async function render({ address, parts: pageParts, modules }: FoundPage, renderedAt: Instant): Promise<PortalFile> {
    const market = readMarket(pageParts)
    const head = headTags(address)
    const request = { address, config: readConfig(), market: await market, renderedAt }
    const page = await renderer.render(request)
    return toFile(template.fill({ ...page, head, modules }))
  }

  async function renderOrReport(page: FoundPage, startedAt: Instant): Promise<PortalFile | null> {
    try {
      const file = await render(page, startedAt)
      isFailing = false
      return file
    } catch (error) {
      if (!isFailing) report(error)
      isFailing = true
      return null
    }
  }

  function isCurrent({ startedAt }: Rendering): boolean {
    const age = now() - startedAt
    return age >= 0 && age < RENDERING_LIFETIME_MS
  }

  return {
    async find(path) {
      const page = renderer.findPage(path, readConfig())
      if (page === null) return null
      const cached = renderings.get(page.address)
      if (cached && isCurrent(cached)) return cached.file
      const startedAt = now()
      const rendering: Rendering = { startedAt, file: renderOrReport(page, startedAt) }
      renderings.set(page.address, rendering)
      return rendering.file
    },
  }
}
