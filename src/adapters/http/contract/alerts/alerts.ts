import * as z from 'zod/mini'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import {
  calendarDay,
  isoInstant,
  MAX_ID_LENGTH,
  marketId,
  singleLine,
  wholeNumber,
} from '#src/adapters/http/contract/values.ts'
import {
  customField,
  flagField,
  instantField,
  nullableTextField,
  numberField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import {
  type AlertKind,
  type AlertSide,
  type AlertStatus,
  PAUSE_MINUTES,
  WINDOW_MINUTES,
} from '#src/domain/alerts/alert.ts'
import { isTimeOfDay } from '#src/domain/alerts/quiet-hours.ts'
import { MAX_WEBHOOK_LENGTH } from '#src/domain/alerts/webhook.ts'

/** What an alert watches, on the wire. */
export const ALERT_KIND_WORDS = {
  price: 'precio',
  close: 'cierre',
  window: 'ventana',
  trm: 'trm',
} as const satisfies Record<AlertKind, string>

export const ALERT_SIDE_WORDS = { above: 'sube', below: 'baja' } as const satisfies Record<AlertSide, string>

export const ALERT_STATUS_WORDS = {
  active: 'activa',
  done: 'cumplida',
  stopped: 'detenida',
} as const satisfies Record<AlertStatus, string>

const kindWord = z.enum(Object.values(ALERT_KIND_WORDS))
const sideWord = z.enum(Object.values(ALERT_SIDE_WORDS))

/** A rule: pesos or percent, minutes; null for what the kind does not use (D125). */
export const ALERT_RULE = {
  tipo: customField,
  mercado: customField,
  lado: customField,
  nivel: numberField,
  minutos: optionalNumberField,
  pausa: optionalNumberField,
  hasta: nullableTextField,
}

export const ALERT = { id: textField, ...ALERT_RULE, estado: customField, disparada: instantField }

/** A firing (`disparo`) or the correction of an earlier one (`correccion`). */
export const FIRING = {
  id: numberField,
  alerta: textField,
  tipo: textField,
  fecha: customField,
  precio: numberField,
  anulada: flagField,
  regla: customField,
}

const oneOf = (values: readonly number[]) =>
  z.optional(z.nullable(z.number().check(z.refine((value) => values.includes(value)))))

/** A new or changed rule. */
export const alertRequest = z.object({
  tipo: kindWord,
  mercado: marketId,
  lado: sideWord,
  nivel: z.number(),
  minutos: oneOf(WINDOW_MINUTES),
  pausa: oneOf(PAUSE_MINUTES),
  hasta: z.optional(z.nullable(calendarDay)),
})
export type AlertRequestBody = z.infer<typeof alertRequest>

const alertId = singleLine(1, MAX_ID_LENGTH)

export const changedAlertRequest = z.extend(alertRequest, { id: alertId })
export const alertStatusRequest = z.object({ id: alertId, activa: z.boolean() })
export const removedAlertRequest = z.object({ id: alertId })

const ruleFields = {
  tipo: kindWord,
  mercado: z.number(),
  lado: sideWord,
  minutos: z.nullable(z.number()),
  pausa: z.nullable(z.number()),
  hasta: z.nullable(calendarDay),
}
const rule = toReplySchema(ALERT_RULE, ruleFields)
export type AlertRuleRow = z.infer<typeof rule>

const alert = toReplySchema(ALERT, {
  ...ruleFields,
  estado: z.enum(Object.values(ALERT_STATUS_WORDS)),
})
export type AlertRow = z.infer<typeof alert>

const firing = toReplySchema(FIRING, { tipo: z.enum(['disparo', 'correccion']), fecha: isoInstant, regla: rule })
export type FiringRow = z.infer<typeof firing>

export const alertsReply = z.object({ data: z.array(alert) })
export const alertReply = z.object({ data: alert })
/** The history, the newest first; with `desde` what is newer than that id. */
export const firingsRequest = z.object({ desde: z.optional(wholeNumber(0, 999_999_999)) })
export const firingsReply = z.object({ data: z.array(firing) })

/** How a client gets messages; the hours are of Bogotá. */
export const CHANNELS = {
  correo: flagField,
  silencio_desde: nullableTextField,
  silencio_hasta: nullableTextField,
  webhook: nullableTextField,
}

const timeOfDay = z.nullable(z.string().check(z.refine(isTimeOfDay)))

export const channelsRequest = z.object({
  correo: z.boolean(),
  silencio_desde: timeOfDay,
  silencio_hasta: timeOfDay,
})

const channels = toReplySchema(CHANNELS, {})
export type ChannelsRow = z.infer<typeof channels>
export const channelsReply = z.object({ data: channels })

/** Another address of the webhook, or null for none. The server says why it refuses one. */
export const webhookRequest = z.object({ direccion: z.nullable(singleLine(1, MAX_WEBHOOK_LENGTH)) })

/** After a change; `secreto` signs the messages from now on, and is shown once. */
export const webhookReply = z.object({ data: channels, secreto: z.nullable(z.string()) })

const MAX_ENDPOINT_LENGTH = 1_000
const endpoint = singleLine(1, MAX_ENDPOINT_LENGTH)
const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`)))

/** The endpoint of the browser's subscription; null without one. */
export const pushStatusRequest = z.object({ endpoint: z.nullable(endpoint) })

/** The key of the service (VAPID), and whether it sends messages to the endpoint. */
export const pushStatusReply = z.object({ data: z.object({ clave: z.string(), activo: z.boolean() }) })

/** A subscription: its keys have 65 and 16 bytes. */
export const pushRequest = z.object({ endpoint, p256dh: base64url(87), auth: base64url(22) })

export const removedPushRequest = z.object({ endpoint })

/** The link in a mail that stops an alert. */
export const stopQuery = z.object({ alerta: z.catch(alertId, ''), firma: z.catch(singleLine(0, MAX_ID_LENGTH), '') })
