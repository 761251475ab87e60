import { createActor } from 'xstate'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import { createKeeper, type Kept, type Timers } from '#src/domain/live/keeper.ts'
import { type Connection, connectionOf, type LinkEvent, liveMachine } from '#src/domain/live/live-machine.ts'
import { livePrices } from '#src/domain/live/live-prices.ts'
import { createLiveTape, type Taken } from '#src/domain/live/live-tape.ts'
import type { RefreshSource } from '#src/domain/live/refresh-machine.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { closeAndAverage, dollarAmounts } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'

/** A place of the sequence older than that is not gone on from: who comes back then is told the state of now. */
export const PLACE_LIFE_MS = 600_000

/** A direction that only the server knows is asked for once in that time at most. */
export const DIRECTION_PAUSE_MS = 1_000

/** A stream that tells much gives so many signs of life that one of each second is enough. */
const SIGN_PAUSE_MS = 1_000

/** What a server tells; the other events are of the connection, and say nothing of the place in its sequence. */
const TOLD_KINDS: ReadonlySet<StreamEvent['kind']> = new Set(['snapshot', 'deal', 'annulment', 'clock', 'heartbeat'])

/** A stream further behind than its reader may see has lost the session that it was opened with: that is asked about. */
const TOO_LATE: LinkEvent = { type: 'CLOSED', reason: null }

/** A value and the session it speaks of (D2). */
interface Dated<T> {
  readonly value: T
  readonly session: BogotaDate
}

interface FeedValues {
  readonly close: Dated<CloseAndAverage>
  readonly prices: Dated<DollarPrices>
  readonly amounts: Dated<DollarAmounts>
  readonly intraday: Dated<IntradaySeries>
}
export type FeedPart = keyof FeedValues

/** What a feed shows of a market. */
export type FeedView<F> = { readonly [Part in FeedPart]: Kept<FeedValues[Part], F> } & {
  readonly connection: Connection
}

/** What a feed stands on. */
export interface FeedNeeds<F> {
  readonly sources: { readonly [Part in FeedPart]: RefreshSource<FeedValues[Part], F> }
  /** Minutes: a stream that is further behind is no stream for this feed. */
  readonly delay: number
  /** Follows the stream after the event `since`, from its present state when null; gives back the way to leave it. */
  readonly follow: (since: number | null, tell: (event: StreamEvent) => void) => () => void
  /** Asks whether the session is still good, after the stream was closed with a reason. */
  readonly askSession: (reason: string | null) => Promise<boolean>
  /** The real clock. */
  readonly now: () => Instant
  /** Calls back when the page is about to be drawn; gives back the way to take that back. */
  readonly nextFrame: (draw: () => void) => () => void
  readonly page: {
    visible(): boolean
    online(): boolean
    subscribe(listener: () => void): () => void
  }
  /** Told of what was thrown, and of events that could not be read. */
  readonly report: (kind: 'crash' | 'garbled', detail: unknown) => void
  readonly timers?: Timers
}

interface RunningFeed<F> {
  view(): FeedView<F>
  retry(part: FeedPart): void
  stop(): void
}

