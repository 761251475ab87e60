import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPrice } from '#src/domain/money.ts'
import { EXCERPT_LENGTH, type NewsItem } from '#src/domain/quotes/news.ts'
import { HOUR_MS, type Instant, MINUTE_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'
import { createScriptedDays, type ScriptDay } from '#src/domain/trading/scripted-days.ts'
import type { MarketFacts } from '#src/simulator/market-facts.ts'
import { replayDay } from '#src/simulator/replay-day.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { NEWS_LISTED, simulateNews } from '#src/simulator/simulate-news.ts'
import { describeDistance, formatDollars } from '#src/simulator/story.ts'
import {
  calculateAverage,
  calculateFigures,
  selectCountedDeals,
  selectUnannulledDeals,
} from '#tests/simulator/deal-figures.ts'

const SEED = 71
const HISTORY_START = '2025-01-02'

const createFacts = (script: ScriptDay): MarketFacts => createMarketDayReader(createScriptedDays(script, HISTORY_START))
const simulateScriptDay: ScriptDay = (market, date) => simulateDay({ seed: SEED, market, date })
const facts = createFacts(simulateScriptDay)

const readNewsAt = (now: Instant) => simulateNews({ seed: SEED, now, facts })
const findStory = (news: readonly NewsItem[], id: string) => news.find((item) => item.id === id)

const formatCentavos = (centavos: number | undefined) => formatPrice((centavos ?? Number.NaN) / 100)

/** Any minute of two weeks that contain a US holiday, a Colombian holiday and two weekends. */
const anyInstant = fc
  .integer({ min: 0, max: 14 * 24 * 60 })
  .map((minutes) => toInstant('2026-11-08', '00:00') + minutes * MINUTE_MS)

test('simulateNews returns ten past items, newest first, with unique ids and links', () => {
  fc.assert(
    fc.property(anyInstant, (now) => {
      const news = readNewsAt(now)
      expect(news.length).toBe(NEWS_LISTED)
      expect(new Set(news.map(({ id }) => id)).size).toBe(news.length)
      for (const [i, { time, link, headline }] of news.entries()) {
        expect(time).not.toBeNull()
        expect(time).toBeLessThanOrEqual(news[i - 1]?.time ?? now)
        expect(link).toMatch(/^https:\/\/noticias\.example\/\d{8}-[a-z]+$/)
        expect(headline.length).toBeLessThan(110)
      }
    }),
    { numRuns: 60 },
  )
})

test('news bodies are longer than their excerpt', () => {
  const items = ['2026-11-09', '2026-11-11', '2026-11-13', '2026-11-20'].flatMap((date) =>
    readNewsAt(toInstant(date, '18:00')),
  )
  for (const { body } of items) expect([...body].length).toBeGreaterThan(EXCERPT_LENGTH)
})

test('texts have no gap, no missing number and no "de el"', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer(), (now, seed) => {
      for (const { headline, body } of simulateNews({ seed, now })) {
        for (const text of [headline, body]) {
          expect(text).not.toMatch(/undefined|NaN|null|—| {2}| de el |<|&/)
          expect(text).toBe(text.trim())
        }
        expect(body).toMatch(/\.$/)
        expect(headline).not.toMatch(/\.$/)
      }
    }),
    { numRuns: 15 },
  )
}, 20_000)

test('a published story never changes', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 0, max: 8 * HOUR_MS }), (now, elapsedMs) => {
      const laterNews = new Map(readNewsAt(now + elapsedMs).map((item) => [item.id, item]))
      for (const item of readNewsAt(now)) if (laterNews.has(item.id)) expect(laterNews.get(item.id)).toEqual(item)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['06:29:59', 'not-20261119-tarde'],
  ['06:30:00', 'not-20261120-trm'],
  ['08:24:59', 'not-20261120-trm'],
  ['08:25:00', 'not-20261120-apertura'],
  ['13:24:00', 'not-20261120-cierre'],
  ['23:59:59', 'not-20261120-tarde'],
])('the newest item at %s is %s', (time, id) => {
  expect(readNewsAt(toInstant('2026-11-20', time))[0]?.id).toBe(id)
})

test('a story uses only deals that are at least 15 minutes old', () => {
  const views: { readonly publishedAt: Instant; readonly until: Instant }[] = []
  let now = 0
  const recordingFacts: MarketFacts = {
    figures(view) {
      if (view.date === toDate(now)) views.push({ publishedAt: now, until: view.until })
      return facts.figures(view)
    },
    trmInForce: facts.trmInForce,
  }
  for (const { time } of readNewsAt(toInstant('2026-11-20', '18:00'))) {
    now = time ?? 0
    simulateNews({ seed: SEED, now, facts: recordingFacts })
  }
  expect(views.length).toBeGreaterThan(0)
  for (const { publishedAt, until } of views) expect(until).toBeLessThanOrEqual(publishedAt - 15 * MINUTE_MS)
})

