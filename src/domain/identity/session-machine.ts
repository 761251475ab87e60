import { assign, type DoneActorEvent, setup } from 'xstate'

import { type Answer, type CallFailure, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import {
  type SessionRefusal,
  type SessionStatus,
  type StoredSessionState,
  toLastValidInstant,
  toSessionStatus,
} from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The content of the browser's storage at one instant. Other tabs change it at any time. */
interface Check {
  readonly stored: StoredSessionState
  readonly at: Instant
}

/** The storage and the page at the start. */
interface SessionInput extends Check {
  readonly online: boolean
}

interface SessionContext {
  readonly status: SessionStatus
  /** The last check of the storage. */
  readonly checkedAt: Instant
  /** Set in the state `refused` only. */
  readonly refusal: SessionRefusal | null
  /** True after a sign-out in any tab, until the notice is read or a client signs in. */
  readonly hasSignedOut: boolean
  readonly online: boolean
  /** Why the service did not confirm the last sign-out. */
  readonly signOutFailure: CallFailure | null
}

/**
 * `NAVIGATED` to `EXPIRY_DUE` check the session again (D8). `STORED`: this tab wrote the session.
 * `STORAGE_CHANGED`: another tab changed the storage. `SHOWN`: the page is visible, or a visible
 * page went offline or online. `EXPIRY_DUE`: the session may have expired. `NOTICE_READ`: the end
 * of the session was shown or handled. `REFUSED`: the service refused the session (D54).
 */
export type SessionEvent =
  | { readonly type: 'NAVIGATED' | 'SHOWN' | 'STORED' | 'STORAGE_CHANGED' | 'EXPIRY_DUE' }
  | { readonly type: 'SIGN_OUT' | 'NOTICE_READ' | 'ONLINE' | 'OFFLINE' }
  | { readonly type: 'REFUSED'; readonly refusal: SessionRefusal }

/** An event with the content of the storage at its time. */
type CheckedEvent = Timed<SessionEvent & { readonly stored: StoredSessionState }>

const toCheck = ({ event }: { event: CheckedEvent }): Check => event

const toAnswer = ({ event }: { event: DoneActorEvent<Answer<void>> }) => event.output

const findStartTime = (status: SessionStatus): Instant | null =>
  status.kind === 'active' ? status.session.startedAt : null

const check = { target: '#session.client.checking', actions: { type: 'check', params: toCheck } } as const

const ended = { actions: { type: 'setFailure', params: toAnswer } } as const
const online = { type: 'setOnline', params: true } as const

/**
 * After the session's end these events check nothing until a new session is stored. A navigation
 * must not remove the notice.
 */
const checkIfStored = [{ guard: { type: 'hasStored', params: toCheck }, ...check }, {}] as const
const endedTransitions = {
  NAVIGATED: checkIfStored,
  SHOWN: checkIfStored,
  STORED: checkIfStored,
  STORAGE_CHANGED: checkIfStored,
  NOTICE_READ: 'signed-out',
} as const

/**
 * The client's session in this tab, in two regions.
 *
 * `client`: `signed-out`, `active` for at most 12 hours, `expired` or `refused`. The last two end
 * when the notice is read or a client signs in. A refusal of a session that another tab replaced
 * only checks the storage again. `wipe` deletes the stored session when it ends (D8).
 *
 * `service`: the sign-out at the service. An offline page repeats a failed request once when it is
 * online, unless a client has signed in meanwhile.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as CheckedEvent,
    input: {} as SessionInput,
  },
  actors: { signOut: declareCall<void, void>() },
  guards: {
    hasStatus: ({ context }, kind: SessionStatus['kind']) => context.status.kind === kind,
    hasStored: (_, { stored, at }: Check) => toSessionStatus(stored, at).kind !== 'signed-out',
    isActive: (_, { stored, at }: Check) => toSessionStatus(stored, at).kind === 'active',
    isSameSession: ({ context }, { stored, at }: Check) =>
      findStartTime(toSessionStatus(stored, at)) === findStartTime(context.status),
    mayRepeat: ({ context }, answer: Answer<void>) => !(answer.ok || context.online),
  },
  actions: {
    wipe: declareEffect,
    /** Sends `EXPIRY_DUE`. */
    requestCheck: declareEffect,
    check: assign(({ context: { status: previous, hasSignedOut } }, { stored, at }: Check) => {
      const status = toSessionStatus(stored, at)
      return {
        status,
        checkedAt: at,
        hasSignedOut: status.kind === 'signed-out' && (hasSignedOut || previous.kind === 'active'),
      }
    }),
    signOut: assign({ status: { kind: 'signed-out' }, hasSignedOut: true }),
    refuse: assign((_, refusal: SessionRefusal) => ({ status: { kind: 'signed-out' }, refusal })),
    clearRefusal: assign({ refusal: null }),
    setOnline: assign((_, online: boolean) => ({ online })),
    setFailure: assign((_, answer: Answer<void>) => ({ signOutFailure: answer.ok ? null : answer.error })),
  },
  delays: {
    untilExpired: ({ context: { status, checkedAt } }) =>
      status.kind === 'active' ? toLastValidInstant(status.session.startedAt) + 1 - checkedAt : 0,
  },
}).createMachine({
  id: 'session',
  type: 'parallel',
  context: ({ input: { stored, at, online } }) => ({
    status: toSessionStatus(stored, at),
    checkedAt: at,
    refusal: null,
    hasSignedOut: false,
    online,
    signOutFailure: null,
  }),
  states: {
    client: {
      initial: 'checking',
      on: { NAVIGATED: check, SHOWN: check, STORED: check, STORAGE_CHANGED: check, EXPIRY_DUE: check },
      states: {
        checking: {
          always: [
            { guard: { type: 'hasStatus', params: 'active' }, target: 'active' },
            { guard: { type: 'hasStatus', params: 'expired' }, target: 'expired' },
            { target: 'signed-out' },
          ],
        },
        'signed-out': { on: { NOTICE_READ: { actions: assign({ hasSignedOut: false }) } } },
        active: {
          after: { untilExpired: { actions: 'requestCheck' } },
          on: {
            SIGN_OUT: { target: 'signed-out', actions: ['wipe', 'signOut'] },
            REFUSED: [
              {
                guard: { type: 'isSameSession', params: toCheck },
                target: 'refused',
                actions: ['wipe', { type: 'refuse', params: ({ event }) => event.refusal }],
              },
              check,
            ],
          },
        },
        expired: { entry: 'wipe', on: endedTransitions },
        refused: { exit: 'clearRefusal', on: endedTransitions },
      },
    },
    service: {
      initial: 'idle',
      on: {
        SIGN_OUT: '.sending',
        ONLINE: { actions: online },
        OFFLINE: { actions: { type: 'setOnline', params: false } },
      },
      states: {
        idle: {},
        sending: {
          invoke: {
            src: 'signOut',
            onDone: [
              { guard: { type: 'mayRepeat', params: toAnswer }, target: 'waiting', ...ended },
              { target: 'idle', ...ended },
            ],
          },
        },
        waiting: {
          on: {
            ONLINE: [
              { guard: { type: 'isActive', params: toCheck }, target: 'idle', actions: online },
              { target: 'repeating', actions: online },
            ],
          },
        },
        repeating: { invoke: { src: 'signOut', onDone: { target: 'idle', ...ended } } },
      },
    },
  },
})
