import { escapeMarkup } from '#server/http/escape-markup.ts'
import { GUARDED_PATHS, PUBLIC_PAGES } from '#server/page/public-pages.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

export const ROBOTS_PATH = '/robots.txt'
export const SITEMAP_PATH = '/sitemap.xml'

/** Creates `robots.txt`: it allows all pages except guarded pages, and names the sitemap. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...GUARDED_PATHS.map((path) => `Disallow: ${path}`),
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
