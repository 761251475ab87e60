import type { MarketEvent } from '#server/market/batch.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import type { RunningServer } from '#server/server.ts'
import { HEARTBEAT_MS, type StreamedDeal } from '#src/domain/live/stream-event.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { testScheduler, testTime } from '#tests/support/market.ts'
import { startTestServer } from '#tests/support/server.ts'

const START = toInstant('2026-11-20', '10:00')

/** A real server whose deals the test appends. Every subscriber is a client with live data. */
export interface StreamServer {
  readonly url: string
  readonly server: RunningServer<MarketModule>
  readonly now: () => number
  /** Appends a spot deal at the current time. */
  appendDeal(): Promise<StreamedDeal>
  /** Appends an annulment and returns its sequence number. */
  annulDeal(deal: StreamedDeal): Promise<number>
  /** Returns the sequence number of the last event. */
  readLastSequence(): number
  sendHeartbeat(): void
  endSessions(reason: string): void
  breakConnections(): void
}

export async function startStreamServer(): Promise<StreamServer> {
  const time = testTime(START)
  const scheduler = testScheduler()
  const env = {
    MARKET_SOURCE: 'ingest',
    SOURCE_SILENCE: 'off',
    OPERATOR_KEY: 'clave-de-operador-1',
    MARKET_CLOCK: '2026-11-20T10:00:00-05:00',
  }
  const server = await startTestServer(env, {
    now: time.now,
    getAudience: () => 'live',
    openMarket: (context) => openMarket({ ...context, scheduler }),
  })
  const { market } = server
  let sequence = 0
  let row = 0

  /** Appends an event and returns its sequence number. */
  async function append(event: MarketEvent): Promise<number> {
    time.pass(SECOND_MS)
    const appended = await market.append([event])
    if (!appended.ok) throw new Error(appended.error.kind)
    sequence += 1
    return sequence
  }

  return {
    url: server.url,
    server,
    now: time.now,
    async appendDeal() {
      row += 1
      const deal = { id: `op-${row}`, time: time.now(), price: 4_100 + row / 100, amount: 250_000 + row }
      const next = await append({
        kind: 'deal',
        deal: { ...deal, market: 'spot', term: 0, sector: 1, origin: 'negotiated' },
      })
      return { sequence: next, ...deal }
    },
    annulDeal: ({ id }) => append({ kind: 'annulment', id, time: time.now() }),
    readLastSequence: () => sequence,
    sendHeartbeat: () => void market.tick().then(() => scheduler.run(HEARTBEAT_MS)),
    endSessions: (reason) => market.closeStreams(() => true, reason),
    breakConnections: () => server.app.server.closeAllConnections(),
  }
}
