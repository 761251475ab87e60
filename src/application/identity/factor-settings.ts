import type { PasskeyDevice, SecondFactorGateway } from '#src/application/identity/ports.ts'
import { factorFailureText, findCodeError, providePasskey } from '#src/application/identity/second-factor.ts'
import { createCaller, createFlow, type FlowDeps } from '#src/application/platform/flow.ts'
import { type FindErrors, toFieldErrors } from '#src/application/platform/form-errors.ts'
import type { Downloads } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { toViolations } from '#src/domain/form-rules.ts'
import { type FactorSettingsChange, factorMachine } from '#src/domain/identity/factor-machine.ts'
import {
  findNameViolation,
  isLastFactor,
  MAX_PASSKEY_NAME_LENGTH,
  MAX_PASSKEYS,
  type PasskeyList,
} from '#src/domain/identity/passkey.ts'
import type { FactorChange, FactorProof, FactorSetup, FactorStatus } from '#src/domain/identity/second-factor.ts'
import { normalizeText } from '#src/domain/identity/typed-text.ts'
import { ok } from '#src/domain/result.ts'

/** The parts of the page, each with its own errors. */
export type FactorPart = 'state' | 'application' | 'passkeys'

const PARTS: Readonly<Record<FactorSettingsChange['type'], FactorPart>> = {
  BEGIN: 'application',
  CONFIRM: 'application',
  TURN_OFF: 'state',
  RENEW_CODES: 'state',
  ADD_PASSKEY: 'passkeys',
  RENAME_PASSKEY: 'passkeys',
  REMOVE_PASSKEY: 'passkeys',
}

/** Confirms a change that leaves no other trace on the page. */
const DONE_TEXTS: Readonly<Partial<Record<FactorSettingsChange['type'], string>>> = {
  ADD_PASSKEY: 'Llave de acceso agregada.',
  RENAME_PASSKEY: 'Nombre cambiado.',
  REMOVE_PASSKEY: 'Llave de acceso quitada.',
}

/** Why no passkey can be added here; null if one can (D96). */
export function passkeyObstacleText({ isAvailable, passkeys }: PasskeyList, canUsePasskeys: boolean): string | null {
  if (!isAvailable) return 'Esta dirección del portal no admite llaves de acceso: use los códigos.'
  if (!canUsePasskeys) return 'Este navegador no admite llaves de acceso: use los códigos.'
  if (passkeys.length < MAX_PASSKEYS) return null
  return `Ya tiene ${MAX_PASSKEYS} llaves de acceso. Quite una para agregar otra.`
}

/** Why the passkey stays: it is the only factor. Null if it can be removed. */
export function lastPasskeyText({ factors, isRequired }: FactorStatus, { passkeys }: PasskeyList): string | null {
  if (!isLastFactor(factors, passkeys.length)) return null
  return isRequired
    ? 'Es su única forma de verificación y su entidad la exige: agregue otra antes de quitarla.'
    : 'Es su única forma de verificación: para quitarla agregue otra, o desactive la verificación en dos pasos.'
}

interface FactorSettingsSnapshot {
  readonly step: 'loading' | 'failed' | 'ready' | 'setup' | 'codes'
  readonly busy: boolean
  /** Whether the person's device asks for a passkey; `cancel` ends that. */
  readonly isAsking: boolean
  readonly status: FactorStatus | null
  readonly passkeys: PasskeyList | null
  readonly setup: FactorSetup | null
  readonly codes: readonly string[] | null
  /** Why the last change was refused, and the part of the page that asked for it. */
  readonly error: { readonly part: FactorPart; readonly text: string } | null
  /** Confirms the last change of a passkey; null after any other. */
  readonly done: string | null
}

interface PasskeyForm {
  readonly name: string
  readonly password: string
}

/** The settings of the second factor: set-up, recovery codes, passkeys, end (D93, D96). */
export interface FactorSettingsView extends Readable<FactorSettingsSnapshot> {
  /** Whether this browser can use passkeys. */
  readonly canUsePasskeys: boolean
  readonly findPasswordErrors: FindErrors<{ readonly password: string }>
  readonly findCodeErrors: FindErrors<{ readonly code: string }>
  readonly findChangeErrors: FindErrors<FactorChange>
  readonly findPasskeyErrors: FindErrors<PasskeyForm>
  readonly findNameErrors: FindErrors<{ readonly name: string }>
  begin(form: { readonly password: string }): void
  confirm(form: { readonly code: string }): void
  turnOff(change: FactorChange): void
  renewCodes(change: FactorChange): void
  addPasskey(form: PasskeyForm): void
  renamePasskey(form: { readonly id: string; readonly name: string }): void
  removePasskey(form: { readonly id: string; readonly password: string }): void
  retry(): void
  /** Leaves a set-up, ends the dialog of the browser, or forgets the last error. */
  cancel(): void
  /** The owner has stored the recovery codes. */
  finish(): void
  saveCodes(): boolean
}

