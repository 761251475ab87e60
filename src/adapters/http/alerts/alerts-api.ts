import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  ALERT,
  ALERT_KIND_WORDS,
  ALERT_RULE,
  ALERT_SIDE_WORDS,
  ALERT_STATUS_WORDS,
  type AlertRequestBody,
  CHANNELS,
  FIRING,
  pushStatusReply,
  webhookReply,
} from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { requiredField } from '#src/adapters/http/decode/lenient.ts'
import { parseDay, parseInstant, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { createListDecoder, createRecordDecoder } from '#src/adapters/http/decode/rows.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { AlertsGateway, ChangedWebhook, PushService } from '#src/application/alerts/ports.ts'
import type { Alert, AlertChannels, AlertFiring, AlertRule } from '#src/domain/alerts/alert.ts'
import { MARKET_IDS, toMarket } from '#src/domain/trading/market.ts'

const ruleFields = {
  tipo: requiredField((value) => parseWord(ALERT_KIND_WORDS, parseText(value) ?? '')),
  mercado: requiredField((value) => toMarket(parseText(value) ?? Number(value))),
  lado: requiredField((value) => parseWord(ALERT_SIDE_WORDS, parseText(value) ?? '')),
}

const ruleRow = z.object({ ...ALERT_RULE, ...ruleFields })

const toRule = (row: z.infer<typeof ruleRow>): AlertRule => ({
  kind: row.tipo,
  market: row.mercado,
  side: row.lado,
  level: row.nivel,
  minutes: row.minutos,
  pause: row.pausa,
  until: parseDay(row.hasta),
})

const alert = z.pipe(
  z.object({
    ...ALERT,
    ...ruleFields,
    estado: requiredField((value) => parseWord(ALERT_STATUS_WORDS, parseText(value) ?? '')),
  }),
  z.transform((row): Alert => ({ id: row.id, ...toRule(row), status: row.estado, firedAt: row.disparada })),
)

const firing = z.pipe(
  z.object({ ...FIRING, fecha: requiredField(parseInstant), regla: ruleRow }),
  z.transform(
    (row): AlertFiring => ({
      id: row.id,
      alertId: row.alerta,
      kind: row.tipo === 'correccion' ? 'corrected' : 'fired',
      at: row.fecha,
      price: row.precio,
      isCorrected: row.anulada,
      rule: toRule(row.regla),
    }),
  ),
)

const channels = z.pipe(
  z.object(CHANNELS),
  z.transform(
    (row): AlertChannels => ({
      mail: row.correo,
      quiet:
        row.silencio_desde === '' || row.silencio_hasta === ''
          ? null
          : { from: row.silencio_desde, until: row.silencio_hasta },
      webhook: row.webhook === '' ? null : row.webhook,
    }),
  ),
)

const decodeAlert = createRecordDecoder(alert)
const decodeAlerts = createListDecoder(alert)
const decodeFirings = createListDecoder(firing)
const decodeChannels = createRecordDecoder(channels)

function decodeWebhook(body: unknown): ChangedWebhook | null {
  const reply = webhookReply.safeParse(body)
  const saved = decodeChannels(body)
  return reply.success && saved !== null ? { channels: saved, secret: reply.data.secreto } : null
}

function decodePush(body: unknown): PushService | null {
  const reply = pushStatusReply.safeParse(body)
  return reply.success ? { key: reply.data.data.clave, isActive: reply.data.data.activo } : null
}

const toBody = ({ kind, market, side, level, minutes, pause, until }: AlertRule): AlertRequestBody => ({
  tipo: ALERT_KIND_WORDS[kind],
  mercado: MARKET_IDS[market],
  lado: ALERT_SIDE_WORDS[side],
  nivel: level,
  minutos: minutes,
  pausa: pause,
  hasta: until,
})

/** The alerts of the client at {market-api} (D125). */
export const createAlertsApi = ({ http }: { readonly http: HttpClient }): AlertsGateway => ({
  list: (signal) => requestJson(http, { path: ALERT_PATHS.alerts, signal }, decodeAlerts),
  add: (rule, signal) => requestJson(http, { path: ALERT_PATHS.alerts, body: toBody(rule), signal }, decodeAlert),
  change: (id, rule, signal) =>
    requestJson(http, { path: ALERT_PATHS.change, body: { ...toBody(rule), id }, signal }, decodeAlert),
  setActive: (id, activa, signal) =>
    requestJson(http, { path: ALERT_PATHS.status, body: { id, activa }, signal }, decodeAlert),
  async remove(id, signal) {
    const removed = await requestJson(http, { path: ALERT_PATHS.remove, body: { id }, signal }, () => true as const)
    return removed.ok ? { ok: true, value: null } : removed
  },
  listFirings: (after, signal) =>
    requestJson(http, { path: `${ALERT_PATHS.firings}?desde=${after}`, signal }, decodeFirings),
  readChannels: (signal) => requestJson(http, { path: ALERT_PATHS.channels, signal }, decodeChannels),
  saveChannels: ({ mail, quiet }, signal) =>
    requestJson(
      http,
      {
        path: ALERT_PATHS.channels,
        body: {
          correo: mail,
          silencio_desde: quiet?.from ?? null,
          silencio_hasta: quiet?.until ?? null,
        },
        signal,
      },
      decodeChannels,
    ),
  saveWebhook: (direccion, signal) =>
    requestJson(http, { path: ALERT_PATHS.webhook, body: { direccion }, signal }, decodeWebhook),
  renewWebhookSecret: (signal) =>
    requestJson(http, { path: ALERT_PATHS.webhookSecret, body: {}, signal }, decodeWebhook),
  testWebhook: (signal) => requestJson(http, { path: ALERT_PATHS.webhookTest, body: {}, signal }, () => true as const),
  readPush: (endpoint, signal) =>
    requestJson(http, { path: ALERT_PATHS.pushStatus, body: { endpoint }, signal }, decodePush),
  addPush: ({ endpoint, publicKey, secret }, signal) =>
    requestJson(
      http,
      { path: ALERT_PATHS.push, body: { endpoint, p256dh: publicKey, auth: secret }, signal },
      () => true as const,
    ),
  removePush: (endpoint, signal) =>
    requestJson(http, { path: ALERT_PATHS.pushRemove, body: { endpoint }, signal }, () => true as const),
})
