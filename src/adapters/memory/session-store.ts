import type { SessionStore } from '#src/application/identity/session-store.ts'
import type { StoredSessionState } from '#src/domain/identity/session.ts'
import { err, ok } from '#src/domain/result.ts'

/** The browser's store of one session, shared by its tabs. */
export interface MemoryShelf {
  /** One tab's view of it. */
  tab(): SessionStore
  /** What is kept beside the session, null without one (D10). */
  applicationToken(): string | null
  /** Leaves a session flag with garbage behind it, as a hand would, and tells every tab. */
  corrupt(): void
  /** A browser that keeps nothing, or keeps again. */
  keep(keeps: boolean): void
}

export function createMemoryShelf(): MemoryShelf {
  const tabs = new Map<object, Set<() => void>>()
  const state: { trace: StoredSessionState; applicationToken: string | null; keeps: boolean } = {
    trace: { kind: 'none' },
    applicationToken: null,
    keeps: true,
  }

  /** As in a browser, a tab does not hear of what it did itself. */
  const change = (by: object | null, trace: StoredSessionState) => {
    state.trace = trace
    for (const [tab, listeners] of tabs) {
      if (tab !== by) for (const listener of [...listeners]) listener()
    }
  }

  function tab(): SessionStore {
    const self = {}
    const listeners = new Set<() => void>()
    tabs.set(self, listeners)
    return {
      read: () => state.trace,

      write(session) {
        if (!state.keeps) return err({ kind: 'storage-unavailable' })
        const { trace } = state
        const same = trace.kind === 'session' && trace.session.startedAt === session.startedAt
        if (!same) state.applicationToken = null
        change(self, { kind: 'session', session })
        return ok(undefined)
      },

      writeApplicationToken(token) {
        if (state.keeps) state.applicationToken = token
      },

      wipe() {
        state.applicationToken = null
        if (state.trace.kind !== 'none') change(self, { kind: 'none' })
      },

      subscribe(listener) {
        const told = () => listener()
        listeners.add(told)
        return () => {
          listeners.delete(told)
        }
      },
    }
  }

  return {
    tab,
    applicationToken: () => state.applicationToken,
    corrupt: () => change(null, { kind: 'invalid' }),
    keep: (keeps) => {
      state.keeps = keeps
    },
  }
}
