import { ON_OFF_MESSAGE, PORT_MESSAGE } from '#server/config/value-messages.ts'

const CALLER_LIMIT_MESSAGE = 'debe ser un número entero de 1 a 1000000'

/** Error texts of the settings of the HTTP server; each follows the name of its setting. */
export const HTTP_SETTING_MESSAGES = {
  NODE_ENV: 'debe ser production, development o test',
  HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 0.0.0.0',
  PORT: PORT_MESSAGE,
  TRUST_PROXY: 'debe ser off, el número de proxies (1 a 10) o sus direcciones separadas por comas',
  LOG_LEVEL: 'debe ser fatal, error, warn, info, debug, trace o silent',
  PORTAL_CONFIG: 'debe ser un archivo JSON con campos de /config.json',
  OFFLINE_WORKER: ON_OFF_MESSAGE,
  STREAMS_PER_ADDRESS: CALLER_LIMIT_MESSAGE,
  OLD_DAYS_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  RARE_READS_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  CHALLENGES_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  ENTITY_READS_PER_MINUTE: CALLER_LIMIT_MESSAGE,
} as const
