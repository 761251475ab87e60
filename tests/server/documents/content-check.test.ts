import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { matchesExtension } from '#server/documents/content-check.ts'
import { REQUIREMENT_EXTENSIONS } from '#src/domain/imc/requests/attachments.ts'
import { createZip, SAMPLE_FILES } from '#tests/support/sample-files.ts'

const sample = (extension: string) => SAMPLE_FILES[extension] ?? Buffer.alloc(0)

/** Extensions that are not compared with each other: they share a format, or are text like csv. */
const SIMILAR_FORMATS = [
  ['doc', 'dot'],
  ['xls', 'xlt'],
  ['jpg', 'jpeg', 'jfif'],
  ['tif', 'tiff'],
  ['csv', 'xml', 'rtf', 'pdf'],
]

const isSimilarFormat = (a: string, b: string) =>
  a === b || SIMILAR_FORMATS.some((format) => format.includes(a) && format.includes(b))

test('every allowed extension has a sample', () => {
  expect(Object.keys(SAMPLE_FILES).sort()).toEqual([...REQUIREMENT_EXTENSIONS].sort())
})

test.each(REQUIREMENT_EXTENSIONS)('a real .%s file matches its extension', async (extension) => {
  expect(await matchesExtension(sample(extension), extension)).toBe(true)
})

test.each(REQUIREMENT_EXTENSIONS)('the content of another format does not match .%s', async (extension) => {
  for (const other of REQUIREMENT_EXTENSIONS) {
    if (isSimilarFormat(extension, other)) continue
    expect([other, await matchesExtension(sample(other), extension)]).toEqual([other, false])
  }
})

const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])

test.each(REQUIREMENT_EXTENSIONS)('a program and random bytes do not match .%s', async (extension) => {
  const noise = Buffer.from([0x07, 0x00, 0xff, 0xfe, 0x01, 0x80, 0x13, 0x37])
  for (const content of [PROGRAM, noise]) expect(await matchesExtension(content, extension)).toBe(false)
})

test('an empty file matches only .csv', async () => {
  const matches = await Promise.all(
    REQUIREMENT_EXTENSIONS.map((extension) => matchesExtension(Buffer.alloc(0), extension)),
  )
  // The upload refuses an empty file before this check.
  expect(REQUIREMENT_EXTENSIONS.filter((_, index) => matches[index])).toEqual(['csv'])
})

test.each(['exe', '', 'html', 'toString', '__proto__'])(
  'a PDF does not match the extension "%s"',
  async (extension) => {
    expect(await matchesExtension(sample('pdf'), extension)).toBe(false)
  },
)

test('text in UTF-8, UTF-16 and Latin 1 matches .csv', async () => {
  const table = 'Nombre;Año\nNiño;2026\n'
  const contents = [
    Buffer.from(table),
    Buffer.from(`\uFEFF${table}`),
    Buffer.from(`\uFEFF${table}`, 'utf16le'),
    Buffer.from(`\uFEFF${table}`, 'utf16le').swap16(),
    Buffer.from(table, 'latin1'),
  ]
  for (const content of contents) expect(await matchesExtension(content, 'csv')).toBe(true)
})

test.each(['<!DOCTYPE html><html></html>', '<html>', 'carta', '{"a":1}', ' '])(
  'the text %j does not match .xml',
  async (content) => {
    expect(await matchesExtension(Buffer.from(content), 'xml')).toBe(false)
  },
)

test('a zip bomb does not match .docx and is not inflated in memory', async () => {
  const inflated = Buffer.alloc(200_000_000, ' ')
  const packed = deflateRawSync(inflated)
  const zip = createZip([{ name: '[Content_Types].xml', content: packed }])
  // The first header gets compression method 8 and the inflated size.
  zip.writeUInt16LE(8, 8)
  zip.writeUInt32LE(inflated.length, 22)
  const before = process.memoryUsage().rss
  expect(await matchesExtension(zip, 'docx')).toBe(false)
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})
