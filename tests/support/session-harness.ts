import { createActor, SimulatedClock } from 'xstate'
import { createCaller } from '#src/application/platform/flow.ts'
import type { Readable } from '#src/application/platform/readable.ts'

import type { ClientSessionState, StoredSession, StoredSessionState } from '#src/domain/identity/session.ts'
import { type SessionEvent, sessionMachine } from '#src/domain/identity/session-machine.ts'
import { createOpenCalls, toCall } from '#tests/support/open-calls.ts'

/** The instant at which the simulated clock starts. */
export const SESSION_START = 1_795_272_195_000

/** The name of the session's state in this tab. */
export function readSessionState(session: Readable<ClientSessionState>) {
  const { session: active, end } = session.getSnapshot()
  if (active !== null) return 'active'
  return end === 'expired' || end === 'refused' ? end : 'signed-out'
}

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
  const signOuts = createOpenCalls<void, void>()
  const call = createCaller({ clock: { now }, log: { error: () => {} } })
  const machine = sessionMachine.provide({
    actors: { signOut: call(toCall(signOuts)) },
    actions: { wipe, requestCheck: () => send({ type: 'EXPIRY_DUE' }) },
  })
  const input = { stored, at: now(), online: true }
  const actor = createActor(machine, { clock, input })
  const send = (event: SessionEvent) => actor.send({ ...event, stored: storage.stored, at: now() })
  actor.start()
  return {
    actor: { send, stop: () => actor.stop() },
    signOuts,
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
    state: () => actor.getSnapshot().value.client,
    service: () => actor.getSnapshot().value.service,
    context: () => actor.getSnapshot().context,
  }
}

export type SessionHarness = ReturnType<typeof startSession>
