import type { Kysely } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import type { DealLog } from '#server/market/deal-log.ts'
import type { Lease } from '#server/market/store/lease-store.ts'
import type { NumberedLine, Sequences } from '#server/market/store/log-store.ts'
import type { MarketStore } from '#server/market/store/market-store.ts'
import { readPriceSeries } from '#server/market/store/price-store.ts'
import type { PriceSeries } from '#src/domain/alerts/price-series.ts'
import type { Market } from '#src/domain/trading/market.ts'
import type { TrmNow } from '#src/domain/trading/trm-periods.ts'

/** A position in the log: a line, and the last sequence numbers after it. */
export interface LogPosition {
  readonly line: number
  readonly sequences: Sequences
}

/** The log of the market for what follows it in the process that writes the market (D109). */
export interface MarketLines {
  /** Id of the last line that this process has applied. */
  lastLine(): number
  /** Reads the lines after one, the oldest first; a part of them if they are many. */
  readLines(after: number): Promise<readonly NumberedLine[]>
  /** Reads the position of the tables. */
  readPosition(): Promise<LogPosition>
  /** Reads the prices as of a position. */
  readSeries(sequences: Sequences): Promise<Record<Market, PriceSeries>>
  /** Runs a transaction as the writer; throws a NotWriterError in another process. */
  transaction<T>(work: (tx: Kysely<Schema>) => Promise<T>): Promise<T>
  /** The TRM as clients see it. */
  trmNow(): TrmNow
}

interface MarketLinesParts {
  readonly database: Pick<Database, 'snapshot'>
  readonly writer: Database['writer']
  readonly lease: Pick<Lease, 'hold'>
  readonly store: Pick<MarketStore, 'readLines' | 'readSnapshot'>
  readonly dealLog: Pick<DealLog, 'lastId'>
  readonly trmNow: () => TrmNow
}

export const createMarketLines = ({
  database,
  writer,
  lease,
  store,
  dealLog,
  trmNow,
}: MarketLinesParts): MarketLines => ({
  lastLine: dealLog.lastId,
  readLines: store.readLines,
  trmNow,

  readPosition: () =>
    store.readSnapshot(async ({ lastId, lastSequence }) => ({
      line: lastId,
      sequences: { spot: await lastSequence('spot'), nextday: await lastSequence('nextday') },
    })),

  readSeries: (sequences) =>
    database.snapshot(async (tx) => ({
      spot: await readPriceSeries(tx, 'spot', sequences.spot),
      nextday: await readPriceSeries(tx, 'nextday', sequences.nextday),
    })),

  transaction: (work) =>
    writer.transaction(async (tx) => {
      await lease.hold(tx)
      return work(tx)
    }),
})
