import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseObjectLiteral } from '#src/adapters/http/decode/object-literal.ts'
import { measureCpuMs } from '#tests/support/cpu-time.ts'

const CHART = [
  '{labels:[08:00:03,08:00:11],datasets:[',
  "{label:'Precios de cierre',data:[4091,4091.5]},",
  "{label:'Montos (Miles USD)',data:[500,250]}]}",
].join('')

test('parseObjectLiteral reads the chart of an old server', () => {
  expect(parseObjectLiteral(CHART)).toEqual({
    ok: true,
    value: {
      labels: ['08:00:03', '08:00:11'],
      datasets: [
        { label: 'Precios de cierre', data: [4091, 4091.5] },
        { label: 'Montos (Miles USD)', data: [500, 250] },
      ],
    },
  })
})

test.each([
  ['labels: [08:00:03], datasets: []', { labels: ['08:00:03'], datasets: [] }],
  ['{a:1,}', { a: 1 }],
  ['[1,2,]', [1, 2]],
  ['[1,,2]', [1, null, 2]],
  ['[,]', [null]],
  ['[]', []],
  ['{}', {}],
  [' { "a b" : "x\\"y" , \'c\' : \'it\\\'s\' } ', { 'a b': 'x"y', c: "it's" }],
  [String.raw`{a:'\u00e1\n\q'}`, { a: 'á\nq' }],
  ['{a:true,b:false,c:null,d:undefined,e:NaN}', { a: true, b: false, c: null, d: null, e: null }],
  ['[-1.5,.5,1e3,1.,+1]', [-1.5, 0.5, 1000, 1, '+1']],
  ['[2026-11-20 08:00:03, 2026-11-20]', ['2026-11-20 08:00:03', '2026-11-20']],
  ["{a:[{b:'}'},{b:']'}]}", { a: [{ b: '}' }, { b: ']' }] }],
])('parseObjectLiteral reads %s', (text, value) => {
  expect(parseObjectLiteral(text)).toEqual({ ok: true, value })
})

test.each([
  '',
  ' ',
  '{',
  '[',
  '{a',
  '{a:',
  '{a:1',
  '{a:}',
  '[1',
  '[1 2',
  "['a' 'b']",
  "['a",
  "'\\",
  '{:1}',
  '{a:1}}',
  '[1]]',
  'solo texto',
  '{a:1}{b:2}',
  '<html><body>Error</body></html>',
  '{a:alert(1)',
  '('.repeat(100),
])('parseObjectLiteral rejects %j', (text) => {
  expect(parseObjectLiteral(text)).toEqual({ ok: false, error: 'not-an-object-literal' })
})

test('parseObjectLiteral reads code in a value as text', () => {
  expect(parseObjectLiteral('{a:alert(1),b:(()=>1)()}')).toEqual({ ok: true, value: { a: 'alert(1)', b: '(()=>1)()' } })
})

test('a key with the name of a prototype property changes no prototype', () => {
  const parsed = parseObjectLiteral("{__proto__:{polluted:1},constructor:{prototype:{polluted:1}},toString:'x'}")
  expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__', 'constructor', 'toString'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('parseObjectLiteral limits nesting to 32 levels', () => {
  const createNestedArray = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
  expect(parseObjectLiteral(createNestedArray(32)).ok).toBe(true)
  expect(parseObjectLiteral(createNestedArray(33)).ok).toBe(false)
  expect(parseObjectLiteral('['.repeat(1_000_000)).ok).toBe(false)
  expect(parseObjectLiteral('{a:'.repeat(1_000_000)).ok).toBe(false)
})

const unquotedTime = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const quoteText = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

test('parseObjectLiteral reads any chart of an old server', () => {
  const price = fc.integer({ min: 0, max: 1_000_000 }).map((centavos) => centavos / 100)
  const point = fc.tuple(unquotedTime, price, price)
  fc.assert(
    fc.property(fc.array(point), fc.string(), fc.string(), (points, first, second) => {
      const labels = points.map(([time]) => time)
      const prices = points.map(([, value]) => value)
      const amounts = points.map(([, , value]) => value)
      const datasets = `{label:${quoteText(first)},data:[${prices}]},{label:${quoteText(second)},data:[${amounts}]}`
      const text = `{labels:[${labels}],datasets:[${datasets}]}`
      expect(parseObjectLiteral(text)).toEqual({
        ok: true,
        value: {
          labels,
          datasets: [
            { label: first, data: prices },
            { label: second, data: amounts },
          ],
        },
      })
    }),
  )
})

test('parseObjectLiteral reads JSON like JSON.parse', () => {
  const keys = fc.string()
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(keys, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(keys, value), (object) => {
      const text = JSON.stringify(object)
      expect(parseObjectLiteral(text)).toEqual({ ok: true, value: JSON.parse(text) })
    }),
  )
})

test('parseObjectLiteral never throws', () => {
  const pieces = fc.constantFrom('{', '}', '[', ']', ':', ',', "'", '"', '\\', 'a', '1', ' ', '\n', '08:00:03', '\\u12')
  const hostileText = fc.oneof(
    fc.array(fc.nat(0xffff), { maxLength: 60, size: 'max' }).map((codes) => String.fromCharCode(...codes)),
    fc.array(pieces, { maxLength: 60, size: 'max' }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(hostileText, (text) => {
      const parsed = parseObjectLiteral(text)
      expect(typeof parsed.ok).toBe('boolean')
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['bare text', (length: number) => `[${'a'.repeat(length)}`],
  ['an open quote', (length: number) => `['${'a'.repeat(length)}`],
  ['escapes', (length: number) => `['${'\\n'.repeat(length / 2)}']`],
  ['commas', (length: number) => `[${','.repeat(length)}]`],
  ['spaces', (length: number) => `[1${' '.repeat(length)}2]`],
  ['numbers', (length: number) => `[${'1,'.repeat(length / 2)}]`],
  ['digits', (length: number) => `[${'1'.repeat(length)}]`],
  ['objects', (length: number) => `[${'{a:1},'.repeat(length / 6)}]`],
])('a megabyte of %s is parsed in under 3 s of CPU time', (_, createText) => {
  const text = createText(1_000_000)
  expect(measureCpuMs(() => void parseObjectLiteral(text))).toBeLessThan(3_000)
})
