import { assign, setup } from 'xstate'

import {
  expiresAt,
  type SessionStatus,
  type StoredSessionState,
  toSessionStatus,
} from '#src/domain/identity/session.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Where the session is kept, and the real clock. `wipe` forgets the session alone. */
export interface SessionInput {
  readonly read: () => StoredSessionState
  readonly wipe: () => void
  readonly now: () => Instant
}

/** `reason` is what the service said when it refused the session, null when it said nothing or did not refuse. */
export interface SessionContext extends SessionInput {
  readonly status: SessionStatus
  readonly reason: string | null
}

/**
 * Moments at which the session is looked at (D8), another tab having touched it among them; the person's wish to leave; the
 * service's refusal of the session (D54); and the notice of its end having been read.
 */
export type SessionEvent =
  | { readonly type: 'NAVIGATED' | 'SHOWN' | 'STORED' | 'STORAGE_CHANGED' | 'SIGN_OUT' | 'NOTICE_READ' }
  | { readonly type: 'REFUSED'; readonly reason: string | null }

/** Once it ended, a look changes nothing until something is kept again: the way out must not take its notice away. */
const onceKept = [{ guard: 'kept', target: 'judging' }, {}] as const
const ended = {
  NAVIGATED: onceKept,
  SHOWN: onceKept,
  STORED: onceKept,
  STORAGE_CHANGED: onceKept,
  NOTICE_READ: 'signed-out',
} as const

const startOf = (status: SessionStatus): Instant | null => (status.kind === 'active' ? status.session.startedAt : null)

const seen = ({ read, now }: SessionInput): SessionStatus => toSessionStatus(read(), now())

/**
 * The client's session in this tab: `signed-out`, `active` until its 12 hours are over, `expired` and `refused` until the
 * notice is read or somebody signs in. A refusal of a session that another tab has since replaced is none. Only a session that was kept is ever wiped: a visitor stays a visitor (D8).
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
  },
  guards: {
    stands: ({ context }, kind: SessionStatus['kind']) => context.status.kind === kind,
    kept: ({ context }) => seen(context).kind !== 'signed-out',
    unchanged: ({ context }) => startOf(seen(context)) === startOf(context.status),
  },
  actions: {
    judge: assign({ status: ({ context }) => seen(context) }),
    leave: assign({ status: { kind: 'signed-out' } }),
    keepReason: assign((_, reason: string | null) => ({ reason })),
    forgetReason: assign({ reason: null }),
    wipe: ({ context }) => context.wipe(),
  },
  delays: {
    untilExpired: ({ context: { status, now } }) =>
      status.kind === 'active' ? expiresAt(status.session.startedAt) + 1 - now() : 0,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, status: { kind: 'signed-out' }, reason: null }),
  initial: 'judging',
  on: {
    NAVIGATED: '.judging',
    SHOWN: '.judging',
    STORED: '.judging',
    STORAGE_CHANGED: '.judging',
  },
  states: {
    judging: {
      entry: 'judge',
      always: [
        { guard: { type: 'stands', params: 'active' }, target: 'active' },
        { guard: { type: 'stands', params: 'expired' }, target: 'expired' },
        { target: 'signed-out' },
      ],
    },
    'signed-out': {},
    active: {
      after: { untilExpired: 'judging' },
      on: {
        SIGN_OUT: { target: 'signed-out', actions: ['wipe', 'leave'] },
        REFUSED: [
          {
            guard: 'unchanged',
            target: 'refused',
            actions: ['wipe', { type: 'keepReason', params: ({ event }) => event.reason }],
          },
          { target: 'judging' },
        ],
      },
    },
    expired: { entry: 'wipe', on: ended },
    refused: { entry: 'leave', exit: 'forgetReason', on: ended },
  },
})
