import type { Alert, AlertChannels, AlertFiring, AlertRule } from '#src/domain/alerts/alert.ts'
import type {
  BrowserSubscription,
  PushAvailability,
  PushRefusal,
  PushSubscriptionKeys,
} from '#src/domain/alerts/push.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

export interface PushService {
  readonly key: string
  readonly isActive: boolean
}

export interface ChangedWebhook {
  readonly channels: AlertChannels
  /** The secret that signs the messages from now on; null when it has not changed. */
  readonly secret: string | null
}

/** The alerts of the signed-in client (D125). A call that `signal` aborts returns `unreachable`. */
export interface AlertsGateway {
  /** The alerts, the newest first. */
  list(signal?: AbortSignal): Reply<readonly Alert[]>
  /** Rejected with 409 beyond the maximum. */
  add(rule: AlertRule, signal?: AbortSignal): Reply<Alert>
  /** Replaces the rule; the alert is active again. */
  change(id: string, rule: AlertRule, signal?: AbortSignal): Reply<Alert>
  setActive(id: string, isActive: boolean, signal?: AbortSignal): Reply<Alert>
  remove(id: string, signal?: AbortSignal): Reply<null>
  /** The last firings, the newest first; those after an id. */
  listFirings(after: number, signal?: AbortSignal): Reply<readonly AlertFiring[]>
  readChannels(signal?: AbortSignal): Reply<AlertChannels>
  saveChannels(channels: Pick<AlertChannels, 'mail' | 'quiet'>, signal?: AbortSignal): Reply<AlertChannels>
  /** Changes the address of the webhook; null removes it. A new address has a new secret. */
  saveWebhook(address: string | null, signal?: AbortSignal): Reply<ChangedWebhook>
  /** Replaces the secret of the webhook. Rejected with 409 without a webhook. */
  renewWebhookSecret(signal?: AbortSignal): Reply<ChangedWebhook>
  /** Sends a test; rejected with a message unless the receiver accepts it. */
  testWebhook(signal?: AbortSignal): Reply<true>
  /** The key of the service, and whether it sends push messages to this endpoint of a browser. */
  readPush(endpoint: string | null, signal?: AbortSignal): Reply<PushService>
  addPush(subscription: PushSubscriptionKeys, signal?: AbortSignal): Reply<true>
  removePush(endpoint: string, signal?: AbortSignal): Reply<true>
}

export interface BrowserPushState extends BrowserSubscription {
  readonly availability: PushAvailability
}

/** The push messages of this browser. */
export interface BrowserPush {
  /** Asks the user nothing. */
  read(): Promise<BrowserPushState>
  /** Asks the user, then subscribes with the key of the service. */
  subscribe(key: string): Promise<PushSubscriptionKeys | PushRefusal>
  unsubscribe(): Promise<void>
  /** Stores the endpoint to which the service sends; null when it sends to none. */
  storeRegistered(endpoint: string | null): void
}

export interface AlertPorts {
  readonly alerts: AlertsGateway
  readonly push: BrowserPush
}
