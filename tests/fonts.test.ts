import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const sheet = await readFile(new URL('../src/ui/fonts/fonts.css', import.meta.url), 'utf8')
const faces = [...sheet.matchAll(/@font-face \{(.*?)\}/gs)].map(([, body = '']) => body)

const readValue = (body: string, name: string) => new RegExp(`${name}:\\s+([^;]+);`).exec(body)?.[1] ?? ''

/** The code points of a face. */
const readPoints = (body: string) =>
  readValue(body, 'unicode-range')
    .split(',')
    .flatMap((range) => {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-')
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
    })

test('all faces of the portal’s font have the same weights and widths', () => {
  expect(faces.length).toBeGreaterThan(0)
  for (const name of ['font-weight', 'font-stretch', 'font-family'])
    expect(new Set(faces.map((face) => readValue(face, name))).size).toBe(1)
})

test('the first face has the characters of Spanish texts and of numbers', () => {
  const [first = ''] = faces
  const known = new Set(readPoints(first))
  const text = 'áéíóúüñÁÉÍÓÚÜÑ¿¡«»“”‘’…–—ªº°·$%€+−↑↓\u00a00123456789.,'
  expect([...text].filter((character) => !known.has(character.codePointAt(0) ?? 0))).toEqual([])
})
