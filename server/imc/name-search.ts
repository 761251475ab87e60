import { foldText } from '#src/domain/text.ts'

/** Length of the trigrams of a name. */
export const GRAM_LENGTH = 3

/** A name as searches compare it: lower case, no accents, single spaces. */
export const toNameKey = (name: string): string => foldText(name).trim().replaceAll(/\s+/g, ' ')

/**
 * The trigrams of a key, each once. A key can contain a text only when it contains all trigrams of
 * the text.
 */
export function toGrams(key: string): readonly string[] {
  const characters = [...key]
  const grams = characters.slice(GRAM_LENGTH - 1).map((_, i) => characters.slice(i, i + GRAM_LENGTH).join(''))
  return [...new Set(grams)]
}
