import type { Mail } from '#server/delivery/mail.ts'
import { freezeEndMail, freezeMail } from '#server/market/source-mails.ts'
import type { SourceChange } from '#server/market/store/source-store.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { afterSign, type SourceState, type SourceStates, watchSource } from '#src/domain/trading/source-silence.ts'

interface SourceWatchParts {
  /** The longest silence of a source that works, in milliseconds; null when silence is not watched. */
  readonly limitMs: number | null
  /** Address of the operator; null without mails. */
  readonly mailTo: string | null
  /** The real clock. */
  readonly realNow: () => Instant
}

/** Finds the changes of the sources that the writer of the market has to commit (D114). */
export interface SourceWatch {
  /** Counts silence from this market time on: batches could not arrive before. */
  restart(now: Instant): void
  /** The change after a batch of the source of these markets; null when it can be omitted. */
  afterBatch(states: SourceStates, markets: readonly Market[], at: Instant): SourceChange | null
  /** The change at an instant; null without one. */
  check(states: SourceStates, now: Instant): SourceChange | null
}

/** A batch is not stored as a sign when the last sign is as recent as this. */
const SIGN_INTERVAL_MS = SECOND_MS

export function createSourceWatch({ limitMs, mailTo, realNow }: SourceWatchParts): SourceWatch {
  let watchedSince: Instant = 0

  function toMails(market: Market, before: SourceState, after: SourceState, now: Instant): readonly Mail[] {
    if (mailTo === null || before.frozenSince === after.frozenSince) return []
    const facts = { to: mailTo, market }
    const { frozenSince: since } = before
    const end = since === null ? [] : [freezeEndMail({ ...facts, since, seenAt: after.seenAt, now })]
    return after.frozenSince === null ? end : [...end, freezeMail({ ...facts, since: after.frozenSince })]
  }

  function toChange(before: SourceStates, after: SourceStates, now: Instant): SourceChange {
    const mails = MARKETS.flatMap((market) => toMails(market, before[market], after[market], now))
    return { states: after, mails, at: Math.floor(realNow()) }
  }

  return {
    restart(now) {
      watchedSince = now
    },

    afterBatch(states, markets, at) {
      // Without markets, the batch is not one of a watched source.
      const isRecent = ({ seenAt, frozenSince }: SourceState) =>
        frozenSince === null && seenAt !== null && at >= seenAt && at - seenAt < SIGN_INTERVAL_MS
      if (markets.every((market) => isRecent(states[market]))) return null
      const after = { ...states }
      for (const market of markets) after[market] = afterSign(at)
      return toChange(states, after, at)
    },

    check(states, now) {
      if (limitMs === null) return null
      const watch = (market: Market) => watchSource(states[market], { market, now, limitMs, watchedSince })
      const after = { spot: watch('spot'), nextday: watch('nextday') }
      const hasChanged = MARKETS.some((market) => after[market].frozenSince !== states[market].frozenSince)
      return hasChanged ? toChange(states, after, now) : null
    },
  }
}
