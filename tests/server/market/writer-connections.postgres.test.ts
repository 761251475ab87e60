import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { openMarket } from '#server/market/market-module.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { migratedLocation } from '#tests/support/databases.ts'
import { createDeferred } from '#tests/support/deferred.ts'
import { PRODUCTION_NEEDS, startTestServer } from '#tests/support/server.ts'

const DATE = '2026-11-20'

/** Connections of a process that all of its work shares. */
const SHARED_CONNECTIONS = 10

/** Uses all of the connections; the returned function releases them. */
async function useAll({ transaction }: Database) {
  const end = createDeferred()
  const begun = Array.from({ length: SHARED_CONNECTIONS }, () => createDeferred())
  const uses = begun.map(({ resolve }) =>
    transaction(async (tx) => {
      await tx.selectFrom('market_state').selectAll().execute()
      resolve()
      await end.promise
    }),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  return () => {
    end.resolve()
    return Promise.all(uses)
  }
}

test('a deal is recorded while all other connections of the process are in use', async () => {
  const location = await migratedLocation('postgres')
  if (!('databaseUrl' in location)) throw new Error('no PostgreSQL')
  const databases: Database[] = []
  const server = await startTestServer(
    {
      ...PRODUCTION_NEEDS,
      DATABASE_URL: location.databaseUrl,
      MARKET_CLOCK: 'real',
      MARKET_SOURCE: 'ingest',
      OPERATOR_KEY: 'clave-de-operador-1',
    },
    {
      now: () => toInstant(DATE, '12:00'),
      openMarket(parts) {
        databases.push(parts.database)
        return openMarket(parts)
      },
    },
  )
  const [database] = databases
  if (database === undefined) throw new Error('the market has no database')
  const release = await useAll(database)
  const deal: DealReport = {
    id: 'uno',
    market: 'spot',
    term: 0,
    time: toInstant(DATE, '11:59'),
    price: 4200,
    amount: 1_000_000,
    sector: 1,
    origin: 'negotiated',
  }
  const result = await server.market.append([{ kind: 'deal', deal }]).finally(release)
  expect(result).toMatchObject({ ok: true, value: { accepted: 1 } })
})
