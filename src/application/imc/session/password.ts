import {
  createPasswordErrors,
  describePassword,
  imcPasswordMessage,
  type NewPasswordView,
  SESSION_EXPIRED,
} from '#src/application/identity/identity.ts'
import { CONTACT_SUPPORT } from '#src/application/imc/messages.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { type FailureText, formConnectionCause, serviceMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { type ImcPasswordFailure, imcPasswordMachine } from '#src/domain/imc/session/password-machine.ts'
import { toImcSession } from '#src/domain/imc/session/session.ts'
import { ok } from '#src/domain/result.ts'

/** Logged when a password was not changed (§8). */
const PASSWORD_CHANGE_FAILED = 'Error al cambiar la contraseña'

const NOT_STORED = 'Este navegador no permite guardar la sesión. Revise su configuración de privacidad.'

const CHANGED = 'Su contraseña ya cambió. Inicie sesión con la nueva.'

/** Explains why a password was not changed (D16). */
function imcPasswordFailureText(failure: ImcPasswordFailure): FailureText {
  const toText = (message: string, detail: string | null = null) => ({ message, detail })
  switch (failure.kind) {
    case 'rejected':
      return toText(failure.status === 401 ? SESSION_EXPIRED : (serviceMessage(failure) ?? CONTACT_SUPPORT))
    case 'timeout':
    case 'unreachable':
      return toText(CONTACT_SUPPORT, formConnectionCause(failure))
    case 'storage-unavailable':
    case 'no-login':
    case 'server-error':
    case 'malformed':
    case 'passkey':
    case 'crashed':
      return toText(CONTACT_SUPPORT)
  }
}

/** Explains why the session was not opened after the password was changed. */
const imcSessionFailureText = (failure: ImcPasswordFailure): FailureText => ({
  message: CHANGED,
  detail: failure.kind === 'storage-unavailable' ? NOT_STORED : null,
})

interface ImcPasswordViewDeps extends FlowDeps, Pick<ImcPorts, 'imcSession' | 'imcAuth'> {}

/** The forced password change of an entity's user (D16). It stores the session after the change. */
export function createImcPasswordView(
  { imcSession, imcAuth, ...deps }: ImcPasswordViewDeps,
  userId: string,
): NewPasswordView {
  const findErrors = createPasswordErrors(imcPasswordMessage)
  const call = createCaller(deps)
  const machine = imcPasswordMachine.provide({
    actors: {
      renewPassword: call((change, signal) => imcAuth.renewPassword(change.userId, change.password, signal)),
      // A user with a pending password change has no stored session: a stored one is of another
      // login.
      recoverLogin: call(async (_, signal) => (imcSession.read() === null ? imcAuth.current(signal) : ok(null))),
      findLogin: call((_, signal) => imcAuth.current(signal)),
      storeSession: call(async (login) =>
        login.factorPending ? ok(undefined) : imcSession.write(toImcSession(login)),
      ),
    },
    actions: { logFailure: (_, { failure }) => deps.log.error(PASSWORD_CHANGE_FAILED, failure?.kind) },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => ({ userId }),
    select: (state) => {
      const { failure, isChanged } = state.context
      const toText = isChanged ? imcSessionFailureText : imcPasswordFailureText
      const busy = !(state.matches('ready') || state.matches('changed'))
      return { busy, error: failure && !busy ? toText(failure) : null, changed: state.matches('changed') }
    },
  })
  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    findErrors,
    describe: describePassword,
    submit(form) {
      if (findErrors(form).length === 0) flow.send({ type: 'SUBMIT', password: form.password })
    },
  }
}
