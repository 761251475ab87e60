import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeMarkup } from '#server/http/html.ts'
import { REFUSALS } from '#server/http/messages.ts'
import { createReplyCache, matchesEtag, sendPrepared } from '#server/http/prepared-reply.ts'
import { sendRefusal } from '#server/http/refusals.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import type { PreviewPrice } from '#server/market/preview-price.ts'
import { DAY_PICTURES_PATH, PICTURE_PATH } from '#server/page/head-tags.ts'
import { NO_PICTURE } from '#server/page/messages.ts'
import { type DayPictures, PICTURE_INTERVAL_MS, type Picture, type PictureCache } from '#server/page/picture-cache.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { PUBLIC_PAGES, SCREEN_NAMES, SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import { type Instant, MINUTE_MS, SECOND_MS, toIso } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { type Day, type KnownDays, parseAddressDate, toMonth } from '#src/domain/trading/days.ts'

const ROBOTS_PATH = '/robots.txt'
const SITEMAP_PATH = '/sitemap.xml'
const SITEMAPS_PATH = '/sitemaps'
const PAGES_SITEMAP = 'paginas.xml'

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

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const SITEMAP_SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Creates the index of the sitemaps: one of the public pages, and one of each year of the history. */
export function sitemapIndexXml(publicUrl: string, { first, today }: KnownDays): string {
  const [from, until] = [Number((first ?? today).slice(0, 4)), Number(today.slice(0, 4))]
  const years = Array.from({ length: until - from + 1 }, (_, i) => `${from + i}.xml`)
  const sitemaps = [PAGES_SITEMAP, ...years].map(
    (name) => `<sitemap><loc>${escapeMarkup(`${publicUrl}${SITEMAPS_PATH}/${name}`)}</loc></sitemap>`,
  )
  return [XML, `<sitemapindex xmlns="${SITEMAP_SCHEMA}">`, ...sitemaps, '</sitemapindex>', ''].join('\n')
}

/** Creates the sitemap of the months and the days with figures of a year (D123). */
export function yearSitemapXml(publicUrl: string, days: readonly Day[]): string {
  const dates = days.filter(({ spot, nextday }) => spot !== null || nextday !== null).map(({ date }) => date)
  const months = [...new Set(dates.map(toMonth))]
  const paths = [...months.map((month) => toPath('month', { month })), ...dates.map((date) => toPath('day', { date }))]
  const urls = paths.map((path) => `<url><loc>${escapeMarkup(publicUrl + path)}</loc></url>`)
  return [XML, `<urlset xmlns="${SITEMAP_SCHEMA}">`, ...urls, '</urlset>', ''].join('\n')
}

/** Creates the sitemap of the public pages. Pages with prices have the time of the last deal. */
export function sitemapXml(publicUrl: string, lastDealTime: Instant | null): string {
  const urls = PUBLIC_PAGES.map(({ path, showsMarket }) => {
    const lastModified = showsMarket && lastDealTime !== null ? `<lastmod>${toIso(lastDealTime)}</lastmod>` : ''
    return `<url><loc>${escapeMarkup(publicUrl + path)}</loc>${lastModified}</url>`
  })
  return [XML, `<urlset xmlns="${SITEMAP_SCHEMA}">`, ...urls, '</urlset>', ''].join('\n')
}

interface PageRoutesParts {
  /** The public URL of the portal, without a final slash. */
  readonly publicUrl: () => string
  readonly previewPrice: () => PreviewPrice | null
  readonly pictures: PictureCache
  readonly dayPictures: DayPictures
  readonly reader: Pick<MarketReader, 'days' | 'knownDays' | 'now'>
}

const HOUR_S = 3_600
const PUBLIC = { config: { access: 'public' } } as const
const CACHE_CONTROL = `public, max-age=${HOUR_S}`
const XML_KIND = { type: 'application/xml; charset=utf-8', cacheControl: CACHE_CONTROL }

const sendText = (reply: FastifyReply, type: string, body: string) =>
  reply.header('cache-control', CACHE_CONTROL).type(`${type}; charset=utf-8`).send(body)

/** Adds the routes of robots.txt, the sitemap and the pictures of shared links. */
export function registerPageRoutes(app: FastifyInstance, parts: PageRoutesParts): void {
  const { publicUrl, previewPrice, pictures, dayPictures, reader } = parts
  const yearSitemaps = createReplyCache()

  /** Sends the sitemap of a year, which is made once a minute: robots store it for an hour anyway. */
  function sendYear(request: FastifyRequest, reply: FastifyReply, year: string) {
    const version = `${publicUrl()} ${Math.floor(reader.now() / MINUTE_MS)}`
    const cached = yearSitemaps.find(year, version)
    if (cached) return sendPrepared(request, reply, cached)
    const { days } = reader.days({ from: `${year}-01-01`, until: `${year}-12-31` }, AUDIENCE_DELAY_MS.delayed)
    if (days.length === 0) return sendRefusal(request, reply, 404, REFUSALS[404])
    const make = () => yearSitemapXml(publicUrl(), days)
    return sendPrepared(request, reply, yearSitemaps.add(year, version, { kind: XML_KIND, make }))
  }

  app.get(ROBOTS_PATH, PUBLIC, (_request, reply) => sendText(reply, 'text/plain', robotsText(publicUrl())))

  app.get(SITEMAP_PATH, PUBLIC, (_request, reply) =>
    sendText(reply, 'application/xml', sitemapIndexXml(publicUrl(), reader.knownDays())),
  )

  app.get<{ Params: { readonly name: string } }>(`${SITEMAPS_PATH}/:name`, PUBLIC, (request, reply) => {
    const { name } = request.params
    if (name === PAGES_SITEMAP)
      return sendText(reply, 'application/xml', sitemapXml(publicUrl(), previewPrice()?.time ?? null))
    const [, year] = /^(\d{4})\.xml$/.exec(name) ?? []
    return year === undefined ? sendRefusal(request, reply, 404, REFUSALS[404]) : sendYear(request, reply, year)
  })

  app.get(PICTURE_PATH, PUBLIC, async (request, reply) => sendPicture(request, reply, await pictures.load()))

  app.get<{ Params: { readonly name: string } }>(`${DAY_PICTURES_PATH}/:name`, PUBLIC, async (request, reply) => {
    const [, text = ''] = /^(.+)\.png$/.exec(request.params.name) ?? []
    const date = parseAddressDate(text)
    const [day] = date === null ? [] : reader.days({ from: date, until: date }, AUDIENCE_DELAY_MS.delayed).days
    if (date === null || !day?.spot) return sendRefusal(request, reply, 404, REFUSALS[404])
    return sendPicture(request, reply, await dayPictures.load(date))
  })
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture | null) {
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
}
