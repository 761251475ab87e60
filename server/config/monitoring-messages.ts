import { PORT_MESSAGE } from '#server/config/value-messages.ts'

/** Error texts of the settings of the metrics; each follows the name of its setting. */
export const MONITORING_SETTING_MESSAGES = {
  METRICS_PORT: PORT_MESSAGE,
  METRICS_HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 10.0.0.5',
} as const
