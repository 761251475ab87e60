import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeMarkup } from '#server/http/html.ts'
import { matchesEtag } from '#server/http/prepared-reply.ts'
import type { PreviewPrice } from '#server/market/preview-price.ts'
import { PICTURE_PATH } from '#server/page/head-tags.ts'
import { NO_PICTURE } from '#server/page/messages.ts'
import { PICTURE_INTERVAL_MS, type PictureCache } from '#server/page/picture-cache.ts'
import { PUBLIC_PAGES, SCREEN_NAMES, SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import { type Instant, SECOND_MS, toIso } from '#src/domain/time/bogota.ts'

const ROBOTS_PATH = '/robots.txt'
const SITEMAP_PATH = '/sitemap.xml'

/** The beginning of all paths in the IMC area. */
const IMC_ROOT = '/imc/'

/** The path that excludes a screen from search engines; null for a page that they may follow. */
function toExcludedPath(screen: ScreenName): string | null {
  const { path, area, guard, isOpenedByLink = false } = toScreen(screen)
  if (area === 'dashboard') return SCREENS.dashboard.path
  if (area === 'imc') return IMC_ROOT
  return isOpenedByLink || guard === 'expired' ? path : null
}

const EXCLUDED_PATHS = new Set(SCREEN_NAMES.map(toExcludedPath).filter((path) => path !== null))

/** Creates `robots.txt`: it allows all pages except guarded pages, and names the sitemap. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...[...EXCLUDED_PATHS].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n')

/** Creates the sitemap of the public pages. Pages with prices have the time of the last deal. */
export function sitemapXml(publicUrl: string, lastDealTime: Instant | null): string {
  const urls = PUBLIC_PAGES.map(({ path, showsMarket }) => {
    const lastModified = showsMarket && lastDealTime !== null ? `<lastmod>${toIso(lastDealTime)}</lastmod>` : ''
    return `<url><loc>${escapeMarkup(publicUrl + path)}</loc>${lastModified}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

interface PageRoutesParts {
  /** The public URL of the portal, without a final slash. */
  readonly publicUrl: () => string
  readonly previewPrice: () => PreviewPrice | null
  readonly pictures: PictureCache
}

const HOUR_S = 3_600
const PUBLIC = { config: { access: 'public' } } as const

const sendText = (reply: FastifyReply, type: string, body: string) =>
  reply.header('cache-control', `public, max-age=${HOUR_S}`).type(`${type}; charset=utf-8`).send(body)

/** Adds the routes of robots.txt, the sitemap and the picture of shared links. */
export function registerPageRoutes(app: FastifyInstance, { publicUrl, previewPrice, pictures }: PageRoutesParts): void {
  app.get(ROBOTS_PATH, PUBLIC, (_request, reply) => sendText(reply, 'text/plain', robotsText(publicUrl())))

  app.get(SITEMAP_PATH, PUBLIC, (_request, reply) =>
    sendText(reply, 'application/xml', sitemapXml(publicUrl(), previewPrice()?.time ?? null)),
  )

  app.get(PICTURE_PATH, PUBLIC, async (request, reply) => {
    const picture = await pictures.load()
    if (picture === null) {
      reply.code(503).header('retry-after', String(PICTURE_INTERVAL_MS / SECOND_MS))
      return reply.send({ message: NO_PICTURE })
    }
    // Other sites may embed the picture.
    reply.headers({
      etag: picture.etag,
      'cache-control': `public, max-age=${PICTURE_INTERVAL_MS / SECOND_MS}`,
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (matchesEtag(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
    return reply.type('image/png').send(picture.png)
  })
}
