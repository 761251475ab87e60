import { open } from 'node:fs/promises'
import { join } from 'node:path'

import type { DealRow } from '#server/market/deal-csv.ts'
import { withImportFolder } from '#server/market/import-folder.ts'

/** Stores the checked rows of an import in a temporary file instead of the memory. */
export interface RowSpool {
  add(rows: readonly DealRow[]): Promise<void>
  /** Reads the rows in the order and groups in which they were added. */
  read(): AsyncIterable<readonly DealRow[]>
}

/** Runs `use` with an empty spool, and removes the file of the spool afterwards. */
export const withRowSpool = <T>(use: (spool: RowSpool) => Promise<T>): Promise<T> =>
  withImportFolder(async (folder) => {
    const path = join(folder, 'filas.jsonl')
    const file = await open(path, 'a')
    try {
      return await use({
        add: (rows) => file.appendFile(`${JSON.stringify(rows)}\n`),
        read: () => readGroups(path),
      })
    } finally {
      await file.close()
    }
  })

/** Reads the groups of the file; each line is a group. */
async function* readGroups(path: string): AsyncGenerator<readonly DealRow[], void, undefined> {
  const file = await open(path)
  try {
    for await (const line of file.readLines({ encoding: 'utf8', autoClose: false })) yield JSON.parse(line)
  } finally {
    await file.close()
  }
}
