import { foldText } from '#src/domain/text.ts'

/** Characters of a trigram. */
export const GRAM_LENGTH = 3

/** Converts a name for comparison: lower case, no accents, single spaces. */
export const toNameKey = (name: string): string => foldText(name).trim().replaceAll(/\s+/g, ' ')

/**
 * Returns the different trigrams of a key. Only keys with all trigrams of a text can contain the
 * text.
 */
export function toGrams(key: string): readonly string[] {
  const characters = [...key]
  const grams = characters.slice(GRAM_LENGTH - 1).map((_, i) => characters.slice(i, i + GRAM_LENGTH).join(''))
  return [...new Set(grams)]
}
