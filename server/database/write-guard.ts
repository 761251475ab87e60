import type { KyselyPlugin, RootOperationNode } from 'kysely'

import { markUnavailable } from '#server/database/errors.ts'

/** Creates the error of a write without the lock. The request gets 503. */
export function createLockLostError(): Error {
  const error = new Error('database: the lock of this server is lost; it is being taken again')
  markUnavailable(error)
  return error
}

/** Whether a query only reads; for raw SQL, the first word decides. */
const isReadQuery = (node: RootOperationNode): boolean =>
  node.kind === 'SelectQueryNode' || (node.kind === 'RawNode' && /^\s*select\b/i.test(node.sqlFragments[0] ?? ''))

/**
 * Refuses all queries except `select` while the lock is lost: another server may have the lock.
 */
export const createWriteGuard = (isLockHeld: () => boolean): KyselyPlugin => ({
  transformQuery({ node }) {
    if (!isLockHeld() && !isReadQuery(node)) throw createLockLostError()
    return node
  },
  transformResult: async ({ result }) => result,
})
