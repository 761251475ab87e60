import type { AlertsGateway, ChangedWebhook } from '#src/application/alerts/ports.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import type { AlertChannels } from '#src/domain/alerts/alert.ts'
import { MAX_WEBHOOK_LENGTH, parseWebhookAddress, type WebhookAddressError } from '#src/domain/alerts/webhook.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'

export const WEBHOOK_INTRO =
  'Cada alerta llega a un programa suyo por una petición POST, firmada con un secreto. En las horas de silencio espera.'
export const SECRET_TITLE = 'El secreto de su webhook'
export const SECRET_NOTE = 'Cópielo ahora: no se vuelve a mostrar.'

const WEBHOOK_SAVED = 'Webhook guardado'
const WEBHOOK_REMOVED = 'Webhook quitado'
const SECRET_RENEWED = 'Secreto renovado'
const TEST_ACCEPTED = 'Su receptor aceptó la prueba'

/** The questions before a change that a receiver notices. */
export const WEBHOOK_QUESTIONS = {
  renew: {
    action: 'Renovar',
    title: '¿Renovar el secreto?',
    text: 'Recibirá un secreto nuevo. Los avisos desde ahora se firman con él, también los que esperan.',
  },
  remove: {
    action: 'Quitar',
    title: '¿Quitar el webhook?',
    text: 'Su programa no recibirá más avisos, tampoco los que esperan.',
  },
} as const
export type WebhookQuestion = keyof typeof WEBHOOK_QUESTIONS

export const ADDRESS_ERRORS: Readonly<Record<WebhookAddressError, string>> = {
  required: 'Escriba la dirección de su receptor.',
  invalid: 'Escriba una dirección como https://servidor.example/alertas, sin usuario ni «#».',
  plain: 'La dirección debe empezar por https://.',
  'too-long': `Escriba máximo ${MAX_WEBHOOK_LENGTH} caracteres.`,
}

const UNSAVED_ADDRESS = 'Guarde la dirección antes de probarla.'

export interface WebhookState {
  /** What runs now. */
  readonly busy: 'save' | 'test' | WebhookQuestion | null
  /** The secret of the last change. */
  readonly secret: string | null
  /** Why the last step failed. */
  readonly error: string | null
}

/** The webhook of a client: its address, its secret and a test (D125). */
export interface WebhookView extends Readable<WebhookState> {
  /** Why an address is not valid; null when it is. */
  findError(address: string): string | null
  /** Why an address cannot be tested: the test goes to the saved one. */
  findTestError(address: string, saved: string): string | null
  save(address: string): Promise<void>
  renew(): Promise<void>
  remove(): Promise<void>
  test(): Promise<void>
}

interface WebhookDeps {
  readonly gateway: Pick<AlertsGateway, 'saveWebhook' | 'renewWebhookSecret' | 'testWebhook'>
  readonly toasts: Pick<Toasts, 'show'>
  readonly onChange: (channels: AlertChannels) => void
}

const IDLE: WebhookState = { busy: null, secret: null, error: null }

export function createWebhookView({ gateway, toasts, onChange }: WebhookDeps): WebhookView {
  const state = createState(IDLE)

  /** Runs one step at a time. A test does not hide the secret, which is shown once. */
  async function run<T>(
    busy: NonNullable<WebhookState['busy']>,
    call: () => Promise<Result<T, CallFailure>>,
    finish: (value: T) => Partial<WebhookState>,
    done: string,
  ): Promise<void> {
    const before = state.getSnapshot()
    if (before.busy !== null) return
    state.set({ ...before, busy, error: null })
    const result = await call()
    const next = { ...before, busy: null }
    if (!result.ok) return state.set({ ...next, error: failureMessage(result.error) })
    state.set({ ...next, error: null, ...finish(result.value) })
    toasts.show(done)
  }

  function take({ channels, secret }: ChangedWebhook): Partial<WebhookState> {
    onChange(channels)
    return secret === null && channels.webhook !== null ? {} : { secret }
  }

  return {
    ...state,

    findError(address) {
      const parsed = parseWebhookAddress(address)
      return parsed.ok ? null : ADDRESS_ERRORS[parsed.error]
    },

    findTestError(address, saved) {
      const parsed = parseWebhookAddress(address)
      return parsed.ok && parsed.value === saved ? null : UNSAVED_ADDRESS
    },

    save: (address) => run('save', () => gateway.saveWebhook(address.trim()), take, WEBHOOK_SAVED),
    renew: () => run('renew', () => gateway.renewWebhookSecret(), take, SECRET_RENEWED),
    remove: () => run('remove', () => gateway.saveWebhook(null), take, WEBHOOK_REMOVED),
    test: () =>
      run(
        'test',
        () => gateway.testWebhook(),
        () => ({}),
        TEST_ACCEPTED,
      ),
  }
}
