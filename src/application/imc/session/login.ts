import {
  type FactorStepState,
  findCodeError,
  providePasskey,
  TICKET_EXPIRED,
  toFactorStepState,
} from '#src/application/identity/identity.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { type FailureText, formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { FactorProof } from '#src/domain/identity/second-factor.ts'
import {
  IMC_LOGIN_MIN_LENGTHS,
  type ImcCredentials,
  type ImcLoginViolation,
  imcLoginViolations,
} from '#src/domain/imc/session/login-form.ts'
import { imcLoginMachine } from '#src/domain/imc/session/login-machine.ts'
import { toImcSession } from '#src/domain/imc/session/session.ts'

/** Shown when the service refuses the credentials without a message (§8). */
export const NOT_AUTHENTICATED = 'Autenticación fallida. Por favor, verifique sus credenciales.'

/** The second line of refused credentials (§8). */
export const USER_NOT_FOUND = 'Usuario no encontrado o inactivo'

/** Shown when a login failed for another reason and the service sent no message (§8). */
export const LOGIN_FAILED = 'Se produjo un error al iniciar sesión'

/** Shown when this browser cannot store the session. */
const NOT_STORED = 'Este navegador no permite guardar la sesión. Revise su configuración de privacidad.'

function imcLoginViolationMessage(violation: ImcLoginViolation, minimum: number): string {
  if (violation.code === 'too-long') return `Escriba máximo ${violation.maximum} caracteres`
  return `Escriba al menos ${minimum} caracteres`
}

/** The error of a failed login, shown in the red box or at the password field. */
type ImcLoginError =
  | { readonly position: 'box'; readonly text: FailureText }
  | { readonly position: 'field'; readonly text: FailureText }

/** Explains why a login failed (§8, D54). A 403 refuses a known user, such as one without a contract (D87). */
function imcLoginError(failure: CallFailure): ImcLoginError {
  if (failure.kind === 'storage-unavailable') {
    return { position: 'box', text: { message: NOT_STORED, detail: null } }
  }
  const message = serviceMessage(failure)
  if (failure.kind === 'rejected' && (failure.status === 401 || message !== null)) {
    const detail = failure.status === 401 ? USER_NOT_FOUND : null
    return { position: 'box', text: { message: message ?? NOT_AUTHENTICATED, detail } }
  }
  return { position: 'field', text: { message: LOGIN_FAILED, detail: formConnectionCause(failure) } }
}

const LATE: ImcLoginError = { position: 'box', text: { message: TICKET_EXPIRED, detail: null } }

interface ImcLoginSnapshot {
  readonly busy: boolean
  readonly error: ImcLoginError | null
  /** Set when this user must first change the password; the session is not stored (D16). */
  readonly pendingUserId: string | null
  /** The second step of the login; null before it (D93). */
  readonly factor: FactorStepState | null
  /** Whether the user must set up a second factor first; the session is not stored (D94). */
  readonly mustSetUpFactor: boolean
}

/** The login of an entity's user (§2.5). A successful login stores the session. */
export interface ImcLoginView extends Readable<ImcLoginSnapshot> {
  readonly findErrors: FindErrors<ImcCredentials>
  /** Sends the form if it is valid and no request runs. */
  submit(form: ImcCredentials): void
  /** Sends a code of the second factor if it can be right. */
  sendCode(proof: FactorProof): void
  /** Asks the person's device for a passkey (D96). `cancel` ends that. */
  usePasskey(): void
  /** Returns to the form, or from the device to the choice of a factor. */
  cancel(): void
}

interface ImcLoginViewDeps extends FlowDeps, Pick<ImcPorts, 'imcSession' | 'imcAuth' | 'passkeyDevice'> {}

const findErrors: FindErrors<ImcCredentials> = (form) =>
  toFieldErrors(imcLoginViolations(form), (field, violation) =>
    imcLoginViolationMessage(violation, IMC_LOGIN_MIN_LENGTHS[field]),
  )

export function createImcLoginView({ imcSession, imcAuth, passkeyDevice, ...deps }: ImcLoginViewDeps): ImcLoginView {
  const call = createCaller(deps)
  const machine = imcLoginMachine.provide({
    actors: {
      signIn: call((credentials, signal) => imcAuth.signIn(credentials, signal)),
      solveCheck: call((check, signal) => imcAuth.solveCheck(check, signal)),
      verifyFactor: call((answer, signal) => imcAuth.verifyFactor(answer, signal)),
      passkey: providePasskey(imcAuth.askPasskey, passkeyDevice.sign, call),
      storeSession: call(async (login) => imcSession.write(toImcSession(login))),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select: (state): ImcLoginSnapshot => {
      const { failure, login, step, isLate } = state.context
      return {
        busy: ['submitting', 'solving', 'storing', 'verifying'].includes(state.value),
        error: isLate ? LATE : failure && imcLoginError(failure),
        factor: toFactorStepState(step, {
          canUsePasskeys: passkeyDevice.isSupported(),
          isAsking: state.matches('using-passkey'),
        }),
        mustSetUpFactor: state.matches('factor-pending'),
        pendingUserId: state.matches('password-pending') ? (login?.userId ?? null) : null,
      }
    },
  })

  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    findErrors,
    submit(form) {
      if (findErrors(form).length === 0) flow.send({ type: 'SUBMIT', ...form })
    },
    sendCode(proof) {
      if (findCodeError(proof) === null) flow.send({ type: 'SEND_CODE', ...proof })
    },
    usePasskey: () => flow.send({ type: 'USE_PASSKEY' }),
    cancel: () => flow.send({ type: 'CANCEL' }),
  }
}

/** Stores the session of the service. Returns false without a session, or while it is restricted. */
export async function continueLogin({
  imcAuth,
  imcSession,
}: Pick<ImcPorts, 'imcSession' | 'imcAuth'>): Promise<boolean> {
  const result = await imcAuth.current()
  if (!result.ok || result.value === null || result.value.factorPending) return false
  return imcSession.write(toImcSession(result.value)).ok
}
