import type { SnapshotFrom } from 'xstate'
import type { FetchApplicationToken } from '#src/application/identity/application-token.ts'
import {
  createHumanCheckActions,
  type HumanCheckActions,
  type HumanCheckFormState,
  provideHumanCheck,
  toHumanCheckForm,
} from '#src/application/identity/human-check.ts'
import type { AuthGateway, IdentityPorts, SessionPorts } from '#src/application/identity/ports.ts'
import {
  type FactorStepState,
  findCodeError,
  providePasskey,
  TICKET_EXPIRED,
  toFactorStepState,
} from '#src/application/identity/second-factor.ts'
import type { ClientSession } from '#src/application/identity/session.ts'
import {
  connectionCause,
  type FailureText,
  formConnectionCause,
  serviceMessage,
  TRY_LATER,
} from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import { APPLICATION_TOKEN_FAILED, SIGN_OUT_FAILED } from '#src/application/platform/log-messages.ts'
import type { Log, Page } from '#src/application/platform/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { CallFailure, StorageFailure } from '#src/domain/call.ts'
import type { LoginRefusal } from '#src/domain/identity/account.ts'
import {
  type LoginField,
  type LoginForm,
  type LoginResult,
  type LoginViolation,
  loginViolations,
  type StoreRequest,
} from '#src/domain/identity/login.ts'
import { loginMachine } from '#src/domain/identity/login-machine.ts'
import type { FactorProof } from '#src/domain/identity/second-factor.ts'
import type { ClientSessionState, DashboardAccess, StoredSession } from '#src/domain/identity/session.ts'
import { termsMachine } from '#src/domain/identity/terms-machine.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const REQUIRED: Readonly<Record<LoginField, string>> = {
  username: 'El usuario es requerido',
  password: 'Por favor digite una contraseña',
}

/** The error message of a login field (§5). */
export function loginViolationMessage(field: LoginField, violation: LoginViolation): string {
  switch (violation.code) {
    case 'required':
      return REQUIRED[field]
    case 'special-character':
      return 'El campo no debe contener caracteres especiales'
    case 'too-long':
      return `Máximo ${violation.maximum} caracteres`
  }
}

/** The messages of refused logins; exact texts of §8. */
export const LOGIN_REFUSAL_MESSAGES: Readonly<Record<LoginRefusal, string>> = {
  invalid: 'Usuario/Contraseña incorrectos',
  expired: 'La cuenta ha expirado',
  disabled: 'Cuenta de usuario Inactiva',
  'ticket-expired': TICKET_EXPIRED,
  other: TRY_LATER,
}

/** Exact text of §8 for an open session (D5). */
export const SESSION_ACTIVE = 'Ya existe un inicio de sesión activo'
/** The offer below `SESSION_ACTIVE`. */
export const SESSION_ACTIVE_OFFER = 'Puede cerrar esa sesión y entrar aquí. Se necesita una verificación nueva.'

/** Shown when the browser cannot store a session. */
export const NOT_STORED =
  'Su navegador no permite guardar la sesión. Habilite el almacenamiento del sitio e inténtelo de nuevo.'

/**
 * Describes a failed login attempt. A message of the service for the user is not changed (D54,
 * D65).
 */
export function loginFailureText(failure: CallFailure): FailureText {
  if (failure.kind === 'storage-unavailable') return { message: NOT_STORED, detail: null }
  const message = serviceMessage(failure)
  return message === null ? { message: TRY_LATER, detail: formConnectionCause(failure) } : { message, detail: null }
}

/** Exact text of §8. */
export const TERMS_REJECTED = '¡Debes aceptar los terminos y condiciones para continuar!'

/** Shown before the reason, a text of `termsFailureText`. */
export const TERMS_NOT_SAVED = 'No pudimos registrar su aceptación.'

/** Explains why the acceptance of the terms was not saved. */
const termsFailureText = (failure: CallFailure): string =>
  serviceMessage(failure) ?? connectionCause(failure) ?? TRY_LATER

/**
 * Stores a session and activates it. Also fetches the application token, unless the password has
 * expired (D6, D10).
 */
export type StoreClientSession = (session: StoredSession) => Result<void, StorageFailure>

interface StoreClientSessionDeps extends Pick<SessionPorts, 'session'> {
  readonly log: Log
  readonly clientSession: ClientSession
  readonly fetchApplicationToken: FetchApplicationToken
}

export function createStoreClientSession({
  session: store,
  log,
  clientSession,
  fetchApplicationToken,
}: StoreClientSessionDeps): StoreClientSession {
  return (session) => {
    const result = store.write(session)
    if (!result.ok) return result
    clientSession.send({ type: 'STORED' })
    if (!session.user.passwordExpired) {
      fetchApplicationToken(session).catch((error: unknown) => log.error(APPLICATION_TOKEN_FAILED, error))
    }
    return result
  }
}

/** The calls of a login, also for a UI without the form, such as a terminal. */
export interface LoginCalls extends Pick<AuthGateway, 'signIn' | 'verifyFactor' | 'askPasskey' | 'acceptTerms'> {
  /**
   * Stores a session and its user name; without `remember` it deletes the stored user name (D7).
   */
  storeSession(request: StoreRequest): Result<void, StorageFailure>
  /** Ends a session whose terms are pending, here and at the service. */
  discardSession(): void
}

interface LoginCallsDeps extends Pick<IdentityPorts, 'rememberedUsername'>, Pick<SessionPorts, 'auth' | 'session'> {
  readonly log: Log
  readonly storeClientSession: StoreClientSession
}

export function createLoginCalls({
  auth,
  rememberedUsername,
  session,
  log,
  storeClientSession,
}: LoginCallsDeps): LoginCalls {
  const endPendingSession = async () => {
    const result = await auth.signOut()
    if (!result.ok) log.error(SIGN_OUT_FAILED, result.error)
  }

  return {
    signIn: auth.signIn,
    verifyFactor: auth.verifyFactor,
    askPasskey: auth.askPasskey,
    acceptTerms: auth.acceptTerms,

    storeSession({ session: newSession, remember }) {
      const result = storeClientSession(newSession)
      if (result.ok) rememberedUsername.write(remember ? newSession.username : null)
      return result
    },

    discardSession() {
      session.wipe()
      endPendingSession().catch((error: unknown) => log.error(SIGN_OUT_FAILED, error))
    },
  }
}

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
  readonly step: 'form' | 'code' | 'session-active'
  /** Set in the step `code`. */
  readonly factor: FactorStepState | null
  readonly busy: boolean
  /**
   * Why the last attempt failed. With `canRetryStoring`, only the storage of the client session
   * failed.
   */
  readonly error: (FailureText & { readonly canRetryStoring: boolean }) | null
  readonly terms: TermsState | null
  /** Set as soon as the client session is stored; the UI must navigate there immediately. */
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
  /** Sends a code of the second factor if it can be right (D93). */
  sendCode(proof: FactorProof): void
  /** Asks the person's device for a passkey (D96). `cancel` ends that. */
  usePasskey(): void
  /** Returns to the form, or from the device to the choice of a factor. */
  cancel(): void
  /** Stores the client session again after a storage failure; sends no request. */
  retryStoring(): void
  acceptTerms(): void
  rejectTerms(): void
}

interface LoginViewDeps extends FlowDeps, Pick<IdentityPorts, 'humanCheck' | 'passkeyDevice' | 'rememberedUsername'> {
  readonly page: Pick<Page, 'reload'>
  readonly loginCalls: LoginCalls
  readonly clientSession: Readable<ClientSessionState>
}

/** Pasted text and phone keyboards add spaces around a user name. */
const normalizeForm = (form: LoginForm): LoginForm => ({ ...form, username: normalizeText(form.username) })

const findErrors: FindErrors<LoginForm> = (form) =>
  toFieldErrors(loginViolations(normalizeForm(form)), loginViolationMessage)

type LoginState = SnapshotFrom<typeof loginMachine>

function toError(result: LoginResult): LoginSnapshot['error'] {
  if (result.kind === 'refused') {
    return { message: LOGIN_REFUSAL_MESSAGES[result.refusal], detail: null, canRetryStoring: false }
  }
  if (!('failure' in result)) return null
  return { ...loginFailureText(result.failure), canRetryStoring: result.kind === 'not-stored' }
}

function toTerms(state: LoginState): TermsState | null {
  const terms = state.children.terms?.getSnapshot()
  if (!terms || !state.matches('terms-pending')) return null
  if (terms.matches('posting')) return { status: 'posting', error: null }
  if (terms.matches('rejected') || terms.matches('left')) return { status: 'rejected', error: null }
  return { status: 'choosing', error: terms.context.failure && termsFailureText(terms.context.failure) }
}

function toStep(isTakeover: boolean, factor: FactorStepState | null): LoginSnapshot['step'] {
  if (factor !== null) return 'code'
  return isTakeover ? 'session-active' : 'form'
}

/** The state of the form, and whether its session may be stored by now. */
function toForm(state: LoginState, now: Instant, canUsePasskeys: boolean) {
  const { attempt, result } = state.context
  const isSubmitting = state.matches('submitting')
  const factor = toFactorStepState(result.kind === 'factor-required' ? result.step : null, {
    canUsePasskeys,
    isAsking: state.matches('using-passkey'),
  })
  const isTakeover = state.matches('session-active') || (isSubmitting && attempt?.takeover === true)
  const busy = !(state.hasTag('accepts-input') || state.matches('not-stored'))
  return {
    ...toHumanCheckForm(state, now, busy),
    step: toStep(isTakeover, factor),
    factor,
    busy,
    error: isSubmitting ? null : toError(result),
    terms: toTerms(state),
    isStored: state.matches('storing') || state.status === 'done',
  }
}

const DESTINATIONS: Readonly<Record<DashboardAccess, LoginDestination | null>> = {
  'signed-out': null,
  'password-expired': 'new-password',
  granted: 'dashboard',
}

export function createLoginView(deps: LoginViewDeps): LoginView {
  const { loginCalls, clientSession, humanCheck, passkeyDevice, rememberedUsername, page, clock } = deps
  const call = createCaller(deps)
  const machine = loginMachine.provide({
    actors: {
      humanCheck: provideHumanCheck(humanCheck, call),
      signIn: call(loginCalls.signIn),
      verifyFactor: call(loginCalls.verifyFactor),
      passkey: providePasskey(loginCalls.askPasskey, passkeyDevice.sign, call),
      storeSession: call(async (request) => loginCalls.storeSession(request)),
      terms: termsMachine.provide({
        actors: { acceptTerms: call(loginCalls.acceptTerms) },
        actions: { discardSession: loginCalls.discardSession, reload: page.reload },
      }),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (state) => toForm(state, clock.now(), passkeyDevice.isSupported()),
  })
  const username = rememberedUsername.read()

  return {
    // The stored session, not the end of the flow, sets the destination: the route guard leaves
    // this page immediately.
    ...combine(
      { flow, session: clientSession },
      ({ flow: { isStored, ...login }, session }): LoginSnapshot => ({
        ...login,
        destination: isStored ? DESTINATIONS[session.access] : null,
      }),
    ),
    humanCheck: createHumanCheckActions(humanCheck, flow.send, deps),

    initialForm: { username: username ?? '', password: '', remember: username !== null },
    findErrors,

    submit(form) {
      if (findErrors(form).length === 0) flow.send({ type: 'SUBMIT', ...normalizeForm(form) })
    },

    sendCode(proof) {
      if (findCodeError(proof) === null) flow.send({ type: 'SEND_CODE', ...proof })
    },

    usePasskey: () => flow.send({ type: 'USE_PASSKEY' }),
    takeOver: () => flow.send({ type: 'TAKE_OVER' }),
    cancel: () => flow.send({ type: 'CANCEL' }),
    retryStoring: () => flow.send({ type: 'RETRY' }),
    acceptTerms: () => flow.send({ type: 'ACCEPT' }),
    rejectTerms: () => flow.send({ type: 'REJECT' }),
  }
}
