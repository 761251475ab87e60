import { useState } from 'react'

import { direction } from '#src/domain/trading/figures.ts'
import type { Direction } from '#src/domain/trading/market.ts'

/** The CSS class for the direction of a change. */
const FLASHES = { UP: 'flash-up', DOWN: 'flash-down', SAME: '' } as const satisfies Readonly<Record<Direction, string>>

interface FlashState {
  readonly value: number | null
  /** The class of the running flash, '' without a flash. */
  readonly className: '' | 'flash-up' | 'flash-down'
  /** Counts the flashes: as a key it restarts the animation. */
  readonly count: number
}

function findFlash(seen: FlashState, value: number | null): FlashState {
  if (seen.value === null || value === null) return { ...seen, value, className: '' }
  if (seen.className !== '') return { ...seen, value }
  return { value, className: FLASHES[direction(value, seen.value)], count: seen.count + 1 }
}

/**
 * Flashes a figure when its value changes, by direction. It does not flash at first paint, from or
 * to null, or during a flash: values change many times a second. Put `flash.props` on one element
 * with `flash.count` as its key. Only twelve figures use it, so that a refresh flashes at most
 * twelve.
 */
export function useFlash(value: number | null) {
  const [seen, setSeen] = useState<FlashState>({ value, className: '', count: 0 })
  const next = Object.is(seen.value, value) ? seen : findFlash(seen, value)
  if (next !== seen) setSeen(next)
  const onAnimationEnd = () => setSeen((last) => ({ ...last, className: '' }))
  return { count: next.count, props: { className: next.className, onAnimationEnd } }
}
