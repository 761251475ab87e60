import { escapeMarkup } from '#server/http/escape-markup.ts'
import { PUBLIC_PAGES, SCREEN_NAMES, SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

export const ROBOTS_PATH = '/robots.txt'
export const SITEMAP_PATH = '/sitemap.xml'

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
