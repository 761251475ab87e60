import type { SecondFactorGateway } from '#src/application/identity/ports.ts'
import { requestFailureMessage } from '#src/application/platform/apology.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import type { FindErrors } from '#src/application/platform/form-errors.ts'
import type { Downloads } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { factorMachine } from '#src/domain/identity/factor-machine.ts'
import {
  type FactorChange,
  type FactorKind,
  type FactorProof,
  type FactorSetup,
  type FactorStatus,
  type FactorStep,
  isFactorCode,
  LOW_RECOVERY_CODES,
} from '#src/domain/identity/second-factor.ts'

/** Shown when the code came after the end of its ticket. */
export const TICKET_EXPIRED = 'Pasó el tiempo para escribir el código. Inicie sesión de nuevo.'

/** The second step of a login, as a form shows it. */
export interface FactorStepState {
  readonly factors: readonly FactorKind[]
  readonly error: string | null
}

/** The error of a code that cannot be right; null if it may be. */
export function findCodeError({ factor, code }: FactorProof): string | null {
  if (isFactorCode(factor, code)) return null
  return factor === 'recovery'
    ? 'Escriba un código de recuperación: 12 letras y números'
    : 'Escriba los 6 dígitos del código'
}

export function refusedCodeText(attemptsLeft: number): string {
  if (attemptsLeft === 0) return 'El código no es correcto. Espere un minuto antes de intentar de nuevo.'
  const left = attemptsLeft === 1 ? 'Le queda 1 intento' : `Le quedan ${attemptsLeft} intentos`
  return `El código no es correcto. ${left} antes de una pausa.`
}

/** The factors of an account that this face can ask for. */
export const toUsableFactors = (factors: readonly FactorKind[]): readonly FactorKind[] =>
  factors.filter((kind) => kind !== 'passkey')

/** Describes the second step of a login; null without one. */
export function toFactorStepState(step: FactorStep | null): FactorStepState | null {
  if (step === null) return null
  const { challenge, refusal, failure } = step
  const refusedText = refusal && refusedCodeText(refusal.attemptsLeft)
  return {
    factors: toUsableFactors(challenge.factors),
    error: refusedText ?? (failure && requestFailureMessage(failure)),
  }
}

/** The warning of few recovery codes; null with enough. */
export function lowCodesText({ since, recoveryCodes }: FactorStatus): string | null {
  if (since === null || recoveryCodes > LOW_RECOVERY_CODES) return null
  if (recoveryCodes === 0) return 'No le quedan códigos de recuperación.'
  return recoveryCodes === 1
    ? 'Le queda 1 código de recuperación.'
    : `Le quedan ${recoveryCodes} códigos de recuperación.`
}

interface FactorSettingsSnapshot {
  readonly step: 'loading' | 'failed' | 'ready' | 'setup' | 'codes'
  readonly busy: boolean
  readonly status: FactorStatus | null
  readonly setup: FactorSetup | null
  readonly codes: readonly string[] | null
  readonly error: string | null
}

/** The settings of the second factor: set-up, recovery codes, end (D93). */
export interface FactorSettingsView extends Readable<FactorSettingsSnapshot> {
  readonly findPasswordErrors: FindErrors<{ readonly password: string }>
  readonly findCodeErrors: FindErrors<{ readonly code: string }>
  readonly findChangeErrors: FindErrors<FactorChange>
  begin(form: { readonly password: string }): void
  confirm(form: { readonly code: string }): void
  turnOff(change: FactorChange): void
  renewCodes(change: FactorChange): void
  retry(): void
  /** Ends a set-up, and clears the error of the last change. */
  cancel(): void
  /** The owner has stored the recovery codes. */
  finish(): void
  /** Saves the recovery codes as a file. Returns false when the browser refuses it. */
  saveCodes(): boolean
  copy(text: string): Promise<boolean>
}

interface FactorSettingsDeps extends FlowDeps {
  readonly gateway: SecondFactorGateway
  readonly downloads: Downloads
  readonly clipboard: { readonly copy: (text: string) => Promise<boolean> }
}

const PASSWORD_REQUIRED = { field: 'password', code: 'required', message: 'Escriba su contraseña' } as const

const findPasswordErrors = ({ password }: { readonly password: string }) => (password === '' ? [PASSWORD_REQUIRED] : [])

function findCodeErrors(proof: FactorProof) {
  const message = findCodeError(proof)
  return message === null ? [] : [{ field: 'code', code: 'invalid', message } as const]
}

const BUSY_STEPS = {
  loading: 'loading',
  failed: 'failed',
  ready: 'ready',
  beginning: 'ready',
  setup: 'setup',
  confirming: 'setup',
  turningOff: 'ready',
  renewing: 'ready',
  codes: 'codes',
} as const

export function createFactorSettingsView({
  gateway,
  downloads,
  clipboard,
  ...deps
}: FactorSettingsDeps): FactorSettingsView {
  const call = createCaller(deps)
  const machine = factorMachine.provide({
    actors: {
      load: call((_, signal) => gateway.status(signal)),
      begin: call(gateway.begin),
      confirm: call(gateway.confirm),
      turnOff: call(gateway.turnOff),
      renewCodes: call(gateway.renewCodes),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select(state): FactorSettingsSnapshot {
      const { status, setup, codes, failure } = state.context
      const step = BUSY_STEPS[state.value]
      return {
        step,
        busy: state.value !== step,
        status,
        setup,
        codes,
        error: failure && requestFailureMessage(failure),
      }
    },
  })

  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    findPasswordErrors,
    findCodeErrors: ({ code }) => findCodeErrors({ factor: 'totp', code }),
    findChangeErrors: (change) => [...findPasswordErrors(change), ...findCodeErrors(change)],
    begin: ({ password }) => flow.send({ type: 'BEGIN', password }),
    confirm: ({ code }) => flow.send({ type: 'CONFIRM', code }),
    turnOff: (change) => flow.send({ type: 'TURN_OFF', ...change }),
    renewCodes: (change) => flow.send({ type: 'RENEW_CODES', ...change }),
    retry: () => flow.send({ type: 'RETRY' }),
    cancel: () => flow.send({ type: 'CANCEL' }),
    finish: () => flow.send({ type: 'CODES_STORED' }),
    saveCodes() {
      const codes = flow.getSnapshot().codes ?? []
      const text = `Códigos de recuperación de Mercado Dólar\nCada código sirve una sola vez.\n\n${codes.join('\n')}\n`
      return downloads.save({ name: 'codigos-de-recuperacion.txt', type: 'text/plain', text })
    },
    copy: clipboard.copy,
  }
}
