import { isIP } from 'node:net'
import * as z from 'zod'

import type { S3Location } from '#server/documents/s3-files.ts'
import { parseS3Location } from '#server/documents/s3-location.ts'
import { SETTING_MESSAGES, type SettingName } from '#server/start-messages.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, parseDate, toInstant } from '#src/domain/time/bogota.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Minimum length of the operator key, in characters. */
export const MIN_OPERATOR_KEY_LENGTH = 16

/** Minimum length of the password of the application account, in characters. */
export const MIN_APPLICATION_PASSWORD_LENGTH = 16

/** Maximum speed of the simulator, in market seconds per real second. */
export const MAX_SIMULATION_SPEED = 3_600

/** Maximum value of the limits per network address. */
const MAX_CALLER_LIMIT = 1_000_000

/**
 * The market's clock: the demo clock (D52), the real clock, or a demo clock that starts at an
 * instant (D60).
 */
export type MarketClockSetting =
  | { readonly kind: 'demo' }
  | { readonly kind: 'real' }
  | { readonly kind: 'from'; readonly instant: Instant }

/**
 * Trusted proxies: false for none, a number for the nearest n, a list for IP addresses or
 * networks.
 */
export type TrustedProxies = false | number | readonly string[]

/** Configuration of the server, from environment variables (D60). */
export interface ServerConfig {
  /** True when NODE_ENV=production, DATABASE_URL is set, or MARKET_CLOCK=real. */
  readonly production: boolean
  readonly host: string
  /** 0 uses any free port. */
  readonly port: number
  readonly dataDir: string
  /** PostgreSQL; without it SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  readonly marketClock: MarketClockSetting
  readonly marketSource: 'simulator' | 'ingest'
  /** Null uses the seed of the database, or the default seed. */
  readonly simulationSeed: number | null
  readonly simulationSpeed: number
  /** Whether an empty database gets demo data and the portal shows that it is a demo (D43). */
  readonly demoData: boolean
  /** Authorizes the calls of the operator; null refuses them all. */
  readonly operatorKey: string | null
  /** Time from the last document to the automatic approval, in milliseconds (D31); null for none. */
  readonly autoApproveAfter: number | null
  /** The bucket for documents; null stores them in `dataDir`. */
  readonly documents: S3Location | null
  readonly trustProxy: TrustedProxies
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** A JSON file with fields of `/config.json` that differ from the defaults (D39). */
  readonly portalConfig: string | null
  /** Whether browsers get the offline worker; if not, one that removes it (D75). */
  readonly offlineWorker: boolean
  readonly limits: CallerLimits
  readonly identity: IdentitySettings
}

/** Limits per network address for the most expensive market requests. */
export interface CallerLimits {
  /** Maximum number of open streams. */
  readonly streamsPerAddress: number
  /** Maximum chart requests per minute for days whose deals are not in memory. */
  readonly oldDaysPerMinute: number
}

/** Configuration of accounts and sessions. */
export interface IdentitySettings {
  /** True for DEMO_DATA=on: demo accounts are created even when other accounts exist. */
  readonly demoAccountsRequired: boolean
  /** Address of the portal in mails, without a last slash; null uses the address of the server. */
  readonly publicUrl: string | null
  /** Null writes messages to files instead of sending them. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The account whose credentials issue application tokens (D10). */
  readonly applicationAccount: ApplicationAccount | null
  /** Secret of the human-check service that replaces ALTCHA (D9). */
  readonly humanCheckSecret: string | null
  /** Session clock minus real clock, in milliseconds; for tests. */
  readonly clockOffset: number
}

/** User and password of the application account. No response contains them. */
export interface ApplicationAccount {
  readonly user: string
  readonly password: string
}

/** An invalid environment variable, with a sentence about its valid values. */
export interface ConfigViolation {
  readonly field: SettingName
  readonly message: string
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/
const MASK = /^\d{1,3}$/

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** Whether the text is an IP address or a network (`10.0.0.0/8`). */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', mask, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return mask === undefined || (MASK.test(mask) && Number(mask) <= (version === 4 ? 32 : 128))
}

