import { escapeMarkup } from '#server/http/html.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import type { PreviewPrice } from '#server/market/preview-price.ts'
import {
  DELAY_NOTE,
  dayPictureText,
  dayTitle,
  describeDay,
  MONTH_DESCRIPTION,
  momentText,
  monthTitle,
  moveText,
  pageTitle,
  pictureText,
  priceTitle,
  SIMULATED_DATA,
  SITE_NAME,
  trmText,
} from '#server/page/messages.ts'
import { type Destination, matchScreen, toPath } from '#src/application/navigation/resolve.ts'
import { PUBLIC_PAGES, type PublicPage } from '#src/application/navigation/screens.ts'
import { toIso } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'
import { toMonthRange } from '#src/domain/trading/days.ts'
import { computeMove } from '#src/domain/trading/figures.ts'
import { CURRENCY_PAIR } from '#src/domain/trading/market.ts'

/** Path of the preview picture. */
export const PICTURE_PATH = '/compartir/precio.png'

/** Path of the pictures of days: `/compartir/dia/2025-09-22.png`. */
export const DAY_PICTURES_PATH = '/compartir/dia'

/** Size of the preview picture, in px. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

/** Returns the tags that a page's `<head>` needs for search engines and shared links, as HTML. */
type HeadTags = (path: string) => string

interface HeadTagsParts {
  /** The public URL of the portal, without a final slash. */
  readonly publicUrl: () => string
  /** The delayed price of this instant; null before the first price. */
  readonly previewPrice: () => PreviewPrice | null
  readonly reader: Pick<MarketReader, 'days'>
  /** Whether the market is simulated (D43). */
  readonly simulated: boolean
}

/** Formats JSON for a data block. It has no `<`, so that no value can end the block. */
const toDataBlock = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

const propertyTag = (name: string, content: string) => `<meta property="${name}" content="${escapeMarkup(content)}">`
const nameTag = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}">`

/**
 * Returns the URL of the picture. It changes with the minute of the last deal, because sharing
 * services cache pictures by URL.
 */
const toPictureUrl = (publicUrl: string, price: PreviewPrice | null) =>
  `${publicUrl}${PICTURE_PATH}${price ? `?t=${toIso(price.time).slice(0, 16).replace(/\D/g, '')}` : ''}`

function describePrice(price: PreviewPrice, simulated: boolean): string {
  const { close, previousClose, trm, date, time } = price
  const parts = [moveText(computeMove(previousClose, close)), trmText(trm), momentText(date, time)]
  const sentences = parts.flatMap((part) => (part === null ? [] : [`${part}.`]))
  return [...(simulated ? [`${SIMULATED_DATA}.`] : []), ...sentences, DELAY_NOTE].join(' ')
}

/** Describes the exchange rate as structured data (schema.org). */
const describeRate = (url: string, { close, time }: PreviewPrice, simulated: boolean) => ({
  '@context': 'https://schema.org',
  '@type': 'ExchangeRateSpecification',
  name: simulated ? `${CURRENCY_PAIR} (${SIMULATED_DATA})` : CURRENCY_PAIR,
  url,
  currency: 'USD',
  currentExchangeRate: {
    '@type': 'UnitPriceSpecification',
    price: close,
    priceCurrency: 'COP',
    validFrom: toIso(time),
  },
})

const createPictureTags = (url: string, text: string): readonly string[] => [
  propertyTag('og:image', url),
  propertyTag('og:image:type', 'image/png'),
  propertyTag('og:image:width', String(PICTURE_SIZE.width)),
  propertyTag('og:image:height', String(PICTURE_SIZE.height)),
  propertyTag('og:image:alt', text),
  nameTag('twitter:card', 'summary_large_image'),
]

function createPublicTags(page: PublicPage, { publicUrl, previewPrice, simulated }: HeadTagsParts): readonly string[] {
  const [origin, price] = [publicUrl(), previewPrice()]
  const url = `${origin}${page.path}`
  const isHome = page.screen === 'home'
  const homeTitle = price ? priceTitle(price.close) : SITE_NAME
  const pictureAlt = price ? pictureText(price.close, price.date, price.time) : SITE_NAME
  return [
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    propertyTag('og:type', 'website'),
    propertyTag('og:site_name', SITE_NAME),
    propertyTag('og:locale', 'es_CO'),
    propertyTag('og:url', url),
    propertyTag('og:title', isHome ? homeTitle : pageTitle(page.title)),
    propertyTag('og:description', isHome && price ? describePrice(price, simulated) : page.description),
    ...createPictureTags(toPictureUrl(origin, price), pictureAlt),
    ...(isHome && price
      ? [`<script type="application/ld+json">${toDataBlock(describeRate(url, price, simulated))}</script>`]
      : []),
  ]
}

interface DatedPage {
  readonly path: string
  readonly title: string
  readonly description: string
  /** The picture of a spot day, with its text; null for another page. */
  readonly picture: { readonly path: string; readonly text: string } | null
}

const createDatedTags = ({ path, title, description, picture }: DatedPage, { publicUrl, simulated }: HeadTagsParts) => {
  const url = publicUrl() + path
  const text = simulated ? `${SIMULATED_DATA}. ${description}` : description
  return [
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    propertyTag('og:type', 'article'),
    propertyTag('og:site_name', SITE_NAME),
    propertyTag('og:locale', 'es_CO'),
    propertyTag('og:url', url),
    propertyTag('og:title', pageTitle(title)),
    propertyTag('og:description', text),
    ...(picture === null
      ? [nameTag('twitter:card', 'summary')]
      : createPictureTags(publicUrl() + picture.path, picture.text)),
  ]
}

/** The page of a day or a month with figures; null for another page. */
function findDatedPage({ screen, params }: Destination, { reader }: HeadTagsParts): DatedPage | null {
  const { date = '', month = '' } = params
  const path = toPath(screen, params)
  if (screen === 'month') {
    const isEmpty = reader.days(toMonthRange(month), AUDIENCE_DELAY_MS.delayed).days.length === 0
    return isEmpty ? null : { path, title: monthTitle(`${month}-01`), description: MONTH_DESCRIPTION, picture: null }
  }
  if (screen !== 'day') return null
  const [day] = reader.days({ from: date, until: date }, AUDIENCE_DELAY_MS.delayed).days
  const spot = day?.spot ?? null
  const figures = spot ?? day?.nextday ?? null
  const picture = spot && { path: `${DAY_PICTURES_PATH}/${date}.png`, text: dayPictureText(spot.close, date) }
  return figures && { path, title: dayTitle(date), description: describeDay(figures, day?.trm ?? null), picture }
}

/**
 * Creates the function that returns a page's tags. Public pages get a canonical link and Open Graph
 * tags, and the home its price as structured data. Days and months with figures have theirs (D123).
 * All other pages get `noindex`.
 */
export function createHeadTags(parts: HeadTagsParts): HeadTags {
  return (path) => {
    const found = matchScreen(path)
    const page = PUBLIC_PAGES.find(({ screen }) => screen === found?.screen)
    if (page) return createPublicTags(page, parts).join('')
    const datedPage = found && findDatedPage(found, parts)
    return datedPage ? createDatedTags(datedPage, parts).join('') : nameTag('robots', 'noindex')
  }
}
