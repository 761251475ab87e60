import type { Alert, AlertChannels, AlertFiring, AlertRule } from '#src/domain/alerts/alert.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'

type Reply<T> = Promise<Result<T, CallFailure>>

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
  saveChannels(channels: AlertChannels, signal?: AbortSignal): Reply<AlertChannels>
}

export interface AlertPorts {
  readonly alerts: AlertsGateway
}