/** Parses an instant; without an offset it is Bogotá time (D1). */
function parseInstant(text: string): Instant | null {
  const [, date = '', , , , offset] = INSTANT.exec(text) ?? []
  if (parseDate(date) === null || date < '2000' || date >= '2100') return null
  const instant = offset === undefined ? toInstant(date, text.slice(date.length + 1)) : Date.parse(text)
  return Number.isFinite(instant) ? instant : null
}

const startInstant = z.string().transform((text, context): MarketClockSetting => {
  const instant = parseInstant(text)
  if (instant !== null) return { kind: 'from', instant }
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

const marketClock = z.union([
  z.literal('demo').transform((): MarketClockSetting => ({ kind: 'demo' })),
  z.literal('real').transform((): MarketClockSetting => ({ kind: 'real' })),
  startInstant,
])

const trustProxy = z.union([
  z.literal('off').transform((): TrustedProxies => false),
  wholeNumber(1, 10),
  z
    .string()
    .transform((text): TrustedProxies => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.string().refine(isAddressOrNetwork)).readonly()),
])

/** The address of a site, without a path. */
const publicUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+\/?$/)
  .refine((url) => URL.canParse(url))
  .transform((url) => new URL(url).origin)

const bucket = z.string().transform((text, context) => {
  const location = parseS3Location(text)
  if (location !== null) return location
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** A duration such as `30s`, `5m` or `2h`; `off` is null. */
const duration = z.union([
  z.literal('off').transform(() => null),
  z
    .string()
    .regex(/^\d{1,5}[smh]$/)
    .transform((text) => Number(text.slice(0, -1)) * (DURATION_UNITS[text.slice(-1)] ?? 0)),
])

const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('localhost'),
  PORT: wholeNumber(0, 65_535).default(3_000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .refine((url) => URL.canParse(url))
    .optional(),
  MARKET_CLOCK: marketClock.default({ kind: 'demo' }),
  MARKET_SOURCE: z.enum(['simulator', 'ingest']).default('simulator'),
  SIM_SEED: wholeNumber(0, 2 ** 32 - 1).optional(),
  SIM_SPEED: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/)
    .transform(Number)
    .pipe(z.number().positive().max(MAX_SIMULATION_SPEED))
    .default(1),
  DEMO_DATA: onOff.optional(),
  OPERATOR_KEY: z.string().min(MIN_OPERATOR_KEY_LENGTH).optional(),
  AUTO_APPROVE_AFTER: duration.optional(),
  DOCUMENTS_URL: bucket.optional(),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  PORTAL_CONFIG: z.string().optional(),
  OFFLINE_WORKER: onOff.default(true),
  PUBLIC_URL: publicUrl.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/)
    .refine((url) => URL.canParse(url))
    .optional(),
  MAIL_FROM: z.string().refine(isEmail).default('no-responder@mercadodolar.example'),
  APPLICATION_USER: z.string().max(100).optional(),
  APPLICATION_PASSWORD: z.string().min(MIN_APPLICATION_PASSWORD_LENGTH).optional(),
  HUMAN_CHECK_SECRET: z.string().optional(),
  STREAMS_PER_ADDRESS: wholeNumber(1, MAX_CALLER_LIMIT).default(100),
  OLD_DAYS_PER_MINUTE: wholeNumber(1, MAX_CALLER_LIMIT).default(60),
  CLOCK_OFFSET_MS: z
    .string()
    .regex(/^-?\d{1,12}$/)
    .transform(Number)
    .default(0),
})

type Settings = Readonly<Record<string, string>>
type Environment = z.output<typeof environment>

const isProduction = ({ NODE_ENV, DATABASE_URL, MARKET_CLOCK }: Settings) =>
  NODE_ENV === 'production' || DATABASE_URL !== undefined || MARKET_CLOCK === 'real'

