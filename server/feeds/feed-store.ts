import type { Database } from '#server/database/connection.ts'
import { toChunks } from '#server/database/values.ts'
import type { FeedStateTable } from '#server/feeds/feed-tables.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { type CertifiedTrm, type CertifiedTrms, orderCertifiedTrms } from '#src/domain/trading/certified-trms.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'

/** The stored state of a feed. */
export interface StoredFeed {
  readonly attemptedAt: Instant
  readonly succeededAt: Instant | null
  /** Failed attempts since the last success. */
  readonly failures: number
  /** Why the last attempt failed; null after a success. */
  readonly error: string | null
  /** The last valid value as JSON; null without a value. */
  readonly content: string | null
}

export interface FeedStore {
  /** Finds the state of a feed; null when no state of this provider is stored. */
  find(name: string, provider: string): Promise<StoredFeed | null>
  save(name: string, provider: string, state: StoredFeed): Promise<void>
  /** Lists the certified TRMs in the order of their dates. */
  listCertifiedTrms(): Promise<CertifiedTrms>
  /** Adds new certified TRMs and updates changed TRMs. Returns whether any was new or changed. */
  saveTrms(trms: readonly CertifiedTrm[], at: Instant): Promise<boolean>
}

const toTrm = (row: { readonly date_from: string; readonly date_until: string; readonly value: number }) => ({
  value: row.value / 100,
  from: row.date_from,
  until: row.date_until,
})

export function createFeedStore({ db, transaction }: Database): FeedStore {
  const readTrmRows = () => db.selectFrom('trm_certified').selectAll().orderBy('date_from').execute()

  return {
    async find(name, provider) {
      const row = await db.selectFrom('feed_states').selectAll().where('name', '=', name).executeTakeFirst()
      if (row === undefined || row.provider !== provider) return null
      const { attempted_at, succeeded_at, failures, error, content } = row
      return { attemptedAt: attempted_at, succeededAt: succeeded_at, failures, error, content }
    },

    async save(name, provider, { attemptedAt, succeededAt, failures, error, content }) {
      const values: Omit<FeedStateTable, 'name'> = {
        provider,
        attempted_at: attemptedAt,
        succeeded_at: succeededAt,
        failures,
        error,
        content,
      }
      await db
        .insertInto('feed_states')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute()
    },

    listCertifiedTrms: async () => orderCertifiedTrms((await readTrmRows()).map(toTrm)),

    async saveTrms(trms, at) {
      const storedRows = new Map((await readTrmRows()).map((row) => [row.date_from, row]))
      const changedRows = [...new Map(trms.map((trm) => [trm.from, trm])).values()]
        .map(({ value, from, until }) => ({
          date_from: from,
          date_until: until,
          value: toCentavos(value),
          loaded_at: at,
        }))
        .filter((row) => {
          const current = storedRows.get(row.date_from)
          return current === undefined || current.value !== row.value || current.date_until !== row.date_until
        })
      await transaction(async (tx) => {
        for (const part of toChunks(changedRows)) {
          await tx
            .insertInto('trm_certified')
            .values(part)
            .onConflict((conflict) =>
              conflict.column('date_from').doUpdateSet(({ ref }) => ({
                date_until: ref('excluded.date_until'),
                value: ref('excluded.value'),
                loaded_at: ref('excluded.loaded_at'),
              })),
            )
            .execute()
        }
      })
      return changedRows.length > 0
    },
  }
}
