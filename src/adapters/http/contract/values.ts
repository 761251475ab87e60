import * as z from 'zod/mini'
import { REFUSAL_REASONS } from '#src/domain/identity/session.ts'
import { countCharacters } from '#src/domain/identity/typed-text.ts'
import { foldText } from '#src/domain/text.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { toMarket } from '#src/domain/trading/market.ts'

/** A number; null without a value. */
export const figure = z.nullable(z.number())

/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => parseDate(text) !== null),
)

/** A calendar day of a request, padded or not (`2026-11-9`). */
export const requestedDay = z.string().check(z.refine((text) => parseDate(text) !== null))

/** The id of a market, as a number or as text. */
export const marketId = z.union([z.number(), z.string()]).check(z.refine((id) => toMarket(id) !== null))

/** An instant in ISO 8601 with an offset. */
export const isoInstant = z.iso.datetime({ offset: true })

const DIGITS = /^\d{1,9}$/

/** Converts a text of digits to a number; NaN for any other text. */
function parseDigits(value: number | string): number {
  if (typeof value === 'number') return value
  return DIGITS.test(value) ? Number(value) : Number.NaN
}

/** A whole number between two limits (inclusive), as a number or as text. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.union([z.number(), z.string()]).check(
    z.refine((value) => {
      const number = parseDigits(value)
      return Number.isInteger(number) && number >= minimum && number <= maximum
    }),
  )

/** Control characters and lone surrogates, which databases reject. */
const REJECTED_CHARACTERS = /[\p{Cc}\p{Cs}]/u

/**
 * The length limits of single-line texts. A schema does not contain them, because it validates with
 * a function.
 */
export const LINE_LENGTHS = new WeakMap<object, { readonly minLength: number; readonly maxLength: number }>()

/** Maximum length of a password in a request; the domain has a lower maximum (D12). */
export const MAX_PASSWORD_FIELD_LENGTH = 1_000

/** Maximum length of an opaque id (D48). */
export const MAX_ID_LENGTH = 100

/** A line of text with length limits (inclusive), in code points after NFC (D12). */
export function singleLine(minLength: number, maxLength: number) {
  const line = z.string().check(
    z.refine((text) => {
      const length = countCharacters(text)
      return length >= minLength && length <= maxLength && !REJECTED_CHARACTERS.test(text)
    }),
  )
  LINE_LENGTHS.set(line, { minLength, maxLength })
  return line
}

/** Whether a text is an absolute URL. The oldest supported browsers have no `URL.canParse`. */
export function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}

const foldWord = (word: string): string => foldText(word.trim())

/** Finds the domain code of a wire word; ignores case and accents. Null for an unknown word. */
export function parseWord<Code extends string>(words: Readonly<Record<Code, string>>, text: string): Code | null {
  const folded = foldWord(text)
  for (const code in words) if (foldWord(words[code]) === folded) return code
  return null
}

/** Confirms a call with a message in Spanish. */
export const doneReply = z.object({ message: z.string() })

/** The body of every error reply: a message in Spanish (D44). */
export const errorReply = z.object({ message: z.string() })

/** The body of a 401 to a request with a session: the message and a reason code (D54). */
export const refusedSessionReply = z.object({ message: z.string(), reason: z.enum(REFUSAL_REASONS) })
export type RefusedSessionReply = z.infer<typeof refusedSessionReply>
