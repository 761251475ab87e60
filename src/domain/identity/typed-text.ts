/**
 * Longest text, in UTF-16 units, that is brought to NFC. Composing takes time that grows with the square of a run of
 * combining marks (minutes for one hostile megabyte), and no limit of any field is near this.
 */
export const MAX_NORMALIZED_LENGTH = 1_000

const composed = (text: string): string => (text.length > MAX_NORMALIZED_LENGTH ? text : text.normalize('NFC'))

/** Length in code points after NFC (D12); of a text above `MAX_NORMALIZED_LENGTH` its UTF-16 units, past every limit either way. */
export const countCharacters = (text: string): number =>
  text.length > MAX_NORMALIZED_LENGTH ? text.length : [...text.normalize('NFC')].length

/** What a person typed as it is judged and kept: NFC, without white space around it. */
export const normalizeText = (text: string): string => composed(text.trim())

/** Spanish and other Latin letters, accents included; no digits, marks, symbols or other scripts. */
const LATIN_LETTER = '(?:(?=\\p{Script=Latin})\\p{L})'

const WORDS = new RegExp(`^${LATIN_LETTER}+(?: ${LATIN_LETTER}+)*$`, 'u')
const LETTERS_AND_DIGITS = new RegExp(`^(?:${LATIN_LETTER}|[0-9])*$`, 'u')
const DIGITS = /^[0-9]*$/
const UNSEEN = /\p{C}/u

/** Letters in words, one space between two of them (D14). */
export const isWords = (text: string): boolean => WORDS.test(text)

/** Nothing but letters and digits; the empty text too. */
export const isAlphanumeric = (text: string): boolean => LETTERS_AND_DIGITS.test(text)

/** Nothing but 0 to 9; the empty text too. */
export const isDigits = (text: string): boolean => DIGITS.test(text)

/** Whether it holds what nobody sees: NUL, line breaks, marks of direction, lone surrogates, unassigned code points. */
export const hasInvisibleCharacter = (text: string): boolean => UNSEEN.test(text)
