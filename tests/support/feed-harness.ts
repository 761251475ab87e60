import { SimulatedClock } from 'xstate'

import { createMemoryFrames } from '#src/adapters/memory/frames.ts'
import { createMemoryMarketStream, type MemoryMarketStream } from '#src/adapters/memory/market-stream.ts'
import { createMemoryPage } from '#src/adapters/memory/page.ts'
import { createMarketFeed, type FeedPart } from '#src/domain/live/market-feed.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { closeAndAverage, dollarAmounts, dollarPrices, type ReferencePrices } from '#src/domain/trading/figures.ts'
import { anAnnulment, aStreamedDeal, type ServerEvent, serverAt } from '#tests/support/live-market.ts'

export const PANELS_MS = 468 * SECOND_MS
export const CHART_MS = 15 * SECOND_MS

const SESSION = '2026-11-20'
const TRM = 4_098.17

const flushed = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What the server in memory has and does. */
interface FeedServer {
  events: ServerEvent[]
  session: string
  /** Whether its series say their place in the sequence. */
  sequence: boolean
  failing: readonly FeedPart[]
  previous: ReferencePrices | null
  sessionGood: boolean
}

/**
 * A feed on a server in memory: calls and stream tell of one list of events; time passes when the test says so. `prepare` is
 * called before anything is asked for.
 */
export function startFeed(
  events: readonly ServerEvent[] = [],
  prepare: (server: FeedServer, stream: MemoryMarketStream) => void = () => {},
) {
  const clock = new SimulatedClock()
  const stream = createMemoryMarketStream()
  const frames = createMemoryFrames()
  const page = createMemoryPage()
  const calls: FeedPart[] = []
  const reports: (readonly [kind: string, detail: unknown])[] = []
  const reasons: (string | null)[] = []
  const server: FeedServer = {
    events: [...events],
    session: SESSION,
    sequence: true,
    failing: [],
    previous: null,
    sessionGood: true,
  }
  const last = () => server.events.at(-1)?.sequence ?? 0
  const state = () => serverAt(server.events, last())

  const answers = {
    close: () => closeAndAverage(state().figures),
    amounts: () => dollarAmounts(state().figures),
    prices: () => dollarPrices({ today: state().figures, previous: server.previous, trm: TRM, previousTrm: TRM }),
    intraday: () => ({ ...state().series, sequence: server.sequence ? last() : null }),
  }

  const source = <Part extends FeedPart>(part: Part, interval: number) => ({
    interval,
    load: async (): Promise<Result<{ value: ReturnType<(typeof answers)[Part]>; session: string }, string>> => {
      calls.push(part)
      if (server.failing.includes(part)) return err('unreachable')
      const value = answers[part]() as ReturnType<(typeof answers)[Part]>
      return ok({ value, session: server.session })
    },
  })

  for (const event of server.events) stream.tell('spot', event)
  prepare(server, stream)

  const feed = createMarketFeed<string>({
    sources: {
      close: source('close', PANELS_MS),
      prices: source('prices', PANELS_MS),
      amounts: source('amounts', PANELS_MS),
      intraday: source('intraday', CHART_MS),
    },
    delay: 0,
    follow: (since, tell) => stream.follow({ market: 'spot', since }, tell),
    askSession: async (reason) => {
      reasons.push(reason)
      return server.sessionGood
    },
    now: () => clock.now(),
    nextFrame: frames.next,
    page,
    report: (kind, detail) => void reports.push([kind, detail]),
    timers: clock,
  })
  let changes = 0
  const leave = feed.subscribe(() => {
    changes += 1
  })

  function tell(event: ServerEvent) {
    server.events.push(event)
    stream.tell('spot', event)
  }

  return {
    feed,
    stream,
    frames,
    page,
    calls,
    reports,
    reasons,
    server,
    clock,
    leave,
    flushed,
    answers,
    changes: () => changes,
    /** One more deal, told to whoever follows. */
    deal: (but: Parameters<typeof aStreamedDeal>[1] = {}) => tell(aStreamedDeal(last() + 1, but)),
    annul: (sequence: number) => tell(anAnnulment(last() + 1, `op-${sequence}`)),
    /** What happens on the server while nobody is told. */
    dealUnheard: () => server.events.push(aStreamedDeal(last() + 1)),
    beat: () => stream.say('spot', { kind: 'heartbeat' }),
    present: () =>
      stream.present('spot', {
        session: server.session,
        delay: 0,
        close: answers.close(),
        amounts: answers.amounts(),
        prices: answers.prices(),
      }),
    async pass(ms: number) {
      clock.increment(ms)
      await flushed()
      await flushed()
    },
    /** Everything shown is what the server would answer now. */
    shown: () => {
      const { close, prices, amounts, intraday } = feed.read()
      return {
        close: close.value?.value,
        prices: prices.value?.value,
        amounts: amounts.value?.value,
        intraday: intraday.value?.value,
      }
    },
    truth: () => ({
      close: answers.close(),
      prices: answers.prices(),
      amounts: answers.amounts(),
      intraday: answers.intraday(),
    }),
  }
}

export type FeedHarness = ReturnType<typeof startFeed>
