import { expect, test } from 'vitest'

import { decodeNews } from '#src/adapters/http/market/news.ts'

const ITEM = { id: '1', headline: 'El dólar sube', body: 'Texto', link: 'https://n.example/' }

test.each([
  ['an empty list', [], 0],
  ['readable items', [ITEM], 1],
  ['a readable item among unreadable items', [null, 7, ITEM, { headline: null, body: [] }], 1],
])('decodeNews decodes %s', (_, body, count) => {
  expect(decodeNews(body)).toHaveLength(count)
})

test.each([
  ['no list', { noticias: 'hoy' }],
  ['items of wrong types only', [null, 7, { headline: { es: 'x' }, body: 1 }]],
  ['items without a headline only', [{ id: 1, body: 'Texto' }]],
])('decodeNews returns null for %s', (_, body) => {
  expect(decodeNews(body)).toBeNull()
})
