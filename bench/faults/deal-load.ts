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

  const toDeal = (id: string, index: number) => ({
    ...{ id, mercado: 71, plazo: 0, sector: 1, origen: 'negociada', precio: 4_100 + (index % 10), monto: 1_000 },
    hora: `${date}T10:${String(index % 60).padStart(2, '0')}:00-05:00`,
  })

  const toFile = (ids: readonly string[]) => {
    const deals = ids.map(toDeal)
    const names = Object.keys(deals[0] ?? {})
    return [names.join(','), ...deals.map((deal) => Object.values(deal).join(','))].join('\n')
  }

  /** Creates deals with new ids until their sending has ended, then the next ones. */
  function createSending(kind: 'b' | 'f', size: number, accepted: string[]) {
    let count = 0
    let isUncertain = false
    return async (post: (ids: readonly string[]) => ReturnType<Send>) => {
      const ids = Array.from({ length: size }, (_, index) => `${run}-${kind}${count}-${index}`)
      const reply = await post(ids)
      // After a request without a reply, the deals may be stored: they are sent until they are accepted.
      if (reply === null || (isUncertain && reply.status !== 200)) {
        isUncertain = true
        return
      }
      const ended = reply.status === 200 ? accepted : acknowledged.refused
      ended.push(...ids)
      count += 1
      isUncertain = false
    }
  }
  const sendDeals = createSending('b', DEALS_PER_BATCH, acknowledged.deals)
  const sendImport = createSending('f', DEALS_PER_FILE, acknowledged.imported)

  return {
    sendBatch: (url: string) =>
      sendDeals((ids) => {
        const body = JSON.stringify({ operaciones: ids.map(toDeal) })
        return send(url, { path: MARKET_BASE + MARKET_PATHS.deals, headers: { ...JSON_HEADERS, ...operator }, body })
      }),

    sendFile: (url: string) =>
      sendImport((ids) => {
        const headers = { 'content-type': DEALS_FILE_TYPE, ...operator }
        return send(url, { path: MARKET_BASE + MARKET_PATHS.dealsImport, headers, body: toFile(ids) })
      }),
  }
}
