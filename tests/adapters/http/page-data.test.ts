import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import { formatPageData, packColumn, parsePageData, unpackColumn } from '#src/adapters/http/page-data.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

const CONFIG = { marketApi: '/api/market', demo: true } as unknown as ConfigReply
const NOW = toInstant('2026-11-20', '12:43:15')

const anyInstant = fc.integer({ min: 0, max: 4_000_000_000 }).map((value) => value * 1_000)
const anyPrice = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value / 100)
const anyNumber = fc.double({ noDefaultInfinity: true })

test.each([
  ['instants of whole seconds', anyInstant],
  ['prices to the centavo', anyPrice],
  ['any numbers and gaps', anyNumber],
])('unpackColumn restores a packed column of %s', (_name, anyValue) => {
  fc.assert(
    fc.property(fc.float64Array({ noDefaultInfinity: true }), fc.array(anyValue), (numbers, values) => {
      for (const column of [numbers, Float64Array.from(values)]) {
        const unpacked = unpackColumn(JSON.parse(JSON.stringify(packColumn(column))))
        // JSON has no -0.
        expect(Array.from(unpacked, (item) => item + 0)).toEqual(Array.from(column, (item) => item + 0))
      }
    }),
  )
})

test('parsePageData restores the data that formatPageData wrote', () => {
  const times = Float64Array.of(NOW - 2_000, NOW)
  const prices = Float64Array.of(4102.35, 4101.6)
  const amounts = Float64Array.of(250, 500.5)
  const parts = {
    usHoliday: false,
    intraday: { tradingDay: '2026-11-20', value: { times, prices, amounts, sequence: 7 } },
  }
  const data = parsePageData(formatPageData({ config: CONFIG, renderedAt: NOW + 5, marketTime: NOW, parts }))
  expect(data).toEqual({ config: CONFIG, first: { renderedAt: NOW + 5, marketTime: NOW, parts } })
})

test('formatPageData escapes script tags and comments in a headline', () => {
  const headline = '</script><script>alert(1)</script><!--'
  const news = [{ id: 'n', headline, body: '', link: null, time: null }]
  const text = formatPageData({ config: CONFIG, renderedAt: NOW, marketTime: NOW, parts: { news } })
  expect(text).not.toContain('<')
  expect(parsePageData(text)?.first.parts.news?.[0]?.headline).toBe(headline)
})

test.each(['', '{', 'null', '[]', '"x"', '{}'])('parsePageData returns null for the text %j', (text) => {
  expect(parsePageData(text)).toBeNull()
})
