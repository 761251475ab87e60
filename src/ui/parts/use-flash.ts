import { useEffect, useState } from 'react'

import { direction } from '#src/domain/trading/figures.ts'
import type { Direction } from '#src/domain/trading/market.ts'

/** The CSS class of the flash for each direction of a change. */
const FLASH_CLASSES = { UP: 'animate-flash-up', DOWN: 'animate-flash-down', SAME: '' } as const satisfies Readonly<
  Record<Direction, string>
>

/** The duration of a flash, as in `--md-dur-flash`. */
const FLASH_MS = 600

interface FlashState {
  readonly value: number | null
  /** The class of the running flash; empty if no flash is running. */
  readonly className: (typeof FLASH_CLASSES)[Direction]
  /** Number of flashes so far. Used as a key, it restarts the animation. */
  readonly count: number
}

/** Returns the state after a change of the value. A running flash continues. */
function applyValue(state: FlashState, value: number | null): FlashState {
  if (state.value === null || value === null) return { ...state, value, className: '' }
  if (state.className !== '') return { ...state, value }
  return { value, className: FLASH_CLASSES[direction(value, state.value)], count: state.count + 1 }
}

/**
 * Flashes a figure when its value changes; the colour depends on the direction. The first value and
 * a change from or to null do not flash. A change during a flash is ignored, because values change
 * many times a second. The caller sets `className` on one element and `count` as its key. A page has
 * at most twelve such figures.
 */
export function useFlash(value: number | null) {
  const [state, setState] = useState<FlashState>({ value, className: '', count: 0 })
  const next = Object.is(state.value, value) ? state : applyValue(state, value)
  if (next !== state) setState(next)
  const { className, count } = next
  // A timer, not the end of the animation: an animation waits while its block is off screen
  // (`content-visibility`), and would run when the user scrolls to the block.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each flash has its own timer
  useEffect(() => {
    if (className === '') return
    const timer = setTimeout(() => setState((latest) => ({ ...latest, className: '' })), FLASH_MS)
    return () => clearTimeout(timer)
  }, [className, count])
  return { className, count }
}