/** Combinations of valid settings that are not allowed. */
const CONFLICTS: readonly (readonly [field: SettingName, conflict: (settings: Settings) => boolean])[] = [
  ['OPERATOR_KEY', (settings) => settings['MARKET_SOURCE'] === 'ingest' && settings['OPERATOR_KEY'] === undefined],
  ['APPLICATION_USER', (settings) => 'APPLICATION_USER' in settings && !('APPLICATION_PASSWORD' in settings)],
  ['APPLICATION_PASSWORD', (settings) => 'APPLICATION_PASSWORD' in settings && !('APPLICATION_USER' in settings)],
  ['CLOCK_OFFSET_MS', (settings) => isProduction(settings) && Number(settings['CLOCK_OFFSET_MS'] ?? 0) !== 0],
  ['SIM_SPEED', (settings) => settings['MARKET_CLOCK'] === 'real' && Number(settings['SIM_SPEED'] ?? 1) !== 1],
]

/** The application account of the demo (D10). */
const DEMO_APPLICATION: ApplicationAccount = { user: 'demo-aplicacion', password: 'Demo#Dolar2026-aplicacion' }

/** Key of the operator on the demo's server (D43); never in production, where everybody knows it. */
const DEMO_OPERATOR_KEY = 'Demo#Dolar2026-operador'

function readOperatorKey({ OPERATOR_KEY: key }: Environment, demoData: boolean, production: boolean): string | null {
  if (key !== undefined) return key
  return demoData && !production ? DEMO_OPERATOR_KEY : null
}

function readApplicationAccount(settings: Environment, demoData: boolean): ApplicationAccount | null {
  const { APPLICATION_USER: user, APPLICATION_PASSWORD: password } = settings
  if (user !== undefined && password !== undefined) return { user, password }
  return demoData ? DEMO_APPLICATION : null
}

function readIdentitySettings(settings: Environment, demoData: boolean): IdentitySettings {
  return {
    demoAccountsRequired: settings.DEMO_DATA === true,
    publicUrl: settings.PUBLIC_URL ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    applicationAccount: readApplicationAccount(settings, demoData),
    humanCheckSecret: settings.HUMAN_CHECK_SECRET ?? null,
    clockOffset: settings.CLOCK_OFFSET_MS,
  }
}

/** The default of the demo (D31). */
const DEMO_AUTO_APPROVE_MS = 30_000

/** Never the demo's default in production: a request of a real entity waits for the operator. */
function readAutoApproval(settings: Environment, demoData: boolean, production: boolean): number | null {
  const { AUTO_APPROVE_AFTER: after } = settings
  if (after !== undefined) return after
  return demoData && !production ? DEMO_AUTO_APPROVE_MS : null
}

function toConfig(settings: Environment, production: boolean): ServerConfig {
  const demoData = settings.DEMO_DATA ?? !production
  return {
    production,
    host: settings.HOST,
    port: settings.PORT,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    marketClock: settings.MARKET_CLOCK,
    marketSource: settings.MARKET_SOURCE,
    simulationSeed: settings.SIM_SEED ?? null,
    simulationSpeed: settings.SIM_SPEED,
    demoData,
    operatorKey: readOperatorKey(settings, demoData, production),
    autoApproveAfter: readAutoApproval(settings, demoData, production),
    documents: settings.DOCUMENTS_URL ?? null,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    portalConfig: settings.PORTAL_CONFIG ?? null,
    offlineWorker: settings.OFFLINE_WORKER,
    limits: { streamsPerAddress: settings.STREAMS_PER_ADDRESS, oldDaysPerMinute: settings.OLD_DAYS_PER_MINUTE },
    identity: readIdentitySettings(settings, demoData),
  }
}

const isSetting = (field: PropertyKey | undefined): field is SettingName =>
  typeof field === 'string' && Object.hasOwn(SETTING_MESSAGES, field)

const violation = (field: SettingName): ConfigViolation => ({ field, message: SETTING_MESSAGES[field] })

/**
 * Reads the configuration from environment variables; an empty variable counts as not set. Returns
 * all violations.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<ServerConfig, readonly ConfigViolation[]> {
  const settings: Settings = Object.fromEntries(
    Object.entries(env)
      .map(([name, value = '']) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  const parsed = environment.safeParse(settings)
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]).filter(isSetting)
  const conflicting = CONFLICTS.filter(([, conflict]) => conflict(settings)).map(([field]) => field)
  const fields = new Set([...wrong, ...conflicting])
  return parsed.success && fields.size === 0
    ? ok(toConfig(parsed.data, isProduction(settings)))
    : err([...fields].map(violation))
}
