import { assign, setup } from 'xstate'

import {
  type SessionRefusal,
  type SessionStatus,
  type StoredSessionState,
  toLastValidInstant,
  toSessionStatus,
} from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The session's storage and the real clock. `wipe` deletes only the session. */
export interface SessionInput {
  readonly read: () => StoredSessionState
  readonly wipe: () => void
  readonly now: () => Instant
}

/** `refusal` is set in the state `refused` only. */
export interface SessionContext extends SessionInput {
  readonly status: SessionStatus
  readonly refusal: SessionRefusal | null
}

/**
 * The first four events check the session again (D8). `STORED`: this tab wrote the session.
 * `STORAGE_CHANGED`: another tab changed the storage. `NOTICE_READ`: the user dismissed the notice
 * of the session's end. `REFUSED`: the service refused the session (D54).
 */
export type SessionEvent =
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

const findStartTime = (status: SessionStatus): Instant | null =>
  status.kind === 'active' ? status.session.startedAt : null

const readStatus = ({ read, now }: SessionInput): SessionStatus => toSessionStatus(read(), now())

/**
 * The client's session in this tab: `signed-out`, `active` for at most 12 hours, `expired` or
 * `refused`. The last two end when the notice is read or a client signs in. A refusal of a session
 * that another tab replaced only checks the storage again. `wipe` deletes the stored session when
 * it ends (D8).
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
  },
  guards: {
    hasStatus: ({ context }, kind: SessionStatus['kind']) => context.status.kind === kind,
    hasStored: ({ context }) => readStatus(context).kind !== 'signed-out',
    isSameSession: ({ context }) => findStartTime(readStatus(context)) === findStartTime(context.status),
  },
  actions: {
    updateStatus: assign({ status: ({ context }) => readStatus(context) }),
    signOut: assign({ status: { kind: 'signed-out' } }),
    setRefusal: assign((_, refusal: SessionRefusal) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    wipe: ({ context }) => context.wipe(),
  },
  delays: {
    untilExpired: ({ context: { status, now } }) =>
      status.kind === 'active' ? toLastValidInstant(status.session.startedAt) + 1 - now() : 0,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, status: { kind: 'signed-out' }, refusal: null }),
  initial: 'checking',
  on: {
    NAVIGATED: '.checking',
    SHOWN: '.checking',
    STORED: '.checking',
    STORAGE_CHANGED: '.checking',
  },
  states: {
    checking: {
      entry: 'updateStatus',
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
