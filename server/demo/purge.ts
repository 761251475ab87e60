import type { Database } from '#server/database/connection.ts'
import { deleteOrigin, findOrigin } from '#server/database/origin-store.ts'
import {
  countDemoClients,
  countDemoEntities,
  countMarketRows,
  countSandboxOrders,
  deleteDemoClients,
  deleteDemoEntities,
  deleteMarket,
  deleteSandboxOrders,
} from '#server/demo/purge-store.ts'

/** Numbers of deleted rows. */
export interface PurgeCounts {
  readonly clients: number
  readonly entities: number
  /** Orders of the sandbox payment provider. */
  readonly orders: number
  readonly deals: number
  readonly days: number
}

/**
 * Deletes the demo accounts, the demo entities and the sandbox orders. If the market is simulated,
 * also deletes all its deals, days and state, and the origin. Runs in one transaction (D60). The
 * caller must hold the database lock.
 */
export const purgeDemo = (database: Database): Promise<PurgeCounts> =>
  database.transaction(async (tx) => {
    const origin = await findOrigin(tx)
    const clients = await countDemoClients(tx)
    const entities = await countDemoEntities(tx)
    const orders = await countSandboxOrders(tx)
    await deleteSandboxOrders(tx)
    await deleteDemoClients(tx)
    await deleteDemoEntities(tx)
    if (origin?.source !== 'simulator') return { clients, entities, orders, deals: 0, days: 0 }
    const { deals, days } = await countMarketRows(tx)
    await deleteMarket(tx)
    await deleteOrigin(tx)
    return { clients, entities, orders, deals, days }
  })
