import { PORT_MESSAGE } from '#server/config/value-messages.ts'

/** Valid values of the settings of the metrics. */
export const MONITORING_SETTING_MESSAGES = {
  METRICS_PORT: PORT_MESSAGE,
  METRICS_HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 10.0.0.5',
} as const
