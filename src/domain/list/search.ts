import { foldText } from '#src/domain/text.ts'

/** Separates the texts of a row. No folded text contains it, so no match spans two texts. */
const SEPARATOR = '\n'

/** Rows and their folded texts (`foldForSearch`). `texts[i]` belongs to `rows[i]`. */
export interface SearchIndex<Row> {
  readonly rows: readonly Row[]
  readonly texts: readonly string[]
}

/** Folds a text for the search: lower case, no accents, single spaces. */
const foldForSearch = (text: string): string => foldText(text).trim().replaceAll(/\s+/g, ' ')

/** Folds the texts of all rows in advance, so that each search only folds its query. */
export const createSearchIndex = <Row>(
  rows: readonly Row[],
  toTexts: (row: Row) => readonly string[],
): SearchIndex<Row> => ({
  rows,
  texts: rows.map((row) => toTexts(row).map(foldForSearch).join(SEPARATOR)),
})

/**
 * Returns the rows with a text that contains the query; case and accents are ignored. An empty
 * query returns all rows.
 */
export function searchRows<Row>({ rows, texts }: SearchIndex<Row>, query: string): readonly Row[] {
  const folded = foldForSearch(query)
  return folded === '' ? rows : rows.filter((_, i) => texts[i]?.includes(folded))
}
