import { type Logger, pino } from 'pino'

import type { ServerConfig } from '#server/config.ts'

/** One JSON object a line on the standard output; what a caller sent is in none of them. */
export const createLogger = (level: ServerConfig['logLevel']): Logger =>
  pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } })
