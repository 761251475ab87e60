import * as z from 'zod/mini'
import { ROLE_WORDS, STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { MAX_ID_LENGTH, singleLine, wholeNumber } from '#src/adapters/http/contract/values.ts'

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

/** Maximum number of rows in a page. */
export const MAX_PAGE_ROWS = 200

const MAX_SEARCH_LENGTH = 100
const MAX_CURSOR_LENGTH = 500

/**
 * Query parameters of the lists of users and screens. With any of them the reply is a page of
 * `limite` rows, or of `MAX_PAGE_ROWS`, and `siguiente` is the cursor of the next page. Without
 * them the reply is the whole list.
 */
export const pageQuery = z.object({
  limite: z.optional(wholeNumber(1, MAX_PAGE_ROWS)),
  despues: z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH))),
  buscar: z.optional(z.string().check(z.maxLength(MAX_SEARCH_LENGTH))),
})
export type PageQueryParams = z.infer<typeof pageQuery>

/** Query parameters of the list of users; `activo` selects active or inactive users. */
export const userPageQuery = z.extend(pageQuery, { activo: z.optional(requestFlag) })

/** The rows of a page and the cursor of the next page; null on the last page. */
export interface PageReply<Row> {
  readonly data: Row[]
  readonly siguiente: string | null
}

/**
 * Adds the cursor of the next page to the schema of a list. A reply with the whole list has no
 * cursor.
 */
export const withCursor = <List extends z.ZodMiniObject>(list: List) =>
  z.extend(list, { siguiente: z.optional(z.nullable(z.string())) })
