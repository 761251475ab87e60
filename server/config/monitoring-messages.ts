/** Valid values of the settings of the metrics. */
export const MONITORING_SETTING_MESSAGES = {
  METRICS_PORT: 'debe ser un número entero de 0 a 65535',
  METRICS_HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 10.0.0.5',
} as const
