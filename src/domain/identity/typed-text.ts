/**
 * Longest text, in UTF-16 units, that is converted to NFC. The time is quadratic for long runs of
 * combining marks: a megabyte blocks for minutes. Every field's limit is lower.
 */
export const MAX_NORMALIZED_LENGTH = 1_000

/** The text in NFC; unchanged above `MAX_NORMALIZED_LENGTH`. */
export const toNfc = (text: string): string => (text.length > MAX_NORMALIZED_LENGTH ? text : text.normalize('NFC'))

/**
 * The length of a field: code points after NFC (D12). A text above `MAX_NORMALIZED_LENGTH` is
 * counted in UTF-16 units, and exceeds the limit of every field.
 */
export const countCharacters = (text: string): number =>
  text.length > MAX_NORMALIZED_LENGTH ? text.length : [...text.normalize('NFC')].length

/** Converts typed text to NFC and trims it, before it is checked and stored. */
export const normalizeText = (text: string): string => toNfc(text.trim())

/**
 * Spanish and other Latin letters, accents included; no digits, marks, symbols or other scripts.
 */
const LATIN_LETTER = '(?:(?=\\p{Script=Latin})\\p{L})'

const WORDS = new RegExp(`^${LATIN_LETTER}+(?: ${LATIN_LETTER}+)*$`, 'u')
const LETTERS_AND_DIGITS = new RegExp(`^(?:${LATIN_LETTER}|[0-9])*$`, 'u')
const DIGITS = /^[0-9]*$/
const INVISIBLE = /\p{C}/u

/** Whether the text is words of letters with single spaces between them (D14). */
export const isWords = (text: string): boolean => WORDS.test(text)

/** Whether the text is empty or has only letters and digits. */
export const isAlphanumeric = (text: string): boolean => LETTERS_AND_DIGITS.test(text)

/** Whether the text is empty or has only the digits 0 to 9. */
export const isDigits = (text: string): boolean => DIGITS.test(text)

/**
 * Whether the text has an invisible character: NUL, line break, direction mark, lone surrogate,
 * unassigned code point.
 */
export const hasInvisibleCharacter = (text: string): boolean => INVISIBLE.test(text)
