import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import type { HumanCheck, SessionStore } from '#src/application/identity/ports.ts'
import { createTimerFrames } from '#src/application/platform/clocks.ts'
import type { Clock, Theme, Timers } from '#src/application/platform/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { StoredSessionState } from '#src/domain/identity/session.ts'
import { ok } from '#src/domain/result.ts'

const ignore = () => {}
const subscribe = () => ignore

/** A port whose screens a terminal does not have. */
const UNCALLED = {} as never

/** Stores the session until the process ends. */
function createProcessSession(): SessionStore {
  let state: StoredSessionState = { kind: 'none' }
  return {
    read: () => state,
    write(session) {
      state = { kind: 'session', session }
      return ok(undefined)
    },
    writeApplicationToken: ignore,
    wipe() {
      state = { kind: 'none' }
    },
    subscribe,
  }
}

interface TerminalDeps {
  readonly clock: Clock
  readonly timers: Timers
  readonly humanCheck: HumanCheck
}

/** The ports that a browser implements for a page. A terminal is always visible and online. */
export const createTerminalPorts = ({ clock, timers, humanCheck }: TerminalDeps) => ({
  clock,
  timers,
  frames: createTimerFrames(timers),
  log: createConsoleLog({ console }),
  page: { ...createState({ visible: true, online: true }), busy: () => false, reload: ignore },
  session: createProcessSession(),
  returnAddress: { read: () => null, write: ignore, clear: ignore },
  theme: { ...createState<{ readonly theme: Theme }>({ theme: 'system' }), write: ignore },
  scroll: { restore: ignore },
  downloads: { save: () => false },
  reloadMark: { read: () => null, write: () => false },
  identity: {
    humanCheck,
    applicationToken: { requiresCopy: false, request: async () => ok(null) },
    rememberedUsername: { read: () => null, write: ignore },
    clipboard: { copy: async () => false },
    passwords: UNCALLED,
    registrations: UNCALLED,
  },
})
