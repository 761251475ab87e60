import * as z from 'zod/mini'

import { parseDate } from '#src/domain/time/bogota.ts'
import { marketOfId } from '#src/domain/trading/market.ts'

/** A figure, null when there is none. */
export const figure = z.nullable(z.number())

/** A calendar day as we write it, `YYYY-MM-DD`. */
export const calendarDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => parseDate(text) !== null),
)

/** A calendar day as callers write it, padded or not (`2026-11-9`). */
export const requestedDay = z.string().check(z.refine((text) => parseDate(text) !== null))

/** The number of a market, as a number or as its text. */
export const marketId = z.union([z.number(), z.string()]).check(z.refine((id) => marketOfId(id) !== null))

/** ISO 8601 with an offset. */
export const isoInstant = z.iso.datetime({ offset: true })

const DIGITS = /^\d{1,9}$/

const numberOf = (value: number | string): number =>
  typeof value === 'number' ? value : DIGITS.test(value) ? Number(value) : Number.NaN

/** A whole number between two limits, as a number or as its text. */
export const wholeNumber = (least: number, most: number) =>
  z.union([z.number(), z.string()]).check(
    z.refine((value) => {
      const number = numberOf(value)
      return Number.isInteger(number) && number >= least && number <= most
    }),
  )

/** What no line of text has: control characters and halves of a character, which no database takes. */
const UNFIT = /[\p{Cc}\p{Cs}]/u

/** A line of text between two lengths, in code points. */
export const lineOfText = (least: number, most: number) =>
  z.string().check(
    z.refine((text) => {
      const length = [...text].length
      return length >= least && length <= most && !UNFIT.test(text)
    }),
  )
