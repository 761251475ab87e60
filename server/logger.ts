import { type Logger, pino } from 'pino'

import type { ServerConfig } from '#server/config/config.ts'

/**
 * Creates the logger, which writes one JSON object per line to standard output. Log lines never
 * contain request bodies or queries.
 */
export const createLogger = (level: ServerConfig['logLevel']): Logger =>
  pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } })
