import * as z from 'zod'

import { DAY_MS } from '#src/domain/time/bogota.ts'

/** How long personal data without further use is stored, in milliseconds; null: for ever (D116). */
export interface RetentionConfig {
  /** Orders that were never paid, from their last change. */
  readonly unpaidOrders: number | null
  /** Registrations that the operator refused, from the refusal. */
  readonly refusedRegistrations: number | null
  /** The network addresses in the audit. Its lines stay. */
  readonly auditAddresses: number | null
  /** What alerts have fired. */
  readonly alertFirings: number | null
}

const MIN_DAYS = 7
const MAX_DAYS = 3_650

const days = z.union([
  z.literal('off').transform(() => null),
  z.coerce
    .number()
    .int()
    .min(MIN_DAYS)
    .max(MAX_DAYS)
    .transform((count) => count * DAY_MS),
])

const DEFAULT_DAYS = 90
const DEFAULT_ADDRESS_DAYS = 180
const DEFAULT_FIRING_DAYS = 365

export const RETENTION_SETTINGS = {
  KEEP_UNPAID_ORDERS: days.default(DEFAULT_DAYS * DAY_MS),
  KEEP_REFUSED_REGISTRATIONS: days.default(DEFAULT_DAYS * DAY_MS),
  KEEP_AUDIT_ADDRESSES: days.default(DEFAULT_ADDRESS_DAYS * DAY_MS),
  KEEP_ALERT_FIRINGS: days.default(DEFAULT_FIRING_DAYS * DAY_MS),
}

export const toRetentionConfig = (settings: z.output<z.ZodObject<typeof RETENTION_SETTINGS>>): RetentionConfig => ({
  unpaidOrders: settings.KEEP_UNPAID_ORDERS,
  refusedRegistrations: settings.KEEP_REFUSED_REGISTRATIONS,
  auditAddresses: settings.KEEP_AUDIT_ADDRESSES,
  alertFirings: settings.KEEP_ALERT_FIRINGS,
})

const MESSAGE = `debe ser off o un número entero de días, de ${MIN_DAYS} a ${MAX_DAYS}`

/** Error texts of the settings of the retention; each follows the name of its setting. */
export const RETENTION_SETTING_MESSAGES = {
  KEEP_UNPAID_ORDERS: MESSAGE,
  KEEP_REFUSED_REGISTRATIONS: MESSAGE,
  KEEP_AUDIT_ADDRESSES: MESSAGE,
  KEEP_ALERT_FIRINGS: MESSAGE,
} as const
