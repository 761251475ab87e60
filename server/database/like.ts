import { type Expression, type SqlBool, sql } from 'kysely'

const escapeWildcards = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

// SQLite has no escape character by default.
const like = (column: string, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern} escape ${sql.lit('\\')}`

/** The condition that a column contains the text. SQLite ignores the case of ASCII letters. */
export const contains = (column: string, text: string) => like(column, `%${escapeWildcards(text)}%`)

/**
 * The condition that a column starts with the text, in a column of any collation. Treats case like
 * `contains`.
 */
export const startsWith = (column: string, text: string) => like(column, `${escapeWildcards(text)}%`)
