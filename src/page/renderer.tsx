import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'

import { toConfiguration } from '#src/adapters/http/configuration.ts'
import type {
  FoundPage,
  PageDays,
  PagePart,
  PageRenderer,
  PageRequest,
  RenderedPage,
} from '#src/adapters/http/contract/page.ts'
import { formatPageData } from '#src/adapters/http/page-data.ts'
import type { FirstView } from '#src/application/market/first-view.ts'
import { type Destination, resolve, toPath, UNKNOWN_SESSIONS } from '#src/application/navigation/resolve.ts'
import { type RenderedScreen, SCREEN_NAMES, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import { createPortal } from '#src/application/portal.ts'
import { readFirstParts } from '#src/page/read-first-parts.ts'
import { createRenderPorts } from '#src/page/render-ports.ts'
import { TitleProvider } from '#src/ui/portal/page-title.ts'
import { App } from '#src/ui/shell/app.tsx'
import { loadRenderedScreen, SCREEN_PARTS } from '#src/ui/shell/screens.ts'

/** The replies of the market summary: next to the login form, and part of the home. */
const MARKET_SUMMARY = ['close', 'prices', 'intraday'] as const satisfies readonly PagePart[]
const PREVIOUS_DAY = ['previousClose', 'previousPrices', 'previousIntraday'] as const satisfies readonly PagePart[]

/** The replies that each rendered screen starts from. */
const PARTS: Partial<Readonly<Record<ScreenName, readonly PagePart[]>>> = {
  home: [
    ...MARKET_SUMMARY,
    ...PREVIOUS_DAY,
    'amounts',
    'currencies',
    'stocks',
    'indices',
    'indexSeries',
    'news',
    'feeds',
    'usHoliday',
    'trm',
  ],
  statistics: ['sector1', 'sector2', 'usHoliday'],
  trm: ['trm', 'trmHistory', 'feeds'],
  converter: ['trm', 'close'],
  days: ['days'],
  month: ['days'],
  day: ['days', 'dayIntraday'],
  login: MARKET_SUMMARY,
} satisfies Partial<Readonly<Record<RenderedScreen, readonly PagePart[]>>>

/** Lists the modules with the style sheets of a screen. The main module has those of the home. */
function listModules(screen: ScreenName): readonly string[] {
  const module = screen === 'home' ? undefined : SCREEN_PARTS[screen].module
  return module === undefined ? [] : [module]
}

/**
 * Screens with a human check. Only the portal's own check can be rendered without a browser (D9).
 */
const HUMAN_CHECK_SCREENS: ReadonlySet<ScreenName> = new Set<ScreenName>(['login', 'registration', 'forgottenPassword'])

/**
 * Maximum duration of a rendering. A busy server may need seconds; a rendering that takes longer
 * than this probably waits for a promise that never resolves.
 */
const RENDER_TIMEOUT_MS = 5_000

/**
 * Chunk size that turns off the streaming of late parts: React inserts them with inline scripts,
 * which the content security policy forbids.
 */
const NEVER_OUTLINE = Number.MAX_SAFE_INTEGER

const DEFAULT_TITLE = 'Mercado Dólar'

function toPageDays(screen: ScreenName, { date, month }: Destination['params']): PageDays | null {
  if (date !== undefined) return { date }
  return screen === 'days' || screen === 'month' ? { month: month ?? null } : null
}

function findPage(path: string, config: PageRequest['config']): FoundPage | null {
  const { screen, params } = resolve(path, UNKNOWN_SESSIONS).destination
  if (HUMAN_CHECK_SCREENS.has(screen) && config.humanCheck.provider !== 'altcha') return null
  const { isRendered = false, path: pattern } = toScreen(screen)
  if (pattern.includes(':') && !isRendered) return null
  const address = toPath(screen, params)
  // Of the other screens, the server renders only the header and the footer.
  return { address, days: toPageDays(screen, params), parts: PARTS[screen] ?? [], modules: listModules(screen) }
}

async function renderApp(request: PageRequest, firstView: FirstView): Promise<Pick<RenderedPage, 'html' | 'title'>> {
  const configuration = toConfiguration(request.config)
  if (!configuration.ok) throw new Error(`configuration: missing ${configuration.error.field}`)
  const ports = createRenderPorts(request.renderedAt, request.market.marketTime)
  const portal = createPortal(ports, { loadPorts: async (area) => ports[area], first: firstView })
  const errors: unknown[] = []
  let title = DEFAULT_TITLE
  const setTitle = (newTitle: string) => {
    title = newTitle
  }
  try {
    const page = (
      <Router ssrPath={request.address} ssrSearch="">
        <TitleProvider value={setTitle}>
          <App portal={portal} config={configuration.value.portal} />
        </TitleProvider>
      </Router>
    )
    await loadRenderedScreen(portal, request.address)
    const { prelude } = await prerenderToNodeStream(page, {
      progressiveChunkSize: NEVER_OUTLINE,
      signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
      onError: (error) => void errors.push(error),
    })
    const html = await text(prelude as Readable)
    if (errors.length > 0) throw errors[0]
    return { html, title }
  } finally {
    portal.close()
  }
}

/** Renders the pages of the portal. The server loads the built module at its start. */
export const pageRenderer: PageRenderer = {
  modules: SCREEN_NAMES.flatMap(listModules),

  findPage,

  async render(request) {
    const { config, market, renderedAt } = request
    const { marketTime } = market
    const parts = await readFirstParts(market)
    const rendered = await renderApp(request, { renderedAt, arrivedAt: renderedAt, marketTime, parts })
    return { ...rendered, data: formatPageData({ config, renderedAt, marketTime, parts }) }
  },
}
