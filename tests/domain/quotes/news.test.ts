import fc from 'fast-check'
import { expect, test } from 'vitest'

import { EXCERPT_LENGTH, excerpt } from '#src/domain/quotes/news.ts'

const countCodePoints = (text: string) => [...text].length

test.each([
  [0, false],
  [1, false],
  [199, false],
  [200, false],
  [201, true],
  [5000, true],
])('excerpt of a body of %i characters returns cut: %s (§9)', (length, cut) => {
  const body = 'ñ'.repeat(length)
  expect(excerpt(body)).toEqual({ text: body.slice(0, EXCERPT_LENGTH), cut })
})

test.each([
  [200, false],
  [201, true],
])('excerpt counts each of %i emoji as one character (cut: %s)', (length, cut) => {
  const result = excerpt('😀'.repeat(length))
  expect(result).toEqual({ text: '😀'.repeat(200), cut })
})

test.each([
  ['a letter with a combining accent', 'e\u0301'],
  ['a flag', '🇨🇴'],
  ['a family emoji', '👨\u200d👩\u200d👧'],
])('excerpt omits %s when only a part of it fits', (_, character) => {
  const before = 'a'.repeat(199)
  expect(excerpt(`${before}${character} y sigue`)).toEqual({ text: before, cut: true })
})

test('excerpt includes a combined character that ends at the limit', () => {
  const fittingText = `${'a'.repeat(198)}e\u0301`
  expect(excerpt(`${fittingText}b`)).toEqual({ text: fittingText, cut: true })
})

test('excerpt cuts one combined character that is longer than the limit', () => {
  const body = `a${'\u0301'.repeat(400)}`
  expect(excerpt(body)).toEqual({ text: body.slice(0, 200), cut: true })
})

test('an excerpt is the start of its body, and the whole body when cut is false', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }), (body) => {
      const { text, cut } = excerpt(body)
      expect(body.startsWith(text)).toBe(true)
      expect(countCodePoints(text)).toBeLessThanOrEqual(EXCERPT_LENGTH)
      expect(cut).toBe(countCodePoints(body) > EXCERPT_LENGTH)
      expect(cut || text === body).toBe(true)
      expect(text).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})
