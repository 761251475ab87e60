import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNewsApi, decodeNews } from '#src/adapters/http/market/news-api.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const loadLatest = (body: unknown) => createNewsApi({ http: createReplyClient(body).http }).latest()

const ROW = {
  id: 'not-118',
  headline: 'El dólar borra las pérdidas de la apertura',
  body: 'La divisa llegó a 4.118,90 pesos.',
  link: 'https://noticias.example/118',
  fecha: '2026-11-20T12:40:00-05:00',
}
const ITEM = {
  id: 'not-118',
  headline: ROW.headline,
  body: ROW.body,
  link: ROW.link,
  time: toInstant('2026-11-20', '12:40'),
}

test.each([
  ['a plain list', [ROW]],
  ['a list in data', { data: [ROW] }],
  ['a list two levels down', { data: { data: [ROW] } }],
  ['a row with unknown fields', [{ ...ROW, autor: 'X' }]],
])('latest reads %s', async (_, body) => {
  expect(await loadLatest(body)).toEqual({ ok: true, value: [ITEM] })
})

test('latest requests /api/news/rss/', async () => {
  const { http, calls } = createReplyClient([])
  await createNewsApi({ http }).latest()
  expect(calls).toEqual([{ path: '/api/news/rss/', body: null }])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//noticias.example',
  '/118',
  'https://',
  'noticias.example',
  'ftp://noticias.example/1',
  '',
  null,
  7,
])('latest reads the link %j as null', async (link) => {
  expect(await loadLatest([{ ...ROW, link }])).toMatchObject({ ok: true, value: [{ link: null }] })
})

test.each(['http://noticias.example/1', 'HTTPS://noticias.example/1'])(
  'latest returns the link %s unchanged',
  async (link) => {
    expect(await loadLatest([{ ...ROW, link }])).toMatchObject({ ok: true, value: [{ link }] })
  },
)

test('latest reads a numeric id as text', async () => {
  expect(await loadLatest([{ ...ROW, id: 118 }])).toMatchObject({ ok: true, value: [{ id: '118' }] })
})

test('latest derives a missing id from the text', async () => {
  const { id: _, ...row } = ROW
  const first = await loadLatest([row, { ...row, headline: 'Otra' }])
  const second = await loadLatest([{ ...row, headline: 'Nueva' }, row])
  const getIds = (result: typeof first) => (result.ok ? result.value.map(({ id }) => id) : [])
  expect(new Set(getIds(first)).size).toBe(2)
  expect(getIds(first)[0]).toBe(getIds(second)[1])
})

test('latest reads missing fields as empty values', async () => {
  const result = await loadLatest([{ headline: ' Solo titular ' }])
  expect(result).toMatchObject({ ok: true, value: [{ headline: 'Solo titular', body: '', link: null, time: null }] })
})

test('latest omits rows without a headline and repeated ids, in the order of the reply', async () => {
  const rows = [{ ...ROW, id: 'b' }, { body: 'x' }, null, 'texto', { ...ROW, id: 'a' }, { ...ROW, id: 'b' }]
  const result = await loadLatest(rows)
  expect(result.ok && result.value.map(({ id }) => id)).toEqual(['b', 'a'])
})

test.each([{}, null, 'texto', { data: null }, { noticias: [] }])(
  'latest returns malformed for the reply %j',
  async (body) => {
    expect(await loadLatest(JSON.stringify(body))).toEqual({ ok: false, error: { kind: 'malformed' } })
  },
)

test('latest reads an invalid time as null', async () => {
  expect(await loadLatest([{ ...ROW, fecha: 'ayer' }])).toMatchObject({ ok: true, value: [{ time: null }] })
})

test('latest never throws and returns only http and https links', async () => {
  const anyLink = fc.oneof(fc.constantFrom('https://a.example/1', 'javascript:alert(1)', 'http:'), fc.string())
  const anyField = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.constant({ a: [] }))
  const anyRow = fc.record(
    { id: anyField, headline: anyField, body: anyField, link: anyLink, fecha: anyField },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 5 }), async (rows) => {
      const result = await loadLatest(rows)
      if (!result.ok) expect(result.error).toEqual({ kind: 'malformed' })
      else expect(result.value.every(({ link }) => link === null || /^https?:/i.test(link))).toBe(true)
    }),
  )
})

const WIRE_ITEM = { id: '1', headline: 'El dólar sube', body: 'Texto', link: 'https://n.example/' }

test.each([
  ['an empty list', [], 0],
  ['readable items', [WIRE_ITEM], 1],
  ['a readable item among unreadable items', [null, 7, WIRE_ITEM, { headline: null, body: [] }], 1],
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
