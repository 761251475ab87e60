import type { ReturnAddressStore, SessionRefusals, SessionStore } from '#src/application/identity/ports.ts'
import { createListeners, type Listeners } from '#src/application/platform/listeners.ts'
import type { ReturnAddress } from '#src/domain/identity/return-address.ts'
import type { SessionRefusal, StoredSessionState } from '#src/domain/identity/session.ts'
import { err, ok } from '#src/domain/result.ts'

/** The session storage of one browser, shared by its tabs. */
interface MemorySessionStorage {
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
  const tabs = new Map<object, Listeners<[]>>()
  const state: { sessionState: StoredSessionState; applicationToken: string | null; enabled: boolean } = {
    sessionState: { kind: 'none' },
    applicationToken: null,
    enabled: true,
  }

  /** Changes the session and notifies all tabs except `source`, as a browser does. */
  const change = (source: object | null, sessionState: StoredSessionState) => {
    state.sessionState = sessionState
    for (const [tab, { notify }] of tabs) if (tab !== source) notify()
  }

  function openTab(): SessionStore {
    const self = {}
    const listeners = createListeners()
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

      subscribe: listeners.subscribe,
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

/** Session refusals that a test emits. */
export interface MemorySessionRefusals extends SessionRefusals {
  refuse(refusal: SessionRefusal): void
  /** Simulates a response with the market data delay of visitors (D17). */
  suspectExpiry(): void
}

export function createMemorySessionRefusals(): MemorySessionRefusals {
  const refusals = createListeners<[refusal: SessionRefusal]>()
  const suspectedExpiries = createListeners()
  return {
    refuse: refusals.notify,
    suspectExpiry: suspectedExpiries.notify,
    subscribe: refusals.subscribe,
    subscribeSuspectedExpiry: suspectedExpiries.subscribe,
  }
}

/** The saved URL of one tab, in memory. */
export function createMemoryReturnAddress(): ReturnAddressStore {
  let saved: ReturnAddress | null = null
  return {
    read: () => saved,
    write(next) {
      saved = next
    },
    clear() {
      saved = null
    },
  }
}
