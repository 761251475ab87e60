import type { Instant } from '#src/domain/time/bogota.ts'

/** Market time: the real time with a shift, and faster in some demos (D41, D60). */
export interface ServerMarketClock {
  now(): Instant
  /** Market time minus real time, in milliseconds. */
  shift(): number
  /** Sets the market time, which continues from there. */
  moveTo(instant: Instant): void
}

/** Creates a clock that starts at the real time and runs `speed` market seconds per real second. */
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