test('the stories of a trading day contain its figures', () => {
  const day = simulateDay({ seed: SEED, market: 'spot', date: '2026-11-20' })
  const calculateFiguresAt = (time: string) =>
    calculateFigures(selectCountedDeals(day).filter((deal) => deal.time <= toInstant('2026-11-20', time)))
  const news = readNewsAt(toInstant('2026-11-20', '18:00'))
  const openingStory = findStory(news, 'not-20261120-apertura')
  expect(openingStory?.headline).toContain(`abre en ${formatCentavos(calculateFiguresAt('08:10').open)} pesos`)
  expect(openingStory?.body).toContain(`${calculateFiguresAt('08:10').count} transacciones`)
  expect(findStory(news, 'not-20261120-rango')?.body).toContain(
    `entre ${formatCentavos(calculateFiguresAt('10:17').low)} y ${formatCentavos(calculateFiguresAt('10:17').high)} pesos`,
  )
  expect(findStory(news, 'not-20261120-montos')?.body).toContain(
    `es de ${formatCentavos(calculateFiguresAt('12:11').average)} pesos`,
  )
  const dayFigures = calculateFigures(selectCountedDeals(day))
  const closingStory = findStory(news, 'not-20261120-cierre')
  expect(closingStory?.headline).toContain(`cierra en ${formatCentavos(dayFigures.close)} pesos`)
  expect(closingStory?.body).toContain(`promedió ${formatCentavos(dayFigures.average)} pesos`)
})

test('the TRM story has the TRM of the previous trading day, including registered deals', () => {
  const tradingDay = simulateDay({ seed: SEED, market: 'spot', date: '2026-11-13' })
  const trm = calculateAverage(selectUnannulledDeals(tradingDay).filter(({ sector }) => sector === 1))
  const news = readNewsAt(toInstant('2026-11-17', '07:00'))
  expect(news[0]?.headline).toBe(`La TRM para el martes 17 de noviembre es de ${formatCentavos(trm)} pesos`)
})

test('the stories of a US holiday include the holiday and no story about spot deals', () => {
  const ids = readNewsAt(toInstant('2026-11-11', '18:00'))
    .map(({ id }) => id)
    .filter((id) => id.includes('20261111'))
  expect(ids).toEqual(['tarde', 'bolsa', 'petroleo', 'region', 'festivo', 'trm'].map((name) => `not-20261111-${name}`))
})

test.each([
  ['a Sunday', '2026-11-22', '2026-11-20'],
  ['a Colombian holiday', '2026-11-16', '2026-11-13'],
])('%s adds no news', (_name, date, lastTradingDay) => {
  expect(readNewsAt(toInstant(date, '12:00'))).toEqual(readNewsAt(toInstant(lastTradingDay, '23:00')))
})

test('the news of a replayed day contain its figures', () => {
  const row = { date: '2025-09-22', open: 3864, low: 3835.55, high: 3868, close: 3855.5, average: 3852.3 }
  const day = replayDay({ ...row, amount: 1_764_000_000, count: 2660 }, { seed: SEED, market: 'spot' })
  if (!day.ok) throw new Error('not replayed')
  const replayedFacts = createFacts((market, date) => (date === row.date ? day.value : simulateScriptDay(market, date)))
  const news = simulateNews({ seed: SEED, now: toInstant(row.date, '13:30'), facts: replayedFacts })
  expect(news[0]?.headline).toBe('El dólar cierra en 3.855,50 pesos y baja desde la apertura')
  expect(news[0]?.body).toContain('mínimo de 3.835,55')
  expect(news[0]?.body).toContain('1.764 millones de dólares en 2.660 transacciones')
})

test('a market without deals has no stories about deals', () => {
  const emptyFacts = createFacts(() => ({ deals: [], annulments: [] }))
  const news = simulateNews({ seed: SEED, now: toInstant('2026-11-20', '18:00'), facts: emptyFacts })
  expect(news.length).toBe(NEWS_LISTED)
  expect(new Set(news.map(({ id }) => id.split('-')[2]))).toEqual(new Set(['tarde', 'bolsa', 'petroleo', 'region']))
})

test('the stories about remittances have the same headline for a month', () => {
  const findRemittanceStory = (date: string) =>
    findStory(readNewsAt(toInstant(date, '16:00')), `not-${date.replaceAll('-', '')}-tarde`)
  expect(findRemittanceStory('2026-11-18')?.headline).toBe(findRemittanceStory('2026-11-25')?.headline)
  expect(findRemittanceStory('2026-11-18')?.headline).toContain('Las remesas de octubre')
})

test.each([
  [1_999_999, '1.999.999 dólares'],
  [2_000_000, '2 millones de dólares'],
  [1_284_650_000, '1.284 millones de dólares'],
])('formatDollars of %i returns %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text)
})

test.each([
  [4100.5, 4100, 'la TRM', '0,50 pesos por encima de la TRM'],
  [4100, 4100.01, 'el cierre anterior', '0,01 pesos por debajo del cierre anterior'],
  [4100, 4100, 'la anterior', 'en el mismo nivel de la anterior'],
])('describeDistance of %d and %d with "%s" returns %s', (value, reference, noun, text) => {
  expect(describeDistance(value, reference, noun)).toBe(text)
})