/** The parts kept fresh by asking, the stream, and between them the session as it grows. */
function runFeed<F>(needs: FeedNeeds<F>, changed: () => void): RunningFeed<F> {
  const { sources, now, page, report, timers } = needs
  const tape = createLiveTape()
  let fed = false
  let placedAt = now()
  let signedAt = Number.NEGATIVE_INFINITY
  let answered: DollarPrices | null = null
  let directionsAskedAt = Number.NEGATIVE_INFINITY
  let forgetFrame: (() => void) | null = null
  let { visible, online } = { visible: page.visible(), online: page.online() }

  const common = { now, visible, online, timers, changed, crashed: (error: unknown) => report('crash', error) }
  const parts = {
    close: createKeeper({ ...common, source: sources.close }),
    amounts: createKeeper({ ...common, source: sources.amounts }),
    prices: createKeeper({
      ...common,
      source: sources.prices,
      loaded: ({ value }) => {
        answered = value
        drawSoon()
      },
    }),
    intraday: createKeeper({
      ...common,
      source: sources.intraday,
      loaded: ({ value }) => {
        placedAt = now()
        live.send({ type: tape.read(value) ? 'WHOLE' : 'BROKEN' })
        drawSoon()
      },
    }),
  }
  const keepers = [parts.close, parts.prices, parts.amounts, parts.intraday] as const

  /** A direction that the server alone knows is asked for; nothing is pushed over its answer while that is on its way. */
  function pushPrices(session: BogotaDate) {
    if (answered === null || parts.prices.kept().loading) return
    const { prices, certain } = livePrices(answered, tape.figures())
    parts.prices.push({ session, value: prices })
    if (certain || now() < directionsAskedAt + DIRECTION_PAUSE_MS) return
    directionsAskedAt = now()
    parts.prices.tell('RETRY')
  }

  function pushAll() {
    const session = parts.intraday.kept().value?.session
    if (!fed || session === undefined) return
    const figures = tape.figures()
    parts.close.push({ session, value: closeAndAverage(figures) })
    parts.amounts.push({ session, value: dollarAmounts(figures) })
    parts.intraday.push({ session, value: tape.series() })
    pushPrices(session)
  }

  function drawSoon() {
    forgetFrame ??= needs.nextFrame(() => {
      forgetFrame = null
      pushAll()
    })
  }

  function taken(outcome: Taken) {
    if (outcome === 'taken') drawSoon()
    if (outcome === 'lost') live.send({ type: 'BROKEN' })
  }

  /** The figures are at hand at once; the series has to be read. */
  function beginAnew({ sequence, session, prices, amounts, close }: StreamedSnapshot) {
    tape.restart(sequence)
    answered = prices
    parts.close.push({ session, value: close })
    parts.amounts.push({ session, value: amounts })
    parts.prices.push({ session, value: prices })
    live.send({ type: 'BROKEN' })
  }

  function spoil(detail: unknown) {
    report('garbled', detail)
    tape.spoil()
    live.send({ type: 'SPOILT' })
  }

  const isTooLate = (delay: number | null) => delay !== null && delay > needs.delay

  /** What an event means for the connection beside being a sign of life, null when it means nothing. */
  function heard(event: StreamEvent): LinkEvent | null {
    switch (event.kind) {
      case 'opened':
        return { type: 'OPENED' }
      case 'deal':
        taken(tape.deal(event))
        return null
      case 'annulment':
        taken(tape.annul(event))
        return null
      case 'snapshot':
        if (isTooLate(event.delay)) return TOO_LATE
        beginAnew(event)
        return null
      case 'clock':
        return isTooLate(event.delay) ? TOO_LATE : null
      case 'heartbeat':
        pushAll()
        return null
      case 'garbled':
        spoil(event.detail)
        return null
      case 'closed':
        return { type: 'CLOSED', reason: event.reason }
      case 'lost':
        return { type: 'CUT' }
      case 'refused':
        return { type: 'REFUSED', pause: event.pause }
      case 'unavailable':
        return { type: 'UNAVAILABLE' }
    }
  }

  /** Whatever is told is a sign of life, and goes on from the place that the server knows. */
  function signOfLife({ kind }: StreamEvent): LinkEvent | null {
    if (!TOLD_KINDS.has(kind)) return null
    placedAt = now()
    if (now() < signedAt + SIGN_PAUSE_MS) return null
    signedAt = now()
    return { type: 'BEAT' }
  }

  const live = createActor(liveMachine, {
    ...(timers && { clock: timers }),
    input: {
      visible,
      online,
      askSession: needs.askSession,
      connect: (tell) => {
        const since = now() - placedAt > PLACE_LIFE_MS ? null : tape.sequence
        return needs.follow(since, (event) => {
          const sign = signOfLife(event)
          const fact = heard(event) ?? sign
          if (fact) tell(fact)
        })
      },
    },
  })

  function feed(isFed: boolean) {
    fed = isFed
    for (const keeper of keepers) keeper.tell(isFed ? 'FED' : 'STARVED')
    pushAll()
  }

  function tellAll(type: 'SHOWN' | 'HIDDEN' | 'ONLINE' | 'OFFLINE') {
    live.send({ type })
    for (const keeper of keepers) keeper.tell(type)
  }

  function pageChanged() {
    const before = { visible, online }
    visible = page.visible()
    online = page.online()
    if (visible !== before.visible) tellAll(visible ? 'SHOWN' : 'HIDDEN')
    if (online !== before.online) tellAll(online ? 'ONLINE' : 'OFFLINE')
  }

  live.on('FED', () => feed(true))
  live.on('STARVED', () => feed(false))
  live.on('CRASHED', ({ error }) => report('crash', error))
  let connection = connectionOf(live.getSnapshot())
  live.subscribe((snapshot) => {
    const before = connection
    connection = connectionOf(snapshot)
    if (connection !== before) changed()
  })
  live.start()
  for (const keeper of keepers) keeper.start()
  const leavePage = page.subscribe(pageChanged)

  return {
    view: () => ({
      close: parts.close.kept(),
      prices: parts.prices.kept(),
      amounts: parts.amounts.kept(),
      intraday: parts.intraday.kept(),
      connection,
    }),
    retry: (part) => parts[part].tell('RETRY'),
    stop() {
      leavePage()
      forgetFrame?.()
      live.stop()
      for (const keeper of keepers) keeper.stop()
    },
  }
}

const NOTHING = { value: null, updatedAt: null, failure: null, failures: 0, loading: true } as const

const NOTHING_YET = {
  close: NOTHING,
  prices: NOTHING,
  amounts: NOTHING,
  intraday: NOTHING,
  connection: 'connecting',
} as const

/**
 * Close, prices, amounts and the day's series of one market, by its stream while there is one and else by asking (D22). It runs
 * while somebody listens; `read` answers the same object until something changed.
 */
export interface MarketFeed<F> {
  subscribe(listener: () => void): () => void
  read(): FeedView<F>
  retry(part: FeedPart): void
}

export function createMarketFeed<F>(needs: FeedNeeds<F>): MarketFeed<F> {
  const listeners = new Set<() => void>()
  let running: RunningFeed<F> | null = null
  let view: FeedView<F> | null = NOTHING_YET

  function changed() {
    view = null
    for (const listener of [...listeners]) listener()
  }

  return {
    subscribe(listener) {
      const told = () => listener()
      listeners.add(told)
      if (running === null) {
        running = runFeed(needs, changed)
        view = null
      }
      return () => {
        listeners.delete(told)
        if (listeners.size > 0) return
        running?.stop()
        running = null
        view = NOTHING_YET
      }
    },

    read() {
      view ??= running?.view() ?? NOTHING_YET
      return view
    },

    retry: (part) => running?.retry(part),
  }
}