interface FactorSettingsDeps extends FlowDeps {
  readonly gateway: SecondFactorGateway
  readonly passkeyDevice: PasskeyDevice
  readonly downloads: Downloads
}

const PASSWORD_REQUIRED = { field: 'password', code: 'required', message: 'Escriba su contraseña' } as const

const findPasswordErrors = ({ password }: { readonly password: string }) => (password === '' ? [PASSWORD_REQUIRED] : [])

function findCodeErrors(proof: FactorProof) {
  // The device gives the answer of a passkey later.
  const message = proof.factor === 'passkey' ? null : findCodeError(proof)
  return message === null ? [] : [{ field: 'code', code: 'invalid', message } as const]
}

const NAME_MESSAGES = {
  required: 'Escriba un nombre para la llave de acceso',
  'too-long': `Escriba máximo ${MAX_PASSKEY_NAME_LENGTH} caracteres`,
  'invisible-character': 'El nombre tiene un carácter que no se ve',
} as const

const findNameErrors = ({ name }: { readonly name: string }) =>
  toFieldErrors(toViolations({ name: findNameViolation(name) }), (_, { code }) => NAME_MESSAGES[code])

const BUSY_STEPS = {
  loading: 'loading',
  failed: 'failed',
  ready: 'ready',
  beginning: 'ready',
  setup: 'setup',
  confirming: 'setup',
  proving: 'ready',
  turningOff: 'ready',
  renewing: 'ready',
  creating: 'ready',
  adding: 'ready',
  renaming: 'ready',
  removing: 'ready',
  codes: 'codes',
} as const

export function createFactorSettingsView({
  gateway,
  passkeyDevice,
  downloads,
  ...deps
}: FactorSettingsDeps): FactorSettingsView {
  const call = createCaller(deps)
  const { passkeys } = gateway

  async function load(signal: AbortSignal) {
    const [status, list] = await Promise.all([gateway.status(signal), passkeys.list(signal)])
    if (!status.ok) return status
    return list.ok ? ok({ status: status.value, passkeys: list.value }) : list
  }

  const machine = factorMachine.provide({
    actors: {
      load: call((_, signal) => load(signal)),
      begin: call(gateway.begin),
      confirm: call(gateway.confirm),
      turnOff: call(gateway.turnOff),
      renewCodes: call(gateway.renewCodes),
      addPasskey: call(passkeys.add),
      renamePasskey: call(passkeys.rename),
      removePasskey: call(passkeys.remove),
      prove: providePasskey((_, signal) => passkeys.ask(signal), passkeyDevice.sign, call),
      create: providePasskey(passkeys.begin, passkeyDevice.create, call),
    },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: () => undefined,
    select(state): FactorSettingsSnapshot {
      const { settings, change, setup, codes, failure } = state.context
      const step = BUSY_STEPS[state.value]
      return {
        step,
        busy: state.value !== step,
        isAsking: state.matches('proving') || state.matches('creating'),
        status: settings?.status ?? null,
        passkeys: settings?.passkeys ?? null,
        setup,
        codes,
        error: failure && change && { part: PARTS[change.type], text: factorFailureText(failure) },
        done: state.value === 'ready' && change !== null && failure === null ? (DONE_TEXTS[change.type] ?? null) : null,
      }
    },
  })

  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    canUsePasskeys: passkeyDevice.isSupported(),
    findPasswordErrors,
    findCodeErrors: ({ code }) => findCodeErrors({ factor: 'totp', code }),
    findChangeErrors: (change) => [...findPasswordErrors(change), ...findCodeErrors(change)],
    findPasskeyErrors: (form) => [...findNameErrors(form), ...findPasswordErrors(form)],
    findNameErrors,
    begin: ({ password }) => flow.send({ type: 'BEGIN', password }),
    confirm: ({ code }) => flow.send({ type: 'CONFIRM', code }),
    turnOff: (change) => flow.send({ type: 'TURN_OFF', ...change }),
    renewCodes: (change) => flow.send({ type: 'RENEW_CODES', ...change }),
    addPasskey: ({ name, password }) => flow.send({ type: 'ADD_PASSKEY', name: normalizeText(name), password }),
    renamePasskey: ({ id, name }) => flow.send({ type: 'RENAME_PASSKEY', id, name: normalizeText(name) }),
    removePasskey: ({ id, password }) => flow.send({ type: 'REMOVE_PASSKEY', id, password }),
    retry: () => flow.send({ type: 'RETRY' }),
    cancel: () => flow.send({ type: 'CANCEL' }),
    finish: () => flow.send({ type: 'CODES_STORED' }),
    saveCodes() {
      const codes = flow.getSnapshot().codes ?? []
      const text = `Códigos de recuperación de Mercado Dólar\nCada código sirve una sola vez.\n\n${codes.join('\n')}\n`
      return downloads.save({ name: 'codigos-de-recuperacion.txt', type: 'text/plain', text })
    },
  }
}
