import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type CsvCell, toCsv } from '#src/domain/csv.ts'

/** Returns the text of one row, without the byte order mark and the line end. */
const formatLine = (...row: readonly CsvCell[]) => toCsv([row]).slice(1, -2)

test('toCsv writes a byte order mark, semicolons and a line end after each row', () => {
  expect(
    toCsv([
      ['Merc.', 'Cierre'],
      ['SPOT', 4102.35],
    ]),
  ).toBe('\uFEFFMerc.;Cierre\r\nSPOT;4102,35\r\n')
  expect(toCsv([])).toBe('\uFEFF')
})

test.each<readonly [CsvCell, string]>([
  [4102.35, '4102,35'],
  [1322400000, '1322400000'],
  [0, '0'],
  [-11.5, '-11,5'],
  [null, ''],
  ['', ''],
  ['USD/COP', 'USD/COP'],
  ['2026-11-20', '2026-11-20'],
  ['Precio mínimo', 'Precio mínimo'],
  ['a;b', '"a;b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  [' a', '" a"'],
  ['a ', '"a "'],
  ['a,b', 'a,b'],
])('toCsv writes the cell %j as %j', (cell, expected) => {
  expect(formatLine(cell, 'x')).toBe(`${expected};x`)
})

test.each([Number.NaN, Infinity, -Infinity])('toCsv writes the number %s as an empty cell', (cell) => {
  expect(formatLine(cell, 'x')).toBe(';x')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1', '=HYPERLINK("x";"y")'])(
  'toCsv puts an apostrophe before a text that a spreadsheet would read as a formula: %j',
  (text) => {
    expect(formatLine(text).replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

test('toCsv does not change a text with a formula character after its first character', () => {
  expect(formatLine('a=1')).toBe('a=1')
})

/** Parses RFC 4180 with semicolons, after a byte order mark. */
function parseCsv(file: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  const cellPattern = /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n)/y
  cellPattern.lastIndex = 1 // after the byte order mark
  while (cellPattern.lastIndex < file.length) {
    const match = cellPattern.exec(file)
    if (!match) throw new Error('no cell')
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ';') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('parsing the written file returns every text, with an apostrophe before formulas', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'ñ', ';', '"', '\r', '\n', ' ', ',', '=', '-', "'", '😀') })
  fc.assert(
    fc.property(fc.array(fc.array(anyText, { minLength: 1 })), (rows) => {
      const expected = rows.map((row) => row.map((cell) => (/^[=\-\r\n]/.test(cell) ? `'${cell}` : cell)))
      expect(parseCsv(toCsv(rows))).toEqual(expected)
    }),
  )
})
