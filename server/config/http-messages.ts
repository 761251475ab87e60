/** Valid values of the settings of the HTTP server. */
export const HTTP_SETTING_MESSAGES = {
  HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 0.0.0.0',
  PORT: 'debe ser un número entero de 0 a 65535',
  TRUST_PROXY: 'debe ser off, el número de proxies (1 a 10) o sus direcciones separadas por comas',
  LOG_LEVEL: 'debe ser fatal, error, warn, info, debug, trace o silent',
  PORTAL_CONFIG: 'debe ser un archivo JSON con campos de /config.json',
  OFFLINE_WORKER: 'debe ser on u off',
  STREAMS_PER_ADDRESS: 'debe ser un número entero de 1 a 1000000',
  OLD_DAYS_PER_MINUTE: 'debe ser un número entero de 1 a 1000000',
  RARE_READS_PER_MINUTE: 'debe ser un número entero de 1 a 1000000',
  CHALLENGES_PER_MINUTE: 'debe ser un número entero de 1 a 1000000',
  ENTITY_READS_PER_MINUTE: 'debe ser un número entero de 1 a 1000000',
} as const
