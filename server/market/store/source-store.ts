import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { enqueueMail } from '#server/delivery/delivery.ts'
import type { Mail } from '#server/delivery/mail.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { type SourceStates, UNKNOWN_SOURCE } from '#src/domain/trading/source-silence.ts'

/** New states of the sources, with the mails about them. */
export interface SourceChange {
  readonly states: SourceStates
  readonly mails: readonly Mail[]
  /** Instant of the real clock. */
  readonly at: Instant
}

export async function readSources(db: Kysely<Schema>): Promise<SourceStates> {
  const rows = await db.selectFrom('market_sources').selectAll().execute()
  const find = (market: string) => {
    const row = rows.find((each) => each.market === market)
    return row === undefined ? UNKNOWN_SOURCE : { seenAt: row.seen_at, frozenSince: row.frozen_since }
  }
  return { spot: find('spot'), nextday: find('nextday') }
}

/** Stores the states and queues the mails, so that each change is mailed once. */
export async function changeSources(tx: Kysely<Schema>, { states, mails, at }: SourceChange): Promise<void> {
  for (const market of MARKETS) {
    const values = { seen_at: states[market].seenAt, frozen_since: states[market].frozenSince }
    await tx
      .insertInto('market_sources')
      .values({ market, ...values })
      .onConflict((conflict) => conflict.column('market').doUpdateSet(values))
      .execute()
  }
  for (const mail of mails) await enqueueMail(tx, mail, at)
}
