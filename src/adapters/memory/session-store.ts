import type { SessionStore } from '#src/application/identity/ports.ts'
import type { StoredSessionState } from '#src/domain/identity/session.ts'
import { err, ok } from '#src/domain/result.ts'

/** The session storage of one browser, shared by its tabs. */
export interface MemorySessionStorage {
  /** Opens a new tab. */
  openTab(): SessionStore
  /** The stored application token; null without a token (D10). */
  applicationToken(): string | null
  /** Makes the stored session invalid and notifies every tab. */
  corrupt(): void
  /** Enables or disables the storage. */
  setEnabled(enabled: boolean): void
}

export function createMemorySessionStorage(): MemorySessionStorage {
  const tabs = new Map<object, Set<() => void>>()
  const state: { sessionState: StoredSessionState; applicationToken: string | null; enabled: boolean } = {
    sessionState: { kind: 'none' },
    applicationToken: null,
    enabled: true,
  }

  /** Changes the session and notifies all tabs except `source`, as a browser does. */
  const change = (source: object | null, sessionState: StoredSessionState) => {
    state.sessionState = sessionState
    for (const [tab, listeners] of tabs) {
      if (tab !== source) for (const listener of [...listeners]) listener()
    }
  }

  function openTab(): SessionStore {
    const self = {}
    const listeners = new Set<() => void>()
    tabs.set(self, listeners)
    return {
      read: () => state.sessionState,

      write(session) {
        if (!state.enabled) return err({ kind: 'storage-unavailable' })
        const { sessionState } = state
        const isSame = sessionState.kind === 'session' && sessionState.session.startedAt === session.startedAt
        if (!isSame) state.applicationToken = null
        change(self, { kind: 'session', session })
        return ok(undefined)
      },

      writeApplicationToken(token) {
        if (state.enabled) state.applicationToken = token
      },

      wipe() {
        state.applicationToken = null
        if (state.sessionState.kind !== 'none') change(self, { kind: 'none' })
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

  return {
    openTab,
    applicationToken: () => state.applicationToken,
    corrupt: () => change(null, { kind: 'invalid' }),
    setEnabled: (enabled) => {
      state.enabled = enabled
    },
  }
}
