import {
  CHANNELS_SAVED,
  LEVEL_ERRORS,
  REMOVED,
  SAVED,
  TIME_INVALID,
  TIMES_EQUAL,
  TIMES_INCOMPLETE,
} from '#src/application/alerts/alert-messages.ts'
import { type AlertNewsDeps, createAlertNews, type LastFiring } from '#src/application/alerts/alert-news.ts'
import type { AlertPorts } from '#src/application/alerts/ports.ts'
import { createPushView, type PushView, renewPush } from '#src/application/alerts/push.ts'
import { createWebhookView, type WebhookView } from '#src/application/alerts/webhook.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import type { FieldError } from '#src/application/platform/form-errors.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type Load, type ResourceState } from '#src/application/platform/resource.ts'
import {
  type Alert,
  type AlertChannels,
  type AlertFiring,
  type AlertForm,
  type AlertRule,
  parseAlertForm,
} from '#src/domain/alerts/alert.ts'
import { isTimeOfDay } from '#src/domain/alerts/quiet-hours.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'
import { MINUTE_MS, toDate } from '#src/domain/time/bogota.ts'

export interface AlertsDeps extends AlertNewsDeps, AlertPorts {}

/** The form as it is typed; empty texts are no value. */
export interface AlertValues {
  readonly kind: string
  readonly market: string
  readonly side: string
  readonly level: string
  readonly minutes: string
  readonly pause: string
  readonly until: string
}

const toForm = ({ minutes, pause, ...values }: AlertValues): AlertForm => ({
  ...(values as Omit<AlertForm, 'minutes' | 'pause'>),
  minutes: Number(minutes),
  pause: pause === '' ? null : Number(pause),
})

/** The values of a form: of an alert, or of a level of the chart. */
export function toAlertValues(rule: Partial<AlertRule> = {}): AlertValues {
  const { kind = 'price', market = 'spot', side = 'above', level, minutes, pause, until } = rule
  return {
    ...{ kind, market, side },
    level: level === undefined || kind === 'trm' ? '' : `${level}`.replace('.', ','),
    minutes: `${minutes ?? 15}`,
    pause: pause === null || pause === undefined ? '' : `${pause}`,
    until: until ?? '',
  }
}

/** Interval of the lists on the page. */
const LIST_MS = MINUTE_MS

/** The page of a client's alerts. */
export interface AlertsView {
  readonly alerts: Readable<ResourceState<readonly Alert[]>>
  readonly firings: Readable<ResourceState<readonly AlertFiring[]>>
  readonly channels: Readable<ResourceState<AlertChannels>>
  readonly webhook: WebhookView
  readonly push: PushView
  findErrors(values: AlertValues): readonly FieldError<keyof AlertValues & string>[]
  /** Creates an alert, or changes that with an id. Returns the message of a failure, or null. */
  save(values: AlertValues, id: string | null): Promise<string | null>
  setActive(id: string, isActive: boolean): Promise<string | null>
  remove(id: string): Promise<string | null>
  saveChannels(values: ChannelValues): Promise<ChannelErrors>
}

export interface ChannelValues {
  readonly mail: boolean
  readonly from: string
  readonly until: string
}

/** The errors of the two times, and the message of a failure; null for each without one. */
export interface ChannelErrors {
  readonly from: string | null
  readonly until: string | null
  readonly failure: string | null
}

export const NO_CHANNEL_ERRORS: ChannelErrors = { from: null, until: null, failure: null }

/** Why the quiet hours are not valid: an error at the field to change. */
export function findHoursErrors(values: Pick<ChannelValues, 'from' | 'until'>): ChannelErrors {
  const [from, until] = [values.from.trim(), values.until.trim()]
  const check = (text: string, other: string) => {
    if (text === '') return other === '' ? null : TIMES_INCOMPLETE
    return isTimeOfDay(text) ? null : TIME_INVALID
  }
  const errors = { ...NO_CHANNEL_ERRORS, from: check(from, until), until: check(until, from) }
  const areEqual = from !== '' && from === until && errors.from === null
  return areEqual ? { ...errors, until: TIMES_EQUAL } : errors
}

export function createAlertsView(deps: AlertsDeps): AlertsView {
  const { alerts: gateway, marketClock, toasts, lastFiring } = deps
  const list: Load<readonly Alert[]> = (signal) => gateway.list(signal)
  const listFirings: Load<readonly AlertFiring[]> = (signal) => gateway.listFirings(0, signal)
  const alerts = createResource(deps, { load: list, interval: LIST_MS }, { reloadOn: lastFiring })
  const firings = createResource(deps, { load: listFirings, interval: LIST_MS }, { reloadOn: lastFiring })
  const channels = createResource(deps, { load: (signal) => gateway.readChannels(signal), interval: null })

  const today = () => toDate(marketClock.now())

  async function finish<T>(result: Result<T, CallFailure>, text: string): Promise<string | null> {
    if (!result.ok) return failureMessage(result.error)
    toasts.show(text)
    alerts.retry()
    return null
  }

  return {
    alerts,
    firings,
    channels,
    webhook: createWebhookView({ gateway, toasts, onChange: channels.push }),
    push: createPushView({ ...deps, gateway }),

    findErrors(values) {
      const result = parseAlertForm(toForm(values), today())
      if (result.ok) return []
      return (['level', 'until'] as const).flatMap((field) => {
        const code = result.error[field]
        return code === undefined ? [] : [{ field, code, message: LEVEL_ERRORS[code] }]
      })
    },

    async save(values, id) {
      const rule = parseAlertForm(toForm(values), today())
      if (!rule.ok) return LEVEL_ERRORS['price-required']
      return finish(await (id === null ? gateway.add(rule.value) : gateway.change(id, rule.value)), SAVED)
    },

    setActive: async (id, isActive) => finish(await gateway.setActive(id, isActive), SAVED),
    remove: async (id) => finish(await gateway.remove(id), REMOVED),

    async saveChannels({ mail, from, until }) {
      const errors = findHoursErrors({ from, until })
      if (errors.from !== null || errors.until !== null) return errors
      const quiet = from.trim() === '' ? null : { from: from.trim(), until: until.trim() }
      const saved = await gateway.saveChannels({ mail, quiet })
      if (!saved.ok) return { ...NO_CHANNEL_ERRORS, failure: failureMessage(saved.error) }
      channels.push(saved.value)
      toasts.show(CHANNELS_SAVED)
      return NO_CHANNEL_ERRORS
    },
  }
}

/** The area of alerts. Its code is loaded with the session of a client. */
export function createAlerts(ports: Omit<AlertsDeps, 'lastFiring'>) {
  const deps: AlertsDeps = { ...ports, lastFiring: createState<LastFiring>({ id: null }) }
  return {
    createAlertsView: () => createAlertsView(deps),
    createAlertNews: (openHistory: () => void) => createAlertNews(deps, openHistory),
    renewPush: () => renewPush({ ...deps, gateway: deps.alerts }),
  }
}

export type Alerts = ReturnType<typeof createAlerts>
