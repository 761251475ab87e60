import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import type { PreviewPrice } from '#server/market/preview-price.ts'
import { createHeadTags } from '#server/page/head-tags.ts'
import { robotsText, sitemapIndexXml, sitemapXml, yearSitemapXml } from '#server/page/page-routes.ts'
import { COLOURS } from '#server/page/price-picture.ts'
import { PUBLIC_PAGES } from '#src/application/navigation/screens.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { Day } from '#src/domain/trading/days.ts'

const FRIDAY = '2026-11-20'

const PRICE: PreviewPrice = {
  date: FRIDAY,
  today: FRIDAY,
  close: 4102.35,
  time: toInstant(FRIDAY, '12:28:05'),
  average: 4101.62,
  low: 4085.2,
  high: 4118.9,
  previousClose: 4091,
  trm: 4098.17,
  dayTrm: 4098.17,
}

const DAY: Day = {
  date: '2025-09-22',
  trm: 3866.01,
  spot: { open: 3880, low: 3871.5, high: 3902.25, close: 3890.4, average: 3888.12, amount: 1204650000, count: 2098 },
  nextday: null,
}

const createTags = (
  path: string,
  { price = PRICE, publicUrl = 'https://dolar.example', simulated = false } = {} as {
    price?: PreviewPrice | null
    publicUrl?: string
    simulated?: boolean
  },
) =>
  createHeadTags({
    publicUrl: () => publicUrl,
    previewPrice: () => price,
    reader: {
      days: ({ from, until }) => ({
        days: [DAY].filter(({ date }) => date >= from && date <= until),
        first: DAY.date,
      }),
    },
    simulated,
  })(path)

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const

const decode = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])

/** Returns the content of a tag with plain instead of non-breaking spaces. */
const readContent = (tags: string, name: string) =>
  decode(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(tags)?.[1] ?? '(missing)').replaceAll(
    '\u00a0',
    ' ',
  )

test('the tags of the home contain title, description and picture with the delayed price', () => {
  const tags = createTags('/')
  expect(tags).toContain('<link rel="canonical" href="https://dolar.example/">')
  expect(readContent(tags, 'og:title')).toBe('Dólar: $ 4.102,35 | Mercado Dólar')
  expect(readContent(tags, 'og:description')).toBe(
    '+11,35 (+0,28%) frente al cierre anterior. TRM $ 4.098,17. Viernes, 20 de noviembre de 2026, 12:28. ' +
      'Información con 15 minutos de retraso. No incluye operaciones registradas.',
  )
  expect(readContent(tags, 'og:image')).toBe('https://dolar.example/compartir/precio.png?t=202611201228')
  expect(readContent(tags, 'og:image:alt')).toBe(
    'Precio del dólar: $ 4.102,35. Viernes, 20 de noviembre de 2026, 12:28.',
  )
  expect(readContent(tags, 'og:url')).toBe('https://dolar.example/')
  expect(readContent(tags, 'twitter:card')).toBe('summary_large_image')
  expect(readContent(tags, 'robots')).toBe('(missing)')
})

test('the URL of the preview picture changes with the minute of the last deal', () => {
  const later = { ...PRICE, time: PRICE.time + 60_000 }
  expect(readContent(createTags('/', { price: later }), 'og:image')).toContain('?t=202611201229')
})

const readStructuredData = (tags: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(tags)?.[1] ?? 'null')

test('the tags of the home contain the exchange rate as structured data', () => {
  expect(readStructuredData(createTags('/'))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ExchangeRateSpecification',
    name: 'USD/COP',
    url: 'https://dolar.example/',
    currency: 'USD',
    currentExchangeRate: {
      '@type': 'UnitPriceSpecification',
      price: 4102.35,
      priceCurrency: 'COP',
      validFrom: '2026-11-20T12:28:05-05:00',
    },
  })
})

test('the tags of the home mark a simulated price as simulated', () => {
  const tags = createTags('/', { simulated: true })
  expect(readContent(tags, 'og:description')).toMatch(/^Datos simulados\. /)
  expect(readStructuredData(tags)).toMatchObject({ name: 'USD/COP (Datos simulados)' })
})

test('the tags of the home contain no price when the price is unknown', () => {
  const tags = createTags('/', { price: null })
  expect(readContent(tags, 'og:title')).toBe('Mercado Dólar')
  expect(readContent(tags, 'og:image')).toBe('https://dolar.example/compartir/precio.png')
  expect(readStructuredData(tags)).toBeNull()
  expect(tags).not.toMatch(/\d,\d/)
})

test('the description omits the sentences of an unknown previous close and TRM', () => {
  const tags = createTags('/', { price: { ...PRICE, previousClose: null, trm: null } })
  expect(readContent(tags, 'og:description')).toMatch(/^Viernes, 20 de noviembre de 2026, 12:28\. Información/)
})

test.each(PUBLIC_PAGES.map(({ path }) => path))('the canonical URL of every spelling of %s is the same', (path) => {
  for (const spelling of [path, path.toUpperCase(), path.replace(/(.)\/$/, '$1')]) {
    expect(createTags(spelling)).toContain(`<link rel="canonical" href="https://dolar.example${path}">`)
  }
})

