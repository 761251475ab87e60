import type { Acknowledged } from '#bench/faults/acknowledged.ts'
import { JSON_HEADERS, type Send } from '#bench/faults/send.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { DEALS_FILE_TYPE } from '#src/adapters/http/contract/market/deals.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'

const DEALS_PER_BATCH = 5
const DEALS_PER_FILE = 300

interface DealLoadParts {
  readonly send: Send
  readonly acknowledged: Acknowledged
  /** The start of all ids. */
  readonly run: string
  readonly operatorKey: string
  /** The day of the deals, already over. */
  readonly date: string
}

/** Creates the load of a source of deals: batches and files. */
export function createDealLoad({ send, acknowledged, run, operatorKey, date }: DealLoadParts) {
  const operator = { [OPERATOR_KEY_HEADER]: operatorKey }
  const counts = { batch: 0, file: 0 }

  const toDeal = (id: string, index: number) => ({
    ...{ id, mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4_100 + (index % 10), monto: 1_000 },
    hora: `${date}T10:${String(index % 60).padStart(2, '0')}:00-05:00`,
  })

  const toFile = (ids: readonly string[]) => {
    const deals = ids.map(toDeal)
    const names = Object.keys(deals[0] ?? {})
    return [names.join(','), ...deals.map((deal) => Object.values(deal).join(','))].join('\n')
  }

  return {
    async sendBatch(url: string) {
      const ids = Array.from({ length: DEALS_PER_BATCH }, (_, index) => `${run}-b${counts.batch}-${index}`)
      const body = JSON.stringify({ operaciones: ids.map(toDeal) })
      const headers = { ...JSON_HEADERS, ...operator }
      const reply = await send(url, { path: MARKET_BASE + MARKET_PATHS.deals, headers, body })
      if (reply === null) return
      counts.batch += 1
      // What is refused must not be stored, so it is not sent again.
      const ended = reply.status === 200 ? acknowledged.deals : acknowledged.refused
      ended.push(...ids)
    },

    async sendFile(url: string) {
      const ids = Array.from({ length: DEALS_PER_FILE }, (_, index) => `${run}-f${counts.file}-${index}`)
      const headers = { 'content-type': DEALS_FILE_TYPE, ...operator }
      const reply = await send(url, { path: MARKET_BASE + MARKET_PATHS.dealsImport, headers, body: toFile(ids) })
      if (reply === null) return
      counts.file += 1
      const ended = reply.status === 200 ? acknowledged.imported : acknowledged.refused
      ended.push(...ids)
    },
  }
}
