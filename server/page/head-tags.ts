import { escapeMarkup } from '#server/http/html.ts'
import type { PreviewPrice } from '#server/market/preview-price.ts'
import {
  DELAY_NOTE,
  momentText,
  moveText,
  pageTitle,
  pictureText,
  priceTitle,
  SIMULATED_DATA,
  SITE_NAME,
  trmText,
} from '#server/page/messages.ts'
import { matchScreen } from '#src/application/navigation/resolve.ts'
import { PUBLIC_PAGES, type PublicPage } from '#src/application/navigation/screens.ts'
import { toIso } from '#src/domain/time/bogota.ts'
import { computeMove } from '#src/domain/trading/figures.ts'
import { CURRENCY_PAIR } from '#src/domain/trading/market.ts'

/** Path of the preview picture. */
export const PICTURE_PATH = '/compartir/precio.png'

/** Size of the preview picture, in px. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

/** Returns the tags that a page's `<head>` needs for search engines and shared links, as HTML. */
type HeadTags = (path: string) => string

interface HeadTagsParts {
  /** The public URL of the portal, without a final slash. */
  readonly publicUrl: () => string
  /** The delayed price of this instant; null before the first price. */
  readonly previewPrice: () => PreviewPrice | null
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
    propertyTag('og:image', toPictureUrl(origin, price)),
    propertyTag('og:image:type', 'image/png'),
    propertyTag('og:image:width', String(PICTURE_SIZE.width)),
    propertyTag('og:image:height', String(PICTURE_SIZE.height)),
    propertyTag('og:image:alt', pictureAlt),
    nameTag('twitter:card', 'summary_large_image'),
    ...(isHome && price
      ? [`<script type="application/ld+json">${toDataBlock(describeRate(url, price, simulated))}</script>`]
      : []),
  ]
}

/**
 * Creates the function that returns a page's tags. Public pages get a canonical link and Open Graph
 * tags, and the home its price as structured data. All other pages get `noindex`.
 */
export function createHeadTags(parts: HeadTagsParts): HeadTags {
  return (path) => {
    const page = PUBLIC_PAGES.find(({ screen }) => screen === matchScreen(path)?.screen)
    return page ? createPublicTags(page, parts).join('') : nameTag('robots', 'noindex')
  }
}
