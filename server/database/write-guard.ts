import type { KyselyPlugin, RootOperationNode } from 'kysely'

import { markUnanswered } from '#server/database/errors.ts'

/** The error of a write without the lock; its request gets 503. */
export function lockLost(): Error {
  const error = new Error('database: the lock of this server is lost; it is being taken again')
  markUnanswered(error)
  return error
}

/** Whether a query only reads; for raw SQL, the first word decides. */
const isRead = (node: RootOperationNode): boolean =>
  node.kind === 'SelectQueryNode' || (node.kind === 'RawNode' && /^\s*select\b/i.test(node.sqlFragments[0] ?? ''))

/**
 * Refuses every query but a `select` while the lock of the server is lost: another one may have it.
 */
export const createWriteGuard = (isHeld: () => boolean): KyselyPlugin => ({
  transformQuery({ node }) {
    if (!isHeld() && !isRead(node)) throw lockLost()
    return node
  },
  transformResult: async ({ result }) => result,
})
