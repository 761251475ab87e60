import type { Clock, MarketClock, Timers } from '#src/application/platform/ports.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The real clock and its timers in memory; a test advances the time. */
export interface MemoryClock extends Clock, Timers {
  /** Advances the time and runs the timers that are due. */
  advance(milliseconds: number): void
  /** Advances the time without running timers, as on a suspended device. */
  suspend(milliseconds: number): void
  /** The number of pending timers. */
  timerCount(): number
}

interface MemoryTimer {
  readonly callback: () => void
  readonly dueAt: Instant
}

export function createMemoryClock(startsAt: Instant): MemoryClock {
  const timers = new Set<MemoryTimer>()
  let at = startsAt

  function findNextTimer(until: Instant): MemoryTimer | null {
    let next: MemoryTimer | null = null
    for (const timer of timers) if (timer.dueAt <= until && (next === null || timer.dueAt < next.dueAt)) next = timer
    return next
  }

  return {
    now: () => at,
    timerCount: () => timers.size,

    advance(milliseconds) {
      const end = at + milliseconds
      for (let timer = findNextTimer(end); timer !== null; timer = findNextTimer(end)) {
        at = Math.max(at, timer.dueAt)
        timers.delete(timer)
        timer.callback()
      }
      at = end
    },

    suspend(milliseconds) {
      at += milliseconds
    },

    setTimeout(callback, delay) {
      const timer: MemoryTimer = { callback, dueAt: at + Math.max(0, delay) }
      timers.add(timer)
      return timer
    },

    clearTimeout(timer) {
      for (const entry of timers) if (entry === timer) timers.delete(entry)
    },
  }
}

/** A market clock that runs with a real clock and can be set. */
export interface MemoryMarketClock extends MarketClock {
  /** Sets the market time and notifies the listeners. */
  set(now: Instant): void
}

export function createMemoryMarketClock({
  clock,
  startsAt,
}: {
  readonly clock: Clock
  readonly startsAt: Instant
}): MemoryMarketClock {
  const listeners = new Set<() => void>()
  let shift = startsAt - clock.now()

  return {
    now: () => clock.now() + shift,

    set(now) {
      shift = now - clock.now()
      for (const listener of [...listeners]) listener()
    },

    subscribe(listener) {
      const uniqueListener = () => listener()
      listeners.add(uniqueListener)
      return () => {
        listeners.delete(uniqueListener)
      }
    },
  }
}
