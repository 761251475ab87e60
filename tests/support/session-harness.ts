import { SimulatedClock } from 'xstate'
import { createClientSession } from '#src/application/identity/session.ts'

import type { StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'

/** The instant at which the simulated clock starts. */
export const SESSION_START = 1_795_272_195_000

export const createTestSession = (username: string, startedAt = SESSION_START): StoredSession => ({
  username,
  startedAt,
  user: {
    id: username,
    name: username,
    email: `${username}@x.co`,
    token: 'tok',
    passwordExpired: false,
    termsAcceptedAt: 1,
  },
})

/** Creates a simulated clock that lists its running timers. */
function createObservedClock() {
  const clock = new SimulatedClock()
  const running = new Map<unknown, number>()
  const observed = {
    now: () => clock.now(),
    increment: (ms: number) => clock.increment(ms),
    setTimeout: (callback: () => void, ms: number) => {
      const id = clock.setTimeout(() => {
        running.delete(id)
        callback()
      }, ms)
      running.set(id, ms)
      return id
    },
    clearTimeout: (id: unknown) => {
      running.delete(id)
      if (typeof id === 'number') clock.clearTimeout(id)
    },
  }
  return { clock: observed, timers: () => [...running.values()] }
}

/**
 * Starts a session machine on a clock that only the test moves. `sleep` moves the wall clock
 * without its timers.
 */
export function startSession(stored: StoredSessionState) {
  const { clock, timers } = createObservedClock()
  const storage = { stored, wipeCount: 0, sleptMs: 0 }
  const now = () => SESSION_START + clock.now() + storage.sleptMs
  const wipe = () => {
    storage.wipeCount += 1
    storage.stored = { kind: 'none' }
  }
  const actor = createClientSession({ read: () => storage.stored, wipe }, { now }, clock)
  actor.start()
  return {
    actor,
    clock,
    now,
    timers,
    sleep: (ms: number) => {
      storage.sleptMs += ms
    },
    writeStorage: (stored: StoredSessionState) => {
      storage.stored = stored
    },
    stored: () => storage.stored,
    wipes: () => storage.wipeCount,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}

export type SessionHarness = ReturnType<typeof startSession>
