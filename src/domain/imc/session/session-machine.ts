import { assign, type DoneActorEvent, setup } from 'xstate'
import { type Answer, declareCall, declareEffect, type Timed } from '#src/domain/call.ts'
import { type ImcLogin, type ImcSession, isSameImcSession, toImcSession } from '#src/domain/imc/session/session.ts'

interface SessionContext {
  readonly session: ImcSession | null
  /** The service's reason for the end of the session; used in the state `ended`. */
  readonly message: string | null
  /** True after a sign-out in this or another tab, until it was handled or a user signs in. */
  readonly hasSignedOut: boolean
}

/**
 * `STORED`: this or another tab changed the stored session. `REFUSED`: the service refused it.
 * `SIGN_OUT_HANDLED`: the page left the screens that need a session. `DISMISS`: the user closed the
 * notice.
 */
export type ImcSessionEvent = Timed<
  | { readonly type: 'STORED'; readonly session: ImcSession | null }
  | { readonly type: 'REFUSED'; readonly message: string | null }
  | { readonly type: 'SIGN_OUT' | 'SIGN_OUT_HANDLED' | 'DISMISS' }
>

type LoginAnswer = Answer<ImcLogin | null>

const toAnswer = ({ event }: { event: DoneActorEvent<LoginAnswer> }) => event.output
const toSession = ({ context }: { context: SessionContext }) => context.session

/** Returns the session of a reply that the user may continue; null for any other reply. */
const toContinued = (answer: LoginAnswer): ImcSession | null =>
  answer.ok && answer.value !== null && !answer.value.mustChangePassword && !answer.value.factorPending
    ? toImcSession(answer.value)
    : null

const endStored = { type: 'endStored', params: toSession } as const

/**
 * The session of the entity's user in this tab: `active`, `ended` by the service, `signing-out`,
 * `sign-out-failed` or `signed-out`. The service verifies a session that is stored at the start,
 * because it decides role and entity (D24). A change of the storage is an event.
 */
export const imcSessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as ImcSessionEvent,
    input: {} as Pick<SessionContext, 'session'>,
  },
  actors: { verify: declareCall<void, ImcLogin | null>(), signOut: declareCall<void, void>() },
  guards: {
    isSignedIn: ({ context }) => context.session !== null,
    isUnchanged: ({ context }, session: ImcSession | null) => isSameImcSession(context.session, session),
    isStored: (_, session: ImcSession | null) => session !== null,
    isRefused: (_, answer: LoginAnswer) => answer.ok && toContinued(answer) === null,
    isOutdated: ({ context }, answer: LoginAnswer) =>
      answer.ok && !isSameImcSession(context.session, toContinued(answer)),
    isConfirmed: (_, answer: Answer<void>) => answer.ok,
  },
  actions: {
    /** Saves the open form of a session that was replaced or removed. */
    saveWork: (_, __: ImcSession | null) => declareEffect(),
    restoreSubscription: declareEffect,
    clearWork: declareEffect,
    /** Saves the open form and removes the stored session. */
    endStored: (_, __: ImcSession | null) => declareEffect(),
    store: (_, __: ImcSession | null) => declareEffect(),
    setSession: assign((_, session: ImcSession | null) => ({
      session,
      message: null,
      hasSignedOut: session === null,
    })),
    end: assign((_, message: string | null) => ({ session: null, message })),
    handleSignOut: assign({ hasSignedOut: false }),
  },
}).createMachine({
  id: 'imc-session',
  context: ({ input: { session } }) => ({ session, message: null, hasSignedOut: false }),
  initial: 'starting',
  on: {
    STORED: [
      { guard: { type: 'isUnchanged', params: ({ event }) => event.session } },
      {
        guard: { type: 'isStored', params: ({ event }) => event.session },
        target: '.active.verified',
        actions: [
          { type: 'saveWork', params: toSession },
          { type: 'setSession', params: ({ event }) => event.session },
          'restoreSubscription',
        ],
      },
      {
        target: '.signed-out',
        actions: [
          { type: 'saveWork', params: toSession },
          { type: 'setSession', params: null },
        ],
      },
    ],
    SIGN_OUT: { target: '.signing-out', actions: [{ type: 'setSession', params: null }, 'clearWork'] },
    SIGN_OUT_HANDLED: { actions: 'handleSignOut' },
  },
  states: {
    starting: { always: [{ guard: 'isSignedIn', target: 'active' }, { target: 'signed-out' }] },
    active: {
      initial: 'verifying',
      on: {
        REFUSED: {
          target: 'ended',
          actions: [endStored, { type: 'end', params: ({ event }) => event.message }],
        },
      },
      states: {
        verifying: {
          invoke: {
            src: 'verify',
            onDone: [
              {
                guard: { type: 'isRefused', params: toAnswer },
                target: '#imc-session.ended',
                actions: [endStored, { type: 'end', params: null }],
              },
              {
                guard: { type: 'isOutdated', params: toAnswer },
                target: 'verified',
                actions: { type: 'store', params: ({ event }) => toContinued(event.output) },
              },
              { target: 'verified' },
            ],
          },
        },
        verified: {},
      },
    },
    ended: { on: { DISMISS: 'signed-out' } },
    'signing-out': {
      invoke: {
        src: 'signOut',
        onDone: [
          { guard: { type: 'isConfirmed', params: ({ event }) => event.output }, target: 'signed-out' },
          { target: 'sign-out-failed' },
        ],
      },
    },
    'sign-out-failed': { on: { DISMISS: 'signed-out' } },
    'signed-out': {},
  },
})
