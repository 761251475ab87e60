import type { KyselyPlugin } from 'kysely'

import type { Database } from '#server/database/connection.ts'

const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** Counts the commits of a database: its transactions, and its writes outside transactions. */
export function countCommits({ db, transaction, ...database }: Database) {
  let commits = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      if (WRITES.has(node.kind)) commits += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Database = {
    ...database,
    db: db.withPlugin(counter),
    transaction(work) {
      commits += 1
      return transaction(work)
    },
  }
  return { database: counted, commits: () => commits }
}
