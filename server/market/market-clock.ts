import type { Instant } from '#src/domain/time/bogota.ts'

/** The market's own time: the real one, shifted, and in the demo perhaps faster (D41, D60). */
export interface ServerMarketClock {
  now(): Instant
  /** Market time minus real time at this moment, in milliseconds. */
  shift(): number
  /** Sets the market's now; it goes on from there. */
  moveTo(instant: Instant): void
}

/** Runs `speed` market seconds a real second; begins at real time until it is moved. */
export function createServerMarketClock({
  now,
  speed,
}: {
  readonly now: () => Instant
  readonly speed: number
}): ServerMarketClock {
  let realAnchor = now()
  let marketAnchor = realAnchor

  const marketNow = () => Math.floor(marketAnchor + (now() - realAnchor) * speed)

  return {
    now: marketNow,
    shift: () => marketNow() - Math.floor(now()),
    moveTo(instant) {
      realAnchor = now()
      marketAnchor = instant
    },
  }
}
