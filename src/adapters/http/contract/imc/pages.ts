import * as z from 'zod/mini'

import { requestFlag } from '#src/adapters/http/contract/imc/values.ts'
import { wholeNumber } from '#src/adapters/http/contract/values.ts'

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
