import type { Logger } from 'pino'
import webPush from 'web-push'
import * as z from 'zod/mini'
import type { ClientFiring } from '#server/alerts/alert-rows.ts'
import { findRecipients } from '#server/alerts/channel-store.ts'
import { firingText, ruleText, summaryTitle } from '#server/alerts/messages.ts'
import { findPush, forgetPush, type PushBrowser } from '#server/alerts/push-store.ts'
import type { Database } from '#server/database/connection.ts'
import { CLIENT_CALLS, type NewOutboxItem, type OutboxItem } from '#server/database/outbox.ts'
import { isAccepted, type OutsideCalls } from '#server/delivery/outside-calls.ts'
import type { RunUnlessPaused } from '#server/delivery/receiver-pauses.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { PushSubscriptionKeys } from '#src/domain/alerts/push.ts'
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Attempts are repeated for an hour: the push service holds the message for a browser that is off. */
const RETRY_WINDOW_MS = HOUR_MS

/** How long the push service holds a message. */
const TTL_SECONDS = DAY_MS / SECOND_MS

const itemSchema = z.object({ id: z.string(), clientId: z.string(), text: z.string() })

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.infer<typeof keysSchema>

/** Creates the keys with which the server signs its push messages (VAPID, RFC 8292), as a text to store. */
export const newPushKeys = (): string => JSON.stringify(webPush.generateVAPIDKeys())

export const parsePushKeys = (text: string): PushKeys => keysSchema.parse(JSON.parse(text))

/** Whether a message can be encrypted for these keys: they are chosen by the caller. */
export function isUsable(subscription: PushSubscriptionKeys): boolean {
  try {
    webPush.generateRequestDetails(toSubscription(subscription), 'x')
    return true
  } catch {
    return false
  }
}

const toSubscription = ({ endpoint, publicKey, secret }: PushSubscriptionKeys) => ({
  endpoint,
  keys: { p256dh: publicKey, auth: secret },
})

/** The page that a click on the notification opens. */
function toPath({ rule: { kind, market } }: ClientFiring): string {
  if (kind === 'trm') return SCREENS.trm.path
  return market === 'spot' ? SCREENS.spot.path : SCREENS.nextDay.path
}

/** A message as the worker of the portal reads it (`src/offline/push-notices.ts`). */
interface PushMessage {
  readonly titulo: string
  readonly texto: string
  readonly etiqueta: string
  readonly direccion: string
}

/** The same notification in each attempt: one that arrives twice is shown once. */
const toMessage = (firing: ClientFiring): PushMessage => ({
  titulo: ruleText(firing.rule),
  texto: firingText(firing),
  etiqueta: `alerta-${firing.id}`,
  direccion: toPath(firing),
})

const toSummary = (firings: readonly ClientFiring[], last: ClientFiring): PushMessage => ({
  titulo: summaryTitle(firings),
  texto: `${ruleText(last.rule)}. ${firingText(last)}`,
  etiqueta: `alerta-${last.id}`,
  direccion: SCREENS.alerts.path,
})

/** The outbox items of one message for each browser: of a firing, or of several as a summary. */
export function toPushItems(
  firings: readonly ClientFiring[],
  browsers: readonly PushBrowser[],
  at: Instant,
): readonly NewOutboxItem[] {
  const last = firings.at(-1)
  if (last === undefined) return []
  const text = JSON.stringify(firings.length === 1 ? toMessage(last) : toSummary(firings, last))
  return browsers.map(({ id, clientId, endpoint }) => ({
    kind: CLIENT_CALLS.push,
    recipient: new URL(endpoint).origin,
    content: { id, clientId, text },
    at,
    retryForMs: RETRY_WINDOW_MS,
  }))
}

interface AlertPushDeps {
  readonly database: Pick<Database, 'db'>
  readonly calls: OutsideCalls
  readonly unlessPaused: RunUnlessPaused
  readonly keys: PushKeys
  /** How a push service reaches the operator, `mailto:…`. */
  readonly subject: string
  /** The session clock, on which accounts end. */
  readonly sessionNow: () => Instant
  readonly logger: Pick<Logger, 'warn'>
}

/** The push service refuses the signature of the server. */
const REFUSED = 403

/** The push service no longer knows the browser. */
const ENDS = [404, 410]

/** With the present key a refusal is a fault of the server or of the push service, and the browser stays. */
const hasEnded = (status: number, { serverKey }: PushBrowser, { publicKey }: PushKeys) =>
  ENDS.includes(status) || (status === REFUSED && serverKey !== publicKey)

/** Creates the outbox handler of push messages. It forgets a browser that its push service no longer serves. */
export function createPushSender(deps: AlertPushDeps) {
  const { calls, unlessPaused, keys, subject, sessionNow, logger } = deps
  const { db } = deps.database
  return async function send({ content }: Pick<OutboxItem, 'content'>): Promise<void> {
    const { id, clientId, text } = itemSchema.parse(content)
    const browser = await findPush(db, id, keys.publicKey)
    const isOpen = (await findRecipients(db, [clientId], sessionNow())).has(clientId)
    // Removed or of another client meanwhile, or the account is closed.
    if (browser === null || browser.clientId !== clientId || !isOpen) return
    const { headers, body } = webPush.generateRequestDetails(toSubscription(browser), text, {
      vapidDetails: { subject, ...keys },
      TTL: TTL_SECONDS,
      urgency: 'high',
    })
    const message = { headers: toTexts(headers), body: body ?? '' }
    const status = await unlessPaused(id, () => calls.post(browser.endpoint, message))
    if (status === REFUSED)
      logger.warn({ host: new URL(browser.endpoint).host }, 'alerts: a push service refused the keys')
    if (hasEnded(status, browser, keys)) await forgetPush(db, browser)
    else if (!isAccepted(status)) throw new Error(`alert push: status ${status}`)
  }
}

const toTexts = (headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]))
