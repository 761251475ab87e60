import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'

/** How long queries may run one after the other before other work of the process has its turn. */
export const MAX_RUN_MS = 10

/**
 * Creates the plugin of a database whose queries run in this thread, as those of SQLite do. Their
 * results need no turn of the event loop: transactions that wait for one another, and the queries of
 * each, would run as one. After `MAX_RUN_MS` the next result waits for a turn (D124).
 */
export function createQueryTurns(now: () => number = () => performance.now()): KyselyPlugin {
  /** When the first query of this turn ended; null before it. */
  let startedAt: number | null = null

  function startTurn() {
    startedAt = now()
    setImmediate(() => {
      startedAt = null
    })
  }

  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (startedAt === null) startTurn()
      else if (now() - startedAt > MAX_RUN_MS) await nextTurn()
      return result
    },
  }
}
