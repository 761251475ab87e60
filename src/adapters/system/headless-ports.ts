import { createSystemClock, createSystemTimers } from '#src/adapters/system/clock.ts'
import { createConsoleLog } from '#src/adapters/system/console-log.ts'
import { createCsvReader } from '#src/adapters/system/csv-reader.ts'
import type { HumanCheck, IdentityPorts, PasskeyDevice, SessionStore } from '#src/application/identity/ports.ts'
import { createTimerFrames } from '#src/application/platform/clocks.ts'
import type { Clock, Theme, Timers } from '#src/application/platform/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { StoredSessionState } from '#src/domain/identity/session.ts'
import { err, ok } from '#src/domain/result.ts'

const ignore = () => {}
const subscribe = () => ignore

const noPasskey = async () => err({ kind: 'passkey', reason: 'unsupported' } as const)

/** Passkeys belong to a browser. */
const passkeyDevice: PasskeyDevice = { isSupported: () => false, create: noPasskey, sign: noPasskey }

/** A port whose screens a face without a page does not have. */
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

interface HeadlessDeps {
  readonly clock?: Clock
  readonly timers?: Timers
}

/**
 * The ports that a browser implements for a page, for a face without one: a terminal, a worker. It
 * is always visible and online.
 */
export const createHeadlessPorts = ({
  clock = createSystemClock(),
  timers = createSystemTimers(),
}: HeadlessDeps = {}) => ({
  clock,
  timers,
  frames: createTimerFrames(timers),
  log: createConsoleLog({ console }),
  page: { ...createState({ visible: true, online: true }), busy: () => false, reload: ignore, openWindow: () => false },
  session: createProcessSession(),
  returnAddress: { read: () => null, write: ignore, clear: ignore },
  theme: { ...createState<{ readonly theme: Theme }>({ theme: 'system' }), write: ignore },
  scroll: { restore: ignore },
  downloads: { save: () => false },
  clipboard: { copy: async () => false },
  /** Such a face draws nothing. */
  visitorSettings: UNCALLED,
  reloadMark: { read: () => null, write: () => false },
})

/** The ports of identity for a login without forms. Registration and passwords have no screen. */
export const createHeadlessIdentity = (humanCheck: HumanCheck): IdentityPorts => ({
  humanCheck,
  applicationToken: { requiresCopy: false, request: async () => ok(null) },
  rememberedUsername: { read: () => null, write: ignore },
  passkeyDevice,
  secondFactor: UNCALLED,
  apiKeys: UNCALLED,
  passwords: UNCALLED,
  registrations: UNCALLED,
})

/** The ports of the back-office that a browser implements for a page. */
export const createHeadlessImc = () => ({
  csv: createCsvReader(),
  pageSizes: { read: () => null, write: ignore },
  passkeyDevice,
  newKey: (): string => crypto.randomUUID(),
})
