import { foldText } from '#src/domain/text.ts'

/** Separates the texts of a row. No folded text contains it, so no match spans two texts. */
const SEPARATOR = '\n'

/** Rows with their searchable text, folded once. `texts[i]` belongs to `rows[i]`. */
export interface SearchIndex<Row> {
  readonly rows: readonly Row[]
  readonly texts: readonly string[]
}

/** Text as a search compares it: lower case, no accents, single spaces. */
const foldSpaces = (text: string): string => foldText(text).trim().replaceAll(/\s+/g, ' ')

/** Folds the texts of every row once, so that a search only compares. */
export const createSearchIndex = <Row>(
  rows: readonly Row[],
  toTexts: (row: Row) => readonly string[],
): SearchIndex<Row> => ({
  rows,
  texts: rows.map((row) => toTexts(row).map(foldSpaces).join(SEPARATOR)),
})

/**
 * Returns the rows with a text that contains the query, whatever its case and accents; all rows for
 * an empty query.
 */
export function searchRows<Row>({ rows, texts }: SearchIndex<Row>, query: string): readonly Row[] {
  const folded = foldSpaces(query)
  return folded === '' ? rows : rows.filter((_, i) => texts[i]?.includes(folded))
}
