import { expect, test } from 'vitest'

import { decodeText } from '#server/feeds/fetch-feed.ts'
import { parseNewsFeed } from '#server/feeds/news-feed.ts'

const FEED_URL = 'https://diario.example/rss/economia.xml'
const parse = (text: string) => parseNewsFeed({ text, url: FEED_URL })
const createRss = (items: string) => `<rss version="2.0"><channel>${items}</channel></rss>`
const parseFirstItem = (items: string) => {
  const parsed = parse(createRss(items))
  return parsed.ok ? parsed.value[0] : null
}

test('parseNewsFeed reads the alternate link, the summary and the time of an Atom entry', () => {
  const parsed = parse(`<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry>
    <link rel="self" href="https://diario.example/self"/><link rel="alternate" href="/nota/7"/>
    <id>tag:7</id><title type="html">&lt;i&gt;La TRM&lt;/i&gt; baja</title><summary>Resumen</summary>
    <content type="xhtml"><div><p>Otro <b>texto</b></p></div></content>
    <author><name>Ana</name><id>no</id></author>
    <updated>2026-11-20T13:00:00-05:00</updated></entry></feed>`)
  expect(parsed).toEqual({
    ok: true,
    value: [
      {
        id: 'tag:7',
        headline: 'La TRM baja',
        body: 'Resumen',
        link: 'https://diario.example/nota/7',
        time: Date.parse('2026-11-20T18:00:00Z'),
      },
    ],
  })
})

test.each([
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['ftp://diario.example/x', null],
  ['http://diario.example/a?b=1', 'http://diario.example/a?b=1'],
  ['/nota/7', 'https://diario.example/nota/7'],
  ['', null],
])('parseNewsFeed converts the link "%s" to %s', (link, expected) => {
  expect(parseFirstItem(`<item><title>t</title><link>${link}</link></item>`)?.link).toBe(expected)
})

test('parseNewsFeed converts titles and bodies to one line of plain text', () => {
  const item = parseFirstItem(
    `<item><title><![CDATA[ A <img src=x onerror=alert(1)> &amp; B\u202e ]]></title>
     <content:encoded><![CDATA[<style>p{}</style><p>Uno</p><p>Dos&nbsp;&lt;tres&gt;</p>]]></content:encoded></item>`,
  )
  expect([item?.headline, item?.body]).toEqual(['A & B', 'Uno Dos <tres>'])
})

test('parseNewsFeed sorts items by time, undated items last, and removes duplicates', () => {
  const createItem = (id: string, date: string) =>
    `<item><guid>${id}</guid><title>${id}</title><pubDate>${date}</pubDate></item>`
  const parsed = parse(
    createRss(
      createItem('a', '') +
        createItem('b', '2026-11-19T10:00:00Z') +
        createItem('c', '2026-11-20T10:00:00Z') +
        createItem('b', 'ayer'),
    ),
  )
  expect(parsed.ok && parsed.value.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('parseNewsFeed refuses a feed with no readable item and accepts an empty feed (D37)', () => {
  expect(parse(createRss('<item><link>https://x.example</link></item>'))).toEqual({
    ok: false,
    error: { kind: 'no-rows' },
  })
  expect(parse(createRss(''))).toEqual({ ok: true, value: [] })
})

test.each([
  ['HTML', '<!doctype html><html><body><rss></rss></body></html>'],
  ['text', 'Servicio no disponible'],
  ['an empty text', ''],
  ['a document type with entities', '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel/></rss>'],
  ['an entity outside a document type', '<rss><!ENTITY a "b"><channel/></rss>'],
  ['a very deep document', `<rss>${'<a>'.repeat(100_000)}`],
])('parseNewsFeed refuses %s', (_what, text) => {
  expect(parse(text)).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test('parseNewsFeed accepts a document type without entities and reads unknown entities as text', () => {
  const type = '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://x.example/rss.dtd">'
  const parsed = parse(type + createRss('<item><title>A &b; &#67;</title></item>'))
  expect(parsed.ok && parsed.value[0]?.headline).toBe('A &b; C')
})

test.each([
  ['the media type', 'text/xml; charset=ISO-8859-1', '<rss/>'],
  ['the XML declaration', 'text/xml', '<?xml version="1.0" encoding="iso-8859-1"?><rss/>'],
])('decodeText reads the charset from %s', (_what, type, start) => {
  expect(decodeText(Buffer.from(`${start}dólar`, 'latin1'), type)).toBe(`${start}dólar`)
})

test('decodeText reads an unknown charset as UTF-8', () => {
  expect(decodeText(Buffer.from('dólar'), 'text/xml; charset=klingon')).toBe('dólar')
})
