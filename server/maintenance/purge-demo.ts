import type { Database } from '#server/database/connection.ts'
import { deleteOrigin, findOrigin } from '#server/database/origin-store.ts'
import { countDemoClients, deleteDemoClients } from '#server/identity/demo-client-store.ts'
import { countDemoEntities, deleteDemoEntities } from '#server/imc/demo-entity-store.ts'
import { countMarketRows, deleteMarket } from '#server/market/simulated-deals-store.ts'
import { countSandboxOrders, deleteSandboxOrders } from '#server/payments/sandbox-order-store.ts'

/** Numbers of deleted rows. */
export interface PurgeCounts {
  readonly clients: number
  readonly entities: number
  /** Orders of the test card page. */
  readonly orders: number
  readonly deals: number
  readonly days: number
}

/**
 * Deletes the accounts and entities of the demo, and the deals and days of the simulator, all or
 * nothing (D60). Does not delete deals of other sources. The caller must hold the database lock.
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
