import * as z from 'zod/mini'

import { ROLE_WORDS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { MAX_ID_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'

/** An opaque id (D48). */
export const idField = singleLine(1, MAX_ID_LENGTH)

/** An optional id that the server compares with the id of the session (D24). */
export const ownIdField = z.optional(z.union([idField, z.number()]))

const TRUE = [true, 1, '1', 'true', 'S', 's', 'Si', 'SI', 'si', 'Sí', 'sí'] as const
const FALSE = [false, 0, '0', 'false', 'N', 'n', 'No', 'NO', 'no'] as const

/** A boolean in every accepted form (D35). */
export const requestFlag = z.pipe(
  z.union([z.literal([...TRUE]), z.literal([...FALSE])]),
  z.transform((value) => TRUE.some((form) => form === value)),
)

const MAX_TEXT_LENGTH = 500

/** A text that the domain validates; null and a missing text become ''. */
export const requestText = z.pipe(
  z.optional(z.nullable(z.string().check(z.maxLength(MAX_TEXT_LENGTH)))),
  z.transform((text) => text ?? ''),
)

export const roleWord = z.enum([ROLE_WORDS.administrator, ROLE_WORDS.user])
export const statusWord = z.enum([STATUS_WORDS.available, STATUS_WORDS.assigned, STATUS_WORDS.transit])

/** The envelope of a list or of one record (D23). */
export const listOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({ data: z.array(row), message: z.optional(z.string()) })
