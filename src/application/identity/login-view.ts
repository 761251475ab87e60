import { createActor } from 'xstate'

import {
  createHumanCheckRunner,
  type HumanCheckActions,
  type HumanCheckFormState,
} from '#src/application/identity/human-check-runner.ts'
import type { LogIn, LoginFailure } from '#src/application/identity/log-in.ts'
import {
  LOGIN_REFUSAL_MESSAGES,
  loginFailureText,
  loginViolationMessage,
} from '#src/application/identity/login-messages.ts'
import type { FailureText } from '#src/application/platform/apology.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import { UNEXPECTED_ERROR } from '#src/application/platform/log-messages.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createSubscribers } from '#src/application/platform/view.ts'
import type { IdentityPorts, Ports } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/client-session.ts'
import type { LoginForm, LoginResult } from '#src/domain/identity/login.ts'
import { type LoginField, loginViolations } from '#src/domain/identity/login-form.ts'
import { createLoginMachine } from '#src/domain/identity/login-machine.ts'
import { toDashboardAccess } from '#src/domain/identity/session.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'

/** The state of the terms dialog (§4, D5). */
export interface TermsState {
  readonly status: 'choosing' | 'posting' | 'rejected'
  /** Why the acceptance was not saved; null without a failure. */
  readonly error: string | null
}

/** The page to open after a successful login (D6). */
export type LoginDestination = 'dashboard' | 'new-password'

/** The state of the login. The terms dialog opens on top of the current step. */
export interface LoginSnapshot extends HumanCheckFormState {
  readonly step: 'form' | 'session-active'
  readonly busy: boolean
  /**
   * Why the last attempt failed. With `canRetryStoring`, only the storage of the client session
   * failed.
   */
  readonly error: (FailureText & { readonly canRetryStoring: boolean }) | null
  readonly terms: TermsState | null
  /** Set after the client session is stored; the UI must navigate there immediately. */
  readonly destination: LoginDestination | null
}

/** The client's login with human check, takeover and terms (§4, D5). */
export interface LoginView extends Readable<LoginSnapshot> {
  readonly humanCheck: HumanCheckActions
  /** The values of a new form, with the remembered user name (D7). */
  readonly initialForm: LoginForm
  readonly findErrors: FindErrors<LoginForm>
  /** Sends the form if it is valid. */
  submit(form: LoginForm): void
  /** Ends the other client session and signs in; needs a new human check. */
  takeOver(): void
  cancel(): void
  /** Stores the client session again after a storage failure; sends no request. */
  retryStoring(): void
  acceptTerms(): void
  rejectTerms(): void
}

export interface LoginViewDeps
  extends Pick<IdentityPorts, 'humanCheck' | 'rememberedUsername'>,
    Pick<Ports, 'log' | 'timers'> {
  readonly logIn: LogIn
  readonly clientSession: ClientSession
}

const FIELDS: readonly LoginField[] = ['username', 'password']

/** Pasted text and phone keyboards add spaces around a user name. */
const normalizeForm = (form: LoginForm): LoginForm => ({ ...form, username: normalizeText(form.username) })

const findErrors: FindErrors<LoginForm> = (form) => {
  const violations = loginViolations(normalizeForm(form))
  return FIELDS.flatMap((field) => {
    const violation = violations[field]
    return violation ? [{ field, code: violation.code, message: loginViolationMessage(field, violation) }] : []
  })
}

function toError(result: LoginResult<LoginFailure>): LoginSnapshot['error'] {
  switch (result.kind) {
    case 'refused':
      return { message: LOGIN_REFUSAL_MESSAGES[result.refusal], detail: null, canRetryStoring: false }
    case 'failed':
      return { ...loginFailureText(result.failure), canRetryStoring: false }
    case 'not-stored':
      return { ...loginFailureText(result.failure), canRetryStoring: true }
    case 'none':
    case 'session-active':
    case 'terms-pending':
    case 'storing':
    case 'stored':
      return null
  }
}

/** Returns the cause of a failure without the apology. */
function formatReason(failure: LoginFailure | null): string {
  const { message, detail } = loginFailureText(failure)
  return detail ?? message
}

const machine = createLoginMachine<LoginFailure>()

export function createLoginView(deps: LoginViewDeps): LoginView {
  const { logIn, clientSession, humanCheck, rememberedUsername, log, timers } = deps
  const username = rememberedUsername.read()
  let destination: LoginDestination | null = null

  const createLoginActor = () =>
    createActor(machine, {
      clock: timers,
      input: {
        ...logIn,
        storeSession(session, remember) {
          const result = logIn.storeSession(session, remember)
          const access = toDashboardAccess(clientSession.getSnapshot().context.status)
          // Publish now, because the route guard leaves this page after the session is stored.
          if (access !== 'signed-out') {
            destination = access === 'granted' ? 'dashboard' : 'new-password'
            update()
          }
          return result
        },
      },
    })

  let actor = createLoginActor()
  let observedTerms: object | null = null
  const checkRunner = createHumanCheckRunner({
    humanCheck,
    log,
    read: () => actor.getSnapshot(),
    send: (event) => actor.send(event),
    onChange: () => update(),
  })

  const logCrash = ({ error }: { readonly error: unknown }) => log.error(UNEXPECTED_ERROR, error)

  function readTerms(): TermsState | null {
    const { children } = actor.getSnapshot()
    const terms = children.terms?.getSnapshot()
    if (!terms || !actor.getSnapshot().matches('terms-pending')) return null
    if (terms.matches('posting')) return { status: 'posting', error: null }
    if (terms.matches('rejected') || terms.matches('left')) return { status: 'rejected', error: null }
    return { status: 'choosing', error: terms.matches('failed') ? formatReason(terms.context.failure) : null }
  }

  function readSnapshot(): LoginSnapshot {
    const state = actor.getSnapshot()
    const { attempt, result } = state.context
    const isSubmitting = state.matches('submitting')
    const isTakeover = state.matches('session-active') || (isSubmitting && attempt?.takeover === true)
    const busy = !(state.hasTag('accepts-input') || state.matches('not-stored'))
    return {
      ...checkRunner.toState(busy),
      step: isTakeover ? 'session-active' : 'form',
      busy,
      error: isSubmitting ? null : toError(result),
      terms: readTerms(),
      destination,
    }
  }

  let snapshot = readSnapshot()
  const subscribers = createSubscribers(() => {
    destination = null
    actor = createLoginActor()
    actor.on('CRASHED', logCrash)
    actor.subscribe(({ children: { terms } }) => {
      if (terms && terms !== observedTerms) {
        observedTerms = terms
        terms.on('CRASHED', logCrash)
        terms.subscribe(update)
      }
      update()
    })
    actor.start()
    return () => {
      checkRunner.stop()
      actor.stop()
    }
  })

  function update() {
    snapshot = readSnapshot()
    subscribers.notify()
  }

  return {
    getSnapshot: () => snapshot,
    subscribe: subscribers.subscribe,
    humanCheck: checkRunner,

    initialForm: { username: username ?? '', password: '', remember: username !== null },
    findErrors,

    submit(form) {
      if (findErrors(form).length === 0) actor.send({ type: 'SUBMIT', ...normalizeForm(form) })
    },

    takeOver: () => actor.send({ type: 'TAKE_OVER' }),
    cancel: () => actor.send({ type: 'CANCEL' }),
    retryStoring: () => actor.send({ type: 'RETRY' }),
    acceptTerms: () => actor.getSnapshot().children.terms?.send({ type: 'ACCEPT' }),
    rejectTerms: () => actor.getSnapshot().children.terms?.send({ type: 'REJECT' }),
  }
}
