import { type ActorRefFrom, assign, setup } from 'xstate'

import { declareEffect, declareGuard } from '#src/domain/call.ts'
import { type SessionRefusal, type SessionStatus, toLastValidInstant } from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** `refusal` is set in the state `refused` only. `checkedAt`: the last check of the storage. */
interface SessionContext {
  readonly status: SessionStatus
  readonly checkedAt: Instant
  readonly refusal: SessionRefusal | null
}

/**
 * The first four events check the session again (D8). `STORED`: this tab wrote the session.
 * `STORAGE_CHANGED`: another tab changed the storage. `NOTICE_READ`: the user dismissed the notice
 * of the session's end. `REFUSED`: the service refused the session (D54).
 */
type SessionEvent =
  | { readonly type: 'NAVIGATED' | 'SHOWN' | 'STORED' | 'STORAGE_CHANGED' | 'SIGN_OUT' | 'NOTICE_READ' }
  | { readonly type: 'REFUSED'; readonly refusal: SessionRefusal }

/**
 * After the session's end these events check nothing until a new session is stored. A navigation
 * must not remove the notice.
 */
const checkIfStored = [{ guard: 'hasStored', target: 'checking' }, {}] as const
const endedTransitions = {
  NAVIGATED: checkIfStored,
  SHOWN: checkIfStored,
  STORED: checkIfStored,
  STORAGE_CHANGED: checkIfStored,
  NOTICE_READ: 'signed-out',
} as const

/**
 * The client's session in this tab: `signed-out`, `active` for at most 12 hours, `expired` or
 * `refused`. The last two end when the notice is read or a client signs in. A refusal of a session
 * that another tab replaced only checks the storage again. `wipe` deletes the stored session when
 * it ends (D8). Other tabs change the storage at any time, so the application provides `check`,
 * which assigns the current status and its instant, and the guards that read the storage.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
  },
  guards: {
    hasStatus: ({ context }, kind: SessionStatus['kind']) => context.status.kind === kind,
    hasStored: declareGuard,
    isSameSession: declareGuard,
  },
  actions: {
    check: declareEffect,
    wipe: declareEffect,
    signOut: assign({ status: { kind: 'signed-out' } }),
    setRefusal: assign((_, refusal: SessionRefusal) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
  },
  delays: {
    untilExpired: ({ context: { status, checkedAt } }) =>
      status.kind === 'active' ? toLastValidInstant(status.session.startedAt) + 1 - checkedAt : 0,
  },
}).createMachine({
  id: 'session',
  context: { status: { kind: 'signed-out' }, checkedAt: 0, refusal: null },
  initial: 'checking',
  on: {
    NAVIGATED: '.checking',
    SHOWN: '.checking',
    STORED: '.checking',
    STORAGE_CHANGED: '.checking',
  },
  states: {
    checking: {
      entry: 'check',
      always: [
        { guard: { type: 'hasStatus', params: 'active' }, target: 'active' },
        { guard: { type: 'hasStatus', params: 'expired' }, target: 'expired' },
        { target: 'signed-out' },
      ],
    },
    'signed-out': {},
    active: {
      after: { untilExpired: 'checking' },
      on: {
        SIGN_OUT: { target: 'signed-out', actions: ['wipe', 'signOut'] },
        REFUSED: [
          {
            guard: 'isSameSession',
            target: 'refused',
            actions: ['wipe', { type: 'setRefusal', params: ({ event }) => event.refusal }],
          },
          { target: 'checking' },
        ],
      },
    },
    expired: { entry: 'wipe', on: endedTransitions },
    refused: { entry: 'signOut', exit: 'clearRefusal', on: endedTransitions },
  },
})

/** The session machine of this tab. */
export type ClientSession = ActorRefFrom<typeof sessionMachine>
