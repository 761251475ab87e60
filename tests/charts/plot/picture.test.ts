import fc from 'fast-check'
import { expect, test } from 'vitest'

import { wrapText } from '#src/charts/plot/picture.ts'

const countLetters = (text: string) => text.length

test('a text is split between words, and a word that is too long has its own line', () => {
  expect(wrapText('De 08:00 a 13:00 el precio', 11, countLetters)).toEqual(['De 08:00 a', '13:00 el', 'precio'])
  expect(wrapText('uno extraordinariamente dos', 5, countLetters)).toEqual(['uno', 'extraordinariamente', 'dos'])
  expect(wrapText('', 5, countLetters)).toEqual([])
})

test('no word is lost and no line of several words is too long', () => {
  const anyText = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 30 }), (words, width) => {
      const lines = wrapText(words.join(' '), width, countLetters)
      expect(lines.join(' ')).toBe(words.join(' '))
      for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true)
    }),
  )
})
