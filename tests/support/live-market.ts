import fc from 'fast-check'
import type { StreamedAnnulment, StreamedDeal } from '#src/domain/live/stream-event.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { type IntradaySeries, intradaySeries } from '#src/domain/trading/series.ts'
import { createTape, type TapeFigures } from '#src/domain/trading/tape.ts'

/** An event of the stream. */
export type ServerEvent =
  | ({ readonly kind: 'deal' } & StreamedDeal)
  | ({ readonly kind: 'annulment' } & StreamedAnnulment)

export const OPENING = toInstant('2026-11-20', '08:00')

export const createStreamedDeal = (sequence: number, overrides: Partial<StreamedDeal> = {}): ServerEvent => ({
  kind: 'deal',
  sequence,
  id: `op-${sequence}`,
  time: OPENING + sequence * SECOND_MS,
  price: 4_100 + sequence,
  amount: 250_000,
  ...overrides,
})

export const createAnnulment = (sequence: number, id: string): ServerEvent => ({ kind: 'annulment', sequence, id })

/** Returns the server's series and figures after its events up to a sequence number. */
export function serverStateAt(
  events: readonly ServerEvent[],
  sequence: number,
): { readonly series: IntradaySeries; readonly figures: TapeFigures | null } {
  const tape = createTape()
  const deals = new Map<string, StreamedDeal>()
  for (const event of events.filter((each) => each.sequence <= sequence)) {
    if (event.kind === 'deal') {
      deals.set(event.id, event)
      tape.append(event.time, event.sequence, event.price, event.amount)
    } else {
      const deal = deals.get(event.id)
      if (deal) tape.remove(deal.time, deal.sequence)
    }
  }
  return { series: intradaySeries(tape, undefined, sequence), figures: tape.figures() }
}

/** The random values of an event. */
interface Draft {
  /** Sequence number minus that of the previous event. */
  readonly gap: number
  /** Seconds from the opening. */
  readonly seconds: number
  readonly centavos: number
  readonly amount: number
  /**
   * Index of the annulled deal, modulo the number of remaining deals. The event is a deal if this
   * is null or no deal remains.
   */
  readonly annuls: number | null
}

function toEvents(drafts: readonly Draft[]): readonly ServerEvent[] {
  const remaining: string[] = []
  let sequence = 0
  return drafts.map(({ gap, seconds, centavos, amount, annuls }): ServerEvent => {
    sequence += gap
    const [annulled] = annuls === null ? [] : remaining.splice(annuls % Math.max(1, remaining.length), 1)
    if (annulled !== undefined) return createAnnulment(sequence, annulled)
    remaining.push(`op-${sequence}`)
    const time = OPENING + seconds * SECOND_MS
    return createStreamedDeal(sequence, { time, price: centavos / 100, amount })
  })
}

const draft = fc.record({
  // Uncounted deals have sequence numbers too.
  gap: fc.integer({ min: 1, max: 3 }),
  // Few seconds: some deals share an instant, others are late.
  seconds: fc.integer({ min: 0, max: 12 }),
  centavos: fc.integer({ min: 400_000, max: 410_000 }),
  amount: fc.integer({ min: 1, max: 5_000_000 }),
  annuls: fc.option(fc.nat(), { freq: 4 }),
})

/** The events of a trading day: deals in any time order and annulments of remaining deals. */
export const anyTradingDayEvents = fc.array(draft, { minLength: 1, maxLength: 30 }).map(toEvents)
