/** Requests whose latencies are measured apart, beside those of the others. */
import { randomBytes } from 'node:crypto'
import { BENCH_DAY } from '#bench/http/child.ts'
import { type RawCall, toBytes } from '#bench/http/raw-client.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { IDENTITY_PATHS, MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'

const OPERATOR_KEY = 'clave-de-operador-1'
const DEALS_PER_BATCH = 5

const DAY_COUNT = 100

/**
 * The days of the deals. They have ended, because the clock of a source is the real one. A batch of
 * an ended day computes its figures again, so that a single day would become slower and slower.
 */
const DEAL_DAYS: readonly BogotaDate[] = Array.from({ length: DAY_COUNT }).reduce<BogotaDate[]>(
  (days) => [...days, previousTradingDay('spot', days.at(-1) ?? BENCH_DAY)],
  [],
)

/**
 * The settings of a market with a source. The old days of the others are not limited: with the real
 * clock, all of their days are old.
 */
export const INGEST_SETTINGS = {
  ...{ MARKET_SOURCE: 'ingest', MARKET_CLOCK: 'real', OPERATOR_KEY, SOURCE_SILENCE: 'off', DEAL_BAND: 'off' },
  OLD_DAYS_PER_MINUTE: '100000',
}

export const createSessionCheck = (cookie: string) => {
  const call: RawCall = { method: 'GET', path: MARKET_BASE + IDENTITY_PATHS.session, headers: { cookie } }
  const request = toBytes(call)
  return () => request
}

/** Creates a function that returns the next batch of new deals of a source. */
export function createDealBatches(): () => Buffer {
  const run = randomBytes(3).toString('hex')
  let count = 0
  return () => {
    const day = DEAL_DAYS[(count / DEALS_PER_BATCH) % DAY_COUNT]
    const operaciones = Array.from({ length: DEALS_PER_BATCH }, () => {
      count += 1
      return {
        ...{ id: `${run}-${count}`, mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4_100 },
        ...{ monto: 1_000, hora: `${day}T10:${String(count % 60).padStart(2, '0')}:00-05:00` },
      }
    })
    const headers = { [OPERATOR_KEY_HEADER]: OPERATOR_KEY }
    return toBytes({ method: 'POST', path: MARKET_BASE + MARKET_PATHS.deals, body: { operaciones }, headers })
  }
}
