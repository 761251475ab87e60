import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createNewsApi } from '#src/adapters/http/news-api.ts'
import { instantOf } from '#src/domain/time/bogota.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const latest = (body: unknown) => createNewsApi({ http: createReplyClient(body).http }).latest()

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
  time: instantOf('2026-11-20', '12:40'),
}

test.each([
  ['clean', [ROW]],
  ['in data', { data: [ROW] }],
  ['two levels down', { data: { data: [ROW] } }],
  ['more fields', [{ ...ROW, autor: 'X' }]],
])('news are read: %s', async (_, body) => {
  expect(await latest(body)).toEqual({ ok: true, value: [ITEM] })
})

test('news are asked for at their own base', async () => {
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
])('the link %j is none', async (link) => {
  expect(await latest([{ ...ROW, link }])).toMatchObject({ ok: true, value: [{ link: null }] })
})

test.each(['http://noticias.example/1', 'HTTPS://noticias.example/1'])('the link %s stays', async (link) => {
  expect(await latest([{ ...ROW, link }])).toMatchObject({ ok: true, value: [{ link }] })
})

test('an id may be a number', async () => {
  expect(await latest([{ ...ROW, id: 118 }])).toMatchObject({ ok: true, value: [{ id: '118' }] })
})

test('a missing id is made of the text, the same at every call and another for another text', async () => {
  const { id: _, ...row } = ROW
  const first = await latest([row, { ...row, headline: 'Otra' }])
  const second = await latest([{ ...row, headline: 'Nueva' }, row])
  const ids = (answer: typeof first) => (answer.ok ? answer.value.map(({ id }) => id) : [])
  expect(new Set(ids(first)).size).toBe(2)
  expect(ids(first)[0]).toBe(ids(second)[1])
})

test('what is missing beside the headline is empty', async () => {
  const answer = await latest([{ headline: ' Solo titular ' }])
  expect(answer).toMatchObject({ ok: true, value: [{ headline: 'Solo titular', body: '', link: null, time: null }] })
})

test('rows without a headline and repeated ids are left out, the order stays', async () => {
  const rows = [{ ...ROW, id: 'b' }, { body: 'x' }, null, 'texto', { ...ROW, id: 'a' }, { ...ROW, id: 'b' }]
  const answer = await latest(rows)
  expect(answer.ok && answer.value.map(({ id }) => id)).toEqual(['b', 'a'])
})

test.each([{}, null, 'texto', { data: null }, { noticias: [] }])('%j is no list of news', async (body) => {
  expect(await latest(JSON.stringify(body))).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test('an unreadable time is unknown', async () => {
  expect(await latest([{ ...ROW, fecha: 'ayer' }])).toMatchObject({ ok: true, value: [{ time: null }] })
})

test('no reply makes the call throw, and every link is http or https', async () => {
  const link = fc.oneof(fc.constantFrom('https://a.example/1', 'javascript:alert(1)', 'http:'), fc.string())
  const text = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.constant({ a: [] }))
  const row = fc.record({ id: text, headline: text, body: text, link, fecha: text }, { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const answer = await latest(rows)
      expect(answer.ok && answer.value.every(({ link }) => link === null || /^https?:/i.test(link))).toBe(true)
    }),
  )
})
