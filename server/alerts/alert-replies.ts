import type { ClientFiring } from '#server/alerts/alert-rows.ts'
import type { Channels } from '#server/alerts/channel-store.ts'
import {
  ALERT_KIND_WORDS,
  ALERT_SIDE_WORDS,
  ALERT_STATUS_WORDS,
  type AlertRequestBody,
  type AlertRow,
  type AlertRuleRow,
  type ChannelsRow,
  type FiringRow,
} from '#src/adapters/http/contract/alerts/alerts.ts'
import { parseWord } from '#src/adapters/http/contract/values.ts'
import { type Alert, type AlertFiring, type AlertRule, normalizeRule } from '#src/domain/alerts/alert.ts'
import { toIso, toIsoOrNull } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, toMarket } from '#src/domain/trading/market.ts'

const toRuleRow = (rule: AlertRule): AlertRuleRow => ({
  tipo: ALERT_KIND_WORDS[rule.kind],
  mercado: MARKET_IDS[rule.market],
  lado: ALERT_SIDE_WORDS[rule.side],
  nivel: rule.level,
  minutos: rule.minutes,
  pausa: rule.pause,
  hasta: rule.until,
})

export const toAlertRow = (alert: Alert): AlertRow => ({
  id: alert.id,
  ...toRuleRow(alert),
  estado: ALERT_STATUS_WORDS[alert.status],
  disparada: toIsoOrNull(alert.firedAt),
})

export const toFiringRow = (firing: Omit<ClientFiring, 'clientId'> & Pick<AlertFiring, 'isCorrected'>): FiringRow => ({
  id: firing.id,
  alerta: firing.alertId,
  tipo: firing.kind === 'fired' ? 'disparo' : 'correccion',
  fecha: toIso(firing.at),
  precio: firing.price,
  anulada: firing.isCorrected,
  regla: toRuleRow(firing.rule),
})

export const toChannelsRow = ({ mail, quiet, webhook }: Channels): ChannelsRow => ({
  correo: mail,
  silencio_desde: quiet?.from ?? null,
  silencio_hasta: quiet?.until ?? null,
  webhook: webhook?.url ?? null,
})

/** Reads the rule of a request. The schema has checked the words. */
export const readRule = (body: AlertRequestBody): AlertRule =>
  normalizeRule({
    kind: parseWord(ALERT_KIND_WORDS, body.tipo) ?? 'price',
    market: toMarket(body.mercado) ?? 'spot',
    side: parseWord(ALERT_SIDE_WORDS, body.lado) ?? 'above',
    level: Math.round(body.nivel * 100) / 100,
    minutes: body.minutos ?? null,
    pause: body.pausa ?? null,
    until: body.hasta ?? null,
  })
