import type * as z from 'zod'

import { listenHost, PORT_MESSAGE, portNumber } from '#server/config/parse-settings.ts'

/** Configuration of the metrics. */
export interface MonitoringConfig {
  /** Where the metrics are served; null disables them. */
  readonly metrics: { readonly host: string; readonly port: number } | null
}

export const MONITORING_SETTINGS = {
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: listenHost,
}

type MonitoringSettings = z.output<z.ZodObject<typeof MONITORING_SETTINGS>>

export const toMonitoringConfig = (settings: MonitoringSettings): MonitoringConfig => ({
  metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
})

/** Error texts of the settings of the metrics; each follows the name of its setting. */
export const MONITORING_SETTING_MESSAGES = {
  METRICS_PORT: PORT_MESSAGE,
  METRICS_HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 10.0.0.5',
} as const
