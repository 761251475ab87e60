import { useState } from 'react'

interface Seen {
  readonly value: number | null
  readonly className: '' | 'flash-up' | 'flash-down'
  /** Another number at every flash: as a key it starts the animation anew. */
  readonly turn: number
}

function after(seen: Seen, value: number | null): Seen {
  if (seen.value === null || value === null) return { ...seen, value, className: '' }
  return { value, className: value > seen.value ? 'flash-up' : 'flash-down', turn: seen.turn + 1 }
}

/**
 * Marks a value that changed, once and by its direction: never at first paint, never when it stays or comes and goes.
 * Worn by the twelve figures of the lead and the amounts alone, so that no refresh flashes more than twelve.
 */
export function useFlash(value: number | null): Pick<Seen, 'className' | 'turn'> {
  const [seen, setSeen] = useState<Seen>({ value, className: '', turn: 0 })
  if (Object.is(seen.value, value)) return seen
  const next = after(seen, value)
  setSeen(next)
  return next
}
