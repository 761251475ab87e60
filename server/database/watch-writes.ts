import type { KyselyPlugin, OperationNode, QueryId, RootOperationNode } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

/** Tables of the database by name. */
export type TableName = keyof Schema & string

/** Calls listeners after writes to their tables. */
export interface WriteWatcher {
  /** Reports the writes that a connection commits one by one. */
  readonly plugin: KyselyPlugin
  /** Runs a transaction; reports its writes after its end, whether or not it was committed. */
  watch<T>(run: (plugin: KyselyPlugin) => Promise<T>): Promise<T>
  onWritten(tables: readonly TableName[], listener: () => void): void
}

/** Returns the nodes of the tables that a query writes; none for a query that only reads. */
function findTargets(node: RootOperationNode): readonly OperationNode[] {
  if (node.kind === 'UpdateQueryNode') return node.table === undefined ? [] : [node.table]
  if (node.kind === 'DeleteQueryNode') return node.from.froms
  return node.kind === 'InsertQueryNode' && node.into !== undefined ? [node.into] : []
}

function toTableName(node: OperationNode): string | null {
  if ('node' in node) return toTableName(node.node as OperationNode)
  if (!('table' in node)) return null
  const { identifier } = node.table as { readonly identifier: { readonly name: string } }
  return identifier.name
}

const findTables = (node: RootOperationNode): readonly string[] =>
  findTargets(node).flatMap((target) => toTableName(target) ?? [])

/** Creates a watcher. It does not see statements of raw SQL, which write only market tables. */
export function createWriteWatcher(): WriteWatcher {
  const listeners: { readonly tables: readonly string[]; readonly listener: () => void }[] = []

  function report(written: ReadonlySet<string>) {
    for (const { tables, listener } of listeners) if (tables.some((table) => written.has(table))) listener()
  }

  const running = new WeakMap<QueryId, ReadonlySet<string>>()

  return {
    plugin: {
      transformQuery({ node, queryId }) {
        const tables = findTables(node)
        if (tables.length > 0) running.set(queryId, new Set(tables))
        return node
      },
      async transformResult({ result, queryId }) {
        const written = running.get(queryId)
        if (written !== undefined) report(written)
        return result
      },
    },

    async watch(run) {
      const written = new Set<string>()
      const collect: KyselyPlugin = {
        transformQuery({ node }) {
          for (const table of findTables(node)) written.add(table)
          return node
        },
        transformResult: async ({ result }) => result,
      }
      try {
        return await run(collect)
      } finally {
        if (written.size > 0) report(written)
      }
    },

    onWritten(tables, listener) {
      listeners.push({ tables, listener })
    },
  }
}
