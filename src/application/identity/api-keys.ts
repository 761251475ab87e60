import type { ApiKeysGateway } from '#src/application/identity/ports.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { combine, createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { type ApiKey, type ApiKeyList, MAX_API_KEYS, MAX_KEY_NAME_LENGTH } from '#src/domain/identity/api-keys.ts'
import { formatCount } from '#src/domain/money.ts'
import type { Result } from '#src/domain/result.ts'
import { formatShortDate } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'

export const API_KEYS_INTRO =
  'Con una clave, sus programas consultan la API pública hasta el cupo diario de la clave, en el encabezado «Authorization: Bearer».'
export const NO_API_KEYS = 'Aún no tiene claves.'
export const KEYS_FAILED = 'No pudimos consultar sus claves'
export const NEW_KEY_TITLE = 'Su clave nueva'
export const NEW_KEY_NOTE = 'Cópiela ahora: no se vuelve a mostrar.'
export const MAX_KEYS_REACHED = `Tiene ${MAX_API_KEYS} claves, que es el máximo. Revoque una antes de crear otra.`

/** 'Termina en x3Qa, desde el 20 nov 2026. 2 de 10.000 llamadas hoy.' */
export const keyDetail = ({ ending, createdAt, calls }: ApiKey, quota: number): string =>
  `Termina en ${ending}, desde el ${formatShortDate(toDate(createdAt))}. ${formatCount(calls)} de ${formatCount(quota)} llamadas hoy.`

/** The questions before a change that programs notice. */
export const KEY_QUESTIONS = {
  rotate: {
    action: 'Rotar',
    title: (name: string) => `¿Rotar la clave ${name}?`,
    text: 'Recibirá una clave nueva y la de ahora deja de servir de inmediato.',
  },
  revoke: {
    action: 'Revocar',
    title: (name: string) => `¿Revocar la clave ${name}?`,
    text: 'Los programas que la usan dejan de recibir respuesta de inmediato.',
  },
} as const
export type KeyChange = keyof typeof KEY_QUESTIONS

/** Why a name is refused; null for a valid one. With one name, two keys are not distinguished when one is revoked. */
export function findKeyNameError(text: string, keys: readonly Pick<ApiKey, 'name'>[]): string | null {
  const name = text.trim()
  if (name === '') return 'Escriba un nombre, como el del programa que la usará'
  if (name.length > MAX_KEY_NAME_LENGTH) return `Escriba máximo ${MAX_KEY_NAME_LENGTH} caracteres`
  return keys.some((key) => key.name === name) ? 'Ya tiene una clave con ese nombre' : null
}

interface ChangeState {
  readonly busy: boolean
  /** The secret of the last new key. */
  readonly secret: string | null
  /** Why the last change failed. */
  readonly error: string | null
}

export interface ApiKeysState extends ChangeState {
  readonly resource: ResourceState<ApiKeyList>
  /** Whether another key may be added. */
  readonly canAdd: boolean
}

export interface ApiKeysView extends Readable<ApiKeysState> {
  add(name: string): Promise<boolean>
  change(kind: KeyChange, id: string): Promise<boolean>
}

interface ApiKeysDeps extends ResourceDeps {
  readonly apiKeys: ApiKeysGateway
}

const IDLE: ChangeState = { busy: false, secret: null, error: null }

/** The client's keys of the public API (D130). */
export function createApiKeysView(deps: ApiKeysDeps): ApiKeysView {
  const { apiKeys } = deps
  const resource = createResource(deps, { load: apiKeys.list, interval: null })
  const lastChange = createState(IDLE)

  async function run(call: () => Promise<Result<string | true, CallFailure>>): Promise<boolean> {
    if (lastChange.getSnapshot().busy) return false
    lastChange.set({ ...IDLE, busy: true })
    const result = await call()
    if (result.ok) lastChange.set({ ...IDLE, secret: typeof result.value === 'string' ? result.value : null })
    else lastChange.set({ ...IDLE, error: failureMessage(result.error) })
    resource.retry()
    return result.ok
  }

  const view = combine(
    { resource, lastChange },
    (parts): ApiKeysState => ({
      ...parts.lastChange,
      resource: parts.resource,
      canAdd: (parts.resource.value?.keys.length ?? 0) < MAX_API_KEYS,
    }),
  )
  return {
    ...view,
    add: (name) => run(() => apiKeys.add(name.trim())),
    change: (kind, id) => run(() => apiKeys[kind](id)),
  }
}
