import type { PasskeyDevice } from '#src/application/identity/ports.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import type { createCaller } from '#src/application/platform/flow.ts'
import type { CallFailure, PasskeyFailure } from '#src/domain/call.ts'
import { passkeyMachine, type TicketExpired } from '#src/domain/identity/passkey-machine.ts'
import {
  type FactorKind,
  type FactorProof,
  type FactorStatus,
  type FactorStep,
  isFactorCode,
  LOW_RECOVERY_CODES,
} from '#src/domain/identity/second-factor.ts'
import type { Result } from '#src/domain/result.ts'

/** Shown when the code came after the end of its ticket. */
export const TICKET_EXPIRED = 'Pasó el tiempo para escribir el código. Inicie sesión de nuevo.'

/** The second step of a login, as a form shows it. */
export interface FactorStepState {
  /** The factors that this face can ask for. */
  readonly factors: readonly FactorKind[]
  readonly error: string | null
  /** Why a factor of the account is missing here; null without a reason. */
  readonly notice: string | null
  /** Whether the person's device asks for a passkey. */
  readonly isAsking: boolean
}

/** The error of a code that cannot be right; null if it may be. */
export function findCodeError({ factor, code }: FactorProof): string | null {
  if (isFactorCode(factor, code)) return null
  return factor === 'recovery'
    ? 'Escriba un código de recuperación: 12 letras y números'
    : 'Escriba los 6 dígitos del código'
}

/** Says that a factor is wrong, and how many attempts are left. */
export function refusedFactorText(attemptsLeft: number, factor: FactorKind = 'totp'): string {
  const refusal = factor === 'passkey' ? 'La llave de acceso no se pudo comprobar.' : 'El código no es correcto.'
  if (attemptsLeft === 0) return `${refusal} Espere un minuto antes de intentar de nuevo.`
  const left = attemptsLeft === 1 ? 'Le queda 1 intento' : `Le quedan ${attemptsLeft} intentos`
  return `${refusal} ${left} antes de una pausa.`
}

/** Why the person's device gave no answer (D96). */
const PASSKEY_TEXTS: Readonly<Record<PasskeyFailure['reason'], string>> = {
  'not-used':
    'No se usó la llave de acceso: se canceló, pasó el tiempo o no está en este dispositivo. Inténtelo de nuevo o use otra forma.',
  'not-created': 'No se creó la llave de acceso: se canceló o pasó el tiempo. Inténtelo de nuevo.',
  known: 'Este dispositivo ya tiene una llave de acceso de su cuenta.',
  unsupported:
    'Este dispositivo no admite llaves de acceso con huella, rostro o PIN. Use otro dispositivo u otra forma.',
  'wrong-site': 'Esta dirección del portal no admite llaves de acceso. Use otra forma.',
}

/** Explains why a call or a device gave no factor. */
export const factorFailureText = (failure: CallFailure): string =>
  failure.kind === 'passkey' ? PASSKEY_TEXTS[failure.reason] : requestFailureMessage(failure)

const NO_PASSKEYS_HERE = 'Este navegador no admite llaves de acceso. Use otra forma.'

/** The factors of an account that this face can ask for, a passkey first: it is the shortest way. */
export const toUsableFactors = (factors: readonly FactorKind[], canUsePasskeys: boolean): readonly FactorKind[] => {
  const others = factors.filter((kind) => kind !== 'passkey')
  return canUsePasskeys && factors.includes('passkey') ? ['passkey', ...others] : others
}

interface FactorFace {
  /** Whether this face can use passkeys. */
  readonly canUsePasskeys: boolean
  readonly isAsking: boolean
}

/** Describes the second step of a login; null without one. */
export function toFactorStepState(
  step: FactorStep | null,
  { canUsePasskeys, isAsking }: FactorFace,
): FactorStepState | null {
  if (step === null) return null
  const { challenge, refusal, failure } = step
  const refusedText = refusal && refusedFactorText(refusal.attemptsLeft, refusal.factor)
  return {
    factors: toUsableFactors(challenge.factors, canUsePasskeys),
    error: refusedText ?? (failure && factorFailureText(failure)),
    notice: challenge.factors.includes('passkey') && !canUsePasskeys ? NO_PASSKEYS_HERE : null,
    isAsking,
  }
}

type AskPasskey = (secret: string, signal: AbortSignal) => Promise<Result<string | TicketExpired, CallFailure>>

/** The calls of a passkey: options of the service, then the answer of the person's device (D96). */
export const providePasskey = (ask: AskPasskey, answer: PasskeyDevice['sign'], call: ReturnType<typeof createCaller>) =>
  passkeyMachine.provide({ actors: { ask: call(ask), answer: call(answer) } })

/** The warning of few recovery codes; null with enough. */
export function lowCodesText({ since, recoveryCodes }: FactorStatus): string | null {
  if (since === null || recoveryCodes > LOW_RECOVERY_CODES) return null
  if (recoveryCodes === 0) return 'No le quedan códigos de recuperación.'
  return recoveryCodes === 1
    ? 'Le queda 1 código de recuperación.'
    : `Le quedan ${recoveryCodes} códigos de recuperación.`
}
