/** Requests whose latencies are measured apart, beside those of the others. */
import { randomBytes } from 'node:crypto'
import { type RawCall, toBytes } from '#bench/http/raw-client.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { IDENTITY_PATHS, MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'

const OPERATOR_KEY = 'clave-de-operador-1'
const DEALS_PER_BATCH = 5

/** The day of the deals, which has ended: the clock of a source is the real one. */
const DEALS_DAY = '2026-11-19'

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
    const operaciones = Array.from({ length: DEALS_PER_BATCH }, () => {
      count += 1
      return {
        ...{ id: `${run}-${count}`, mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4_100 },
        ...{ monto: 1_000, hora: `${DEALS_DAY}T10:${String(count % 60).padStart(2, '0')}:00-05:00` },
      }
    })
    const headers = { [OPERATOR_KEY_HEADER]: OPERATOR_KEY }
    return toBytes({ method: 'POST', path: MARKET_BASE + MARKET_PATHS.deals, body: { operaciones }, headers })
  }
}
