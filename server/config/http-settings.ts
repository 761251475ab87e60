import { isIP } from 'node:net'
import * as z from 'zod'

import {
  listenHost,
  ON_OFF_MESSAGE,
  onOff,
  PORT_MESSAGE,
  portNumber,
  siteUrl,
  wholeNumber,
} from '#server/config/parse-settings.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Maximum value of the limits per network. */
const MAX_CALLER_LIMIT = 1_000_000

/**
 * Trusted proxies: false for no proxy, a number for the nearest n, a list for IP addresses or
 * networks.
 */
export type TrustedProxies = false | number | readonly string[]

/** Limits per network of callers for the most expensive requests. */
interface CallerLimits {
  /** Maximum number of open streams. */
  readonly streamsPerAddress: number
  /** Maximum number of open streams of all networks, in one process. */
  readonly streams: number
  /** Maximum chart requests per minute for days whose deals are not in memory. */
  readonly oldDaysPerMinute: number
  /**
   * Maximum market reads per minute with unusual parameters: another delay, band width or TRM
   * range.
   */
  readonly rareReadsPerMinute: number
  /** Maximum calls of the public API per minute. */
  readonly apiPerMinute: number
  /** Maximum calls of the public API per day with one key. */
  readonly apiPerDay: number
  /** Maximum challenges of the human check per minute. */
  readonly challengesPerMinute: number
  /** Maximum back-office reads per minute. Replies with 304 do not count. */
  readonly entityReadsPerMinute: number
}

/** Configuration of the HTTP server. */
export interface HttpConfig {
  readonly host: string
  /** 0 uses any free port. */
  readonly port: number
  /** URL at which the other servers of the database reach this one; null: where it listens. */
  readonly peerUrl: string | null
  readonly trustProxy: TrustedProxies
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Path of a JSON file with fields of `/config.json` that differ from the defaults (D39). */
  readonly portalConfigFile: string | null
  /** Whether browsers get the offline worker. False serves a worker that removes itself (D75). */
  readonly offlineWorker: boolean
  readonly limits: CallerLimits
}

const PREFIX_LENGTH = /^\d{1,3}$/

/** Whether the text is an IP address or a network (`10.0.0.0/8`). */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefixLength, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    prefixLength === undefined ||
    (PREFIX_LENGTH.test(prefixLength) && Number(prefixLength) <= (version === 4 ? 32 : 128))
  )
}

const trustProxy = z.union([
  z.literal('off').transform((): TrustedProxies => false),
  wholeNumber(1, 10),
  z
    .string()
    .transform((text): TrustedProxies => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.string().refine(isAddressOrNetwork)).readonly()),
])

export const HTTP_SETTINGS = {
  // A misspelt value would start the demo, with its known passwords, instead of production.
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  HOST: listenHost,
  PORT: portNumber.default(3_000),
  PEER_URL: siteUrl.optional(),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  PORTAL_CONFIG: z.string().optional(),
  OFFLINE_WORKER: onOff.default(true),
  STREAMS_PER_ADDRESS: wholeNumber(1, MAX_CALLER_LIMIT).default(100),
  STREAMS: wholeNumber(1, MAX_CALLER_LIMIT).default(20_000),
  OLD_DAYS_PER_MINUTE: wholeNumber(1, MAX_CALLER_LIMIT).default(60),
  RARE_READS_PER_MINUTE: wholeNumber(1, MAX_CALLER_LIMIT).default(120),
  API_PER_MINUTE: wholeNumber(1, MAX_CALLER_LIMIT).default(120),
  API_PER_DAY: wholeNumber(1, MAX_CALLER_LIMIT).default(10_000),
  CHALLENGES_PER_MINUTE: wholeNumber(1, MAX_CALLER_LIMIT).default(120),
  ENTITY_READS_PER_MINUTE: wholeNumber(1, MAX_CALLER_LIMIT).default(600),
}

type HttpSettings = z.output<z.ZodObject<typeof HTTP_SETTINGS>>

export const toHttpConfig = (settings: HttpSettings, production: boolean): HttpConfig => ({
  host: settings.HOST,
  port: settings.PORT,
  peerUrl: settings.PEER_URL ?? null,
  trustProxy: settings.TRUST_PROXY,
  logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  portalConfigFile: settings.PORTAL_CONFIG ?? null,
  offlineWorker: settings.OFFLINE_WORKER,
  limits: {
    streamsPerAddress: settings.STREAMS_PER_ADDRESS,
    streams: settings.STREAMS,
    oldDaysPerMinute: settings.OLD_DAYS_PER_MINUTE,
    rareReadsPerMinute: settings.RARE_READS_PER_MINUTE,
    apiPerMinute: settings.API_PER_MINUTE,
    apiPerDay: settings.API_PER_DAY,
    challengesPerMinute: settings.CHALLENGES_PER_MINUTE,
    entityReadsPerMinute: settings.ENTITY_READS_PER_MINUTE,
  },
})

const CALLER_LIMIT_MESSAGE = 'debe ser un número entero de 1 a 1000000'

/** Error texts of the settings of the HTTP server; each follows the name of its setting. */
export const HTTP_SETTING_MESSAGES = {
  NODE_ENV: 'debe ser production, development o test',
  HOST: 'debe ser un nombre o una dirección en la que escuchar, como localhost o 0.0.0.0',
  PORT: PORT_MESSAGE,
  PEER_URL:
    'debe ser la dirección de este servidor para los demás de la misma base de datos, como http://10.0.0.5:3000, sin ruta',
  TRUST_PROXY: 'debe ser off, el número de proxies (1 a 10) o sus direcciones separadas por comas',
  LOG_LEVEL: 'debe ser fatal, error, warn, info, debug, trace o silent',
  PORTAL_CONFIG: 'debe ser un archivo JSON con campos de /config.json',
  OFFLINE_WORKER: ON_OFF_MESSAGE,
  STREAMS_PER_ADDRESS: CALLER_LIMIT_MESSAGE,
  STREAMS: CALLER_LIMIT_MESSAGE,
  OLD_DAYS_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  RARE_READS_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  API_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  API_PER_DAY: CALLER_LIMIT_MESSAGE,
  CHALLENGES_PER_MINUTE: CALLER_LIMIT_MESSAGE,
  ENTITY_READS_PER_MINUTE: CALLER_LIMIT_MESSAGE,
} as const
