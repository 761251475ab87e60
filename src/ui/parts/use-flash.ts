import { useState } from 'react'

import { direction } from '#src/domain/trading/figures.ts'
import type { Direction } from '#src/domain/trading/market.ts'

/** A figure that changed goes up or down. */
const FLASHES = { UP: 'flash-up', DOWN: 'flash-down', SAME: '' } as const satisfies Readonly<Record<Direction, string>>

interface Seen {
  readonly value: number | null
  /** The class of the running flash, '' without a flash. */
  readonly className: '' | 'flash-up' | 'flash-down'
  /** Counts the flashes: as a key it restarts the animation. */
  readonly turn: number
}

function findFlash(seen: Seen, value: number | null): Seen {
  if (seen.value === null || value === null) return { ...seen, value, className: '' }
  if (seen.className !== '') return { ...seen, value }
  return { value, className: FLASHES[direction(value, seen.value)], turn: seen.turn + 1 }
}

/**
 * Marks a value that changed, by its direction. It marks nothing at first paint, nor when the value
 * comes or goes, nor while the last mark fades: values change many times a second. Put
 * `flash.props` on one element with `flash.turn` as its key. Used by twelve figures only, so that
 * a refresh flashes at most twelve.
 */
export function useFlash(value: number | null) {
  const [seen, setSeen] = useState<Seen>({ value, className: '', turn: 0 })
  const now = Object.is(seen.value, value) ? seen : findFlash(seen, value)
  if (now !== seen) setSeen(now)
  const onAnimationEnd = () => setSeen((last) => ({ ...last, className: '' }))
  return { turn: now.turn, props: { className: now.className, onAnimationEnd } }
}
