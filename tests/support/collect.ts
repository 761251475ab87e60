/** Collects the rows of a list that is read in parts. */
export async function collect<Row>(parts: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const part of parts) rows.push(...part)
  return rows
}