test.each([
  '/dashboard/spot/',
  '/imc/MisUsuarios',
  '/auth/reset-contrasena/',
  '/auth/recuperar-contrasena/',
  '/no-existe',
  '/"><script>alert(1)</script>',
  "/'onload='alert(1)",
])('the only head tag of %s is noindex', (path) => {
  expect(createTags(path)).toBe('<meta name="robots" content="noindex">')
})

test.each(['https://a.example/"><script>', "https://a.example/'x", 'https://a.example/</script>&'])(
  'the tags escape the hostile public URL %s',
  (publicUrl) => {
    const tags = createTags('/', { publicUrl })
    expect(readContent(tags, 'og:url')).toBe(`${publicUrl}/`)
    expect(tags.match(/<script/g)).toHaveLength(1)
    expect(tags.match(/<\/script/g)).toHaveLength(1)
    expect(readStructuredData(tags).url).toBe(`${publicUrl}/`)
    expect(decode(sitemapXml(publicUrl, PRICE.time))).toContain(`<loc>${publicUrl}/</loc>`)
    expect(sitemapXml(publicUrl, PRICE.time)).not.toContain('<script')
  },
)

test('the sitemap contains the public pages, and the date of the last deal for market pages', () => {
  const xml = sitemapXml('https://dolar.example', PRICE.time)
  expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual(
    ['', 'precios/', 'estadisticas/', 'trm/', 'convertidor/', 'dias/', 'widget/', 'auth/login/', 'auth/registro/'].map(
      (path) => `https://dolar.example/${path}`,
    ),
  )
  expect(xml).toContain('<loc>https://dolar.example/</loc><lastmod>2026-11-20T12:28:05-05:00</lastmod>')
  expect(xml).toContain('<loc>https://dolar.example/auth/login/</loc></url>')
  expect(sitemapXml('https://dolar.example', null)).not.toContain('lastmod')
})

test('the page of a day has its own address, title, figures and picture (D123)', () => {
  const tags = createTags('/dia/2025-09-22/')
  expect(tags).toContain('<link rel="canonical" href="https://dolar.example/dia/2025-09-22/">')
  expect(readContent(tags, 'og:title')).toBe('El dólar el lunes, 22 de septiembre de 2025 | Mercado Dólar')
  expect(readContent(tags, 'og:description')).toBe(
    'Apertura $ 3.880,00, mínimo $ 3.871,50, máximo $ 3.902,25, cierre $ 3.890,40, promedio $ 3.888,12. TRM $ 3.866,01.',
  )
  expect(readContent(tags, 'og:image')).toBe('https://dolar.example/compartir/dia/2025-09-22.png')
  expect(readContent(tags, 'og:image:alt')).toBe('Precio del dólar: $ 3.890,40. Lunes, 22 de septiembre de 2025.')
  expect(readContent(tags, 'twitter:card')).toBe('summary_large_image')
  expect(createTags('/dias/2025-09/')).not.toContain('og:image')
})

test.each(['/dia/2025-09-21/', '/dia/2030-01-01/', '/dias/2030-01/'])(
  '%s, without figures, is not listed by search engines (D123)',
  (path) => {
    expect(createTags(path)).toBe('<meta name="robots" content="noindex">')
  },
)

test('a month with days has its own address and title (D123)', () => {
  const tags = createTags('/dias/2025-09')
  expect(tags).toContain('<link rel="canonical" href="https://dolar.example/dias/2025-09/">')
  expect(readContent(tags, 'og:title')).toBe('El dólar día a día: septiembre de 2025 | Mercado Dólar')
})

test('the index of the sitemaps names the public pages and each year of the history (D123)', () => {
  const xml = sitemapIndexXml('https://dolar.example', { first: '2024-11-05', today: '2026-11-20' })
  expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual(
    ['paginas', '2024', '2025', '2026'].map((name) => `https://dolar.example/sitemaps/${name}.xml`),
  )
})

test('the sitemap of a year names its months and its days with figures (D123)', () => {
  const xml = yearSitemapXml('https://dolar.example', [DAY, { ...DAY, date: '2025-09-23', spot: null }])
  expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    'https://dolar.example/dias/2025-09/',
    'https://dolar.example/dia/2025-09-22/',
  ])
})

test('robots.txt disallows only pages that require a session or a private link', () => {
  expect(robotsText('https://dolar.example')).toBe(
    [
      'User-agent: *',
      'Disallow: /precios/respuesta/',
      'Disallow: /auth/reset-contrasena/',
      'Disallow: /auth/invitacion/',
      'Disallow: /auth/change-contrasena/',
      'Disallow: /dashboard/',
      'Disallow: /imc/',
      '',
      'Sitemap: https://dolar.example/sitemap.xml',
      '',
    ].join('\n'),
  )
})

test('the colours of the preview picture are the light colours of the portal', () => {
  const tokens = readFileSync(new URL('../../../src/ui/styles/tokens.css', import.meta.url), 'utf8')
  const readLightColour = (name: string) => new RegExp(`--md-${name}: var\\(--md-light, (#\\w+)\\)`).exec(tokens)?.[1]
  expect(Object.fromEntries(Object.keys(COLOURS).map((name) => [name, readLightColour(name)]))).toEqual(COLOURS)
})
