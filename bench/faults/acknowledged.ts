/** What the servers have acknowledged and refused. The trials compare it with what is stored. */
export interface Acknowledged {
  readonly deals: string[]
  readonly imported: string[]
  /** The created users, each with the SHA-256 of its contract; null before the upload. */
  readonly users: { readonly id: string; readonly email: string; contract: string | null }[]
  /** The orders with an acknowledged confirmation of their payment. */
  readonly purchases: { readonly reference: string; readonly email: string }[]
  /** The ids of the sessions that logins have opened. Each login ends the session of the last one. */
  readonly logins: string[]
  /** Deals, and contracts as `user sha256`, that got a refusal and were not sent again. */
  readonly refused: string[]
  /** How often each status refused. */
  readonly refusals: Map<number, number>
}

export const createAcknowledged = (): Acknowledged => ({
  ...{ deals: [], imported: [], users: [], purchases: [], logins: [], refused: [] },
  refusals: new Map(),
})

export const countAcknowledged = ({ deals, imported, users, purchases, logins }: Acknowledged): number =>
  deals.length + imported.length + users.length + purchases.length + logins.length

/** Whether something of each kind was acknowledged. */
export const hasEveryKind = ({ deals, imported, users, purchases, logins }: Acknowledged): boolean =>
  [deals, imported, purchases, logins].every(({ length }) => length > 0) &&
  users.some(({ contract }) => contract !== null)
