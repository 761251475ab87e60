import { useState } from 'react'

interface Seen {
  readonly value: number | null
  /** The flash that goes on; none while ''. */
  readonly className: '' | 'flash-up' | 'flash-down'
  /** Another number at every flash: as a key it starts the animation anew. */
  readonly turn: number
}

function after(seen: Seen, value: number | null): Seen {
  if (seen.value === null || value === null) return { ...seen, value, className: '' }
  if (seen.className !== '') return { ...seen, value }
  return { value, className: value > seen.value ? 'flash-up' : 'flash-down', turn: seen.turn + 1 }
}

/**
 * Marks a value that changed, once and by its direction: never at first paint, never when it stays or comes and goes, and not
 * again while the mark of the change before is fading, or values that come many times a second would blink. `onAnimationEnd`
 * belongs on the element that wears the class.
 * Worn by the twelve figures of the lead and the amounts alone, so that no refresh flashes more than twelve.
 */
export function useFlash(value: number | null) {
  const [seen, setSeen] = useState<Seen>({ value, className: '', turn: 0 })
  const now = Object.is(seen.value, value) ? seen : after(seen, value)
  if (now !== seen) setSeen(now)
  const onAnimationEnd = () => setSeen((last) => ({ ...last, className: '' }))
  return { turn: now.turn, worn: { className: now.className, onAnimationEnd } }
}
