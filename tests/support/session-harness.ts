import { createActor, SimulatedClock } from 'xstate'

import type { StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import { sessionMachine } from '#src/domain/identity/session-machine.ts'

/** When the simulated clock starts, on the real one. */
export const SESSION_START = 1_795_272_195_000

export const sessionOf = (username: string, startedAt = SESSION_START): StoredSession => ({
  username,
  startedAt,
  user: {
    id: username,
    name: username,
    email: `${username}@x.co`,
    token: 'tok',
    keyExpired: false,
    termsAcceptedAt: 1,
  },
})

/** A clock that tells which timers are set. */
function watchedClock() {
  const clock = new SimulatedClock()
  const set = new Map<unknown, number>()
  const watched = {
    now: () => clock.now(),
    increment: (ms: number) => clock.increment(ms),
    setTimeout: (act: () => void, ms: number) => {
      const id = clock.setTimeout(() => {
        set.delete(id)
        act()
      }, ms)
      set.set(id, ms)
      return id
    },
    clearTimeout: (id: unknown) => {
      set.delete(id)
      if (typeof id === 'number') clock.clearTimeout(id)
    },
  }
  return { clock: watched, timers: () => [...set.values()] }
}

/** A session on a clock that only the test moves; `sleep` moves the wall clock without its timers. */
export function startSession(first: StoredSessionState) {
  const { clock, timers } = watchedClock()
  const kept = { trace: first, wipes: 0, slept: 0 }
  const now = () => SESSION_START + clock.now() + kept.slept
  const actor = createActor(sessionMachine, {
    clock,
    input: {
      now,
      read: () => kept.trace,
      wipe: () => {
        kept.wipes += 1
        kept.trace = { kind: 'none' }
      },
    },
  }).start()
  return {
    actor,
    clock,
    now,
    timers,
    sleep: (ms: number) => {
      kept.slept += ms
    },
    keep: (trace: StoredSessionState) => {
      kept.trace = trace
    },
    trace: () => kept.trace,
    wipes: () => kept.wipes,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}

export type SessionHarness = ReturnType<typeof startSession>
