import { isIP } from 'node:net'
import * as z from 'zod'

import { SETTING_MESSAGES, type SettingName } from '#server/messages.ts'
import { isEmail } from '#src/domain/identity/email.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, instantOf, parseDate } from '#src/domain/time/bogota.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The shortest key that the operator's calls may be guarded with, in characters. */
export const MIN_OPERATOR_KEY_LENGTH = 16

/** The shortest password of the application account, in characters: tokens are made with it. */
export const MIN_APPLICATION_PASSWORD_LENGTH = 16

/** Market seconds in a real second that the simulator keeps up with. */
export const MAX_SIMULATION_SPEED = 3_600

/** The highest limit for one network address; nobody reaches it. */
const MAX_CALLER_LIMIT = 1_000_000

/** The market's clock: the demo's own (D52), the real one, or the demo's begun at an instant (D60). */
export type MarketClockSetting =
  | { readonly kind: 'demo' }
  | { readonly kind: 'real' }
  | { readonly kind: 'from'; readonly instant: Instant }

/** Whom the server believes about a caller's address: nobody, the nearest so many proxies, or these addresses. */
export type TrustedProxies = false | number | readonly string[]

/** What the server is told of its surroundings (D60). */
export interface ServerConfig {
  /** NODE_ENV=production, DATABASE_URL or MARKET_CLOCK=real. */
  readonly production: boolean
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly dataDir: string
  /** PostgreSQL; without it SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  readonly marketClock: MarketClockSetting
  readonly marketSource: 'simulator' | 'ingest'
  /** Null leaves the choice to the market. */
  readonly simulationSeed: number | null
  readonly simulationSpeed: number
  /** Whether an empty database gets the demo's data, and the portal says that it is a demo (D43). */
  readonly demoData: boolean
  readonly operatorKey: string | null
  readonly trustProxy: TrustedProxies
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** A JSON file with fields of `/config.json` that differ from the defaults (D39). */
  readonly portalConfig: string | null
  readonly limits: CallerLimits
  readonly identity: IdentitySettings
}

/** What one network address may have of the market's calls that cost the machine most. */
export interface CallerLimits {
  /** Streams open at once. */
  readonly streamsPerAddress: number
  /** Charts a minute of days whose deals are not at hand. */
  readonly oldDaysPerMinute: number
}

/** What clients' accounts and sessions need to know. */
export interface IdentitySettings {
  /** Whether DEMO_DATA=on asked for the demo's accounts, even beside others. */
  readonly demoAsked: boolean
  /** Where the portal is for whoever reads a mail, without a last slash; null is where the server listens. */
  readonly publicUrl: string | null
  /** Without a mail server messages go into files. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The account that the application token is for (D10). */
  readonly applicationAccount: ApplicationAccount | null
  /** Of the service that checks people instead of ALTCHA (D9). */
  readonly humanCheckSecret: string | null
  /** Added to the real clock it gives the session clock, in milliseconds; for tests. */
  readonly clockOffset: number
}

/** Never leaves the server. */
export interface ApplicationAccount {
  readonly user: string
  readonly password: string
}

/** A variable of the environment that cannot be used, and the sentence that says what may stand there. */
export interface ConfigViolation {
  readonly field: SettingName
  readonly message: string
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/
const MASK = /^\d{1,3}$/

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** An address of IPv4 or IPv6, or a net of them (`10.0.0.0/8`). */
function isAddressOrNet(text: string): boolean {
  const [address = '', mask, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return mask === undefined || (MASK.test(mask) && Number(mask) <= (version === 4 ? 32 : 128))
}

/** Without an offset the text is Bogotá's time (D1). */
function instantIn(text: string): Instant | null {
  const [, date = '', , , , offset] = INSTANT.exec(text) ?? []
  if (parseDate(date) === null || date < '2000' || date >= '2100') return null
  const instant = offset === undefined ? instantOf(date, text.slice(date.length + 1)) : Date.parse(text)
  return Number.isFinite(instant) ? instant : null
}

const startInstant = z.string().transform((text, context): MarketClockSetting => {
  const instant = instantIn(text)
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
    .pipe(z.array(z.string().refine(isAddressOrNet)).readonly()),
])

/** The address of a site, without a path of its own. */
const publicUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+\/?$/)
  .refine((url) => URL.canParse(url))
  .transform((url) => new URL(url).origin)

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
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  PORTAL_CONFIG: z.string().optional(),
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

/** Settings that are right each by itself and wrong together. */
const CONFLICTS: readonly (readonly [field: SettingName, conflict: (settings: Settings) => boolean])[] = [
  ['OPERATOR_KEY', (settings) => settings['MARKET_SOURCE'] === 'ingest' && settings['OPERATOR_KEY'] === undefined],
  ['APPLICATION_USER', (settings) => 'APPLICATION_USER' in settings && !('APPLICATION_PASSWORD' in settings)],
  ['APPLICATION_PASSWORD', (settings) => 'APPLICATION_PASSWORD' in settings && !('APPLICATION_USER' in settings)],
  ['CLOCK_OFFSET_MS', (settings) => isProduction(settings) && Number(settings['CLOCK_OFFSET_MS'] ?? 0) !== 0],
  ['SIM_SPEED', (settings) => settings['MARKET_CLOCK'] === 'real' && Number(settings['SIM_SPEED'] ?? 1) !== 1],
]

/** Lets the demo show the step of the application token (D10). */
const DEMO_APPLICATION: ApplicationAccount = { user: 'demo-aplicacion', password: 'Demo#Dolar2026-aplicacion' }

function applicationAccountOf(settings: Environment, demoData: boolean): ApplicationAccount | null {
  const { APPLICATION_USER: user, APPLICATION_PASSWORD: password } = settings
  if (user !== undefined && password !== undefined) return { user, password }
  return demoData ? DEMO_APPLICATION : null
}

function identityOf(settings: Environment, demoData: boolean): IdentitySettings {
  return {
    demoAsked: settings.DEMO_DATA === true,
    publicUrl: settings.PUBLIC_URL ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    applicationAccount: applicationAccountOf(settings, demoData),
    humanCheckSecret: settings.HUMAN_CHECK_SECRET ?? null,
    clockOffset: settings.CLOCK_OFFSET_MS,
  }
}

function configOf(settings: Environment, production: boolean): ServerConfig {
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
    operatorKey: settings.OPERATOR_KEY ?? null,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    portalConfig: settings.PORTAL_CONFIG ?? null,
    limits: { streamsPerAddress: settings.STREAMS_PER_ADDRESS, oldDaysPerMinute: settings.OLD_DAYS_PER_MINUTE },
    identity: identityOf(settings, demoData),
  }
}

const isSetting = (field: PropertyKey | undefined): field is SettingName =>
  typeof field === 'string' && Object.hasOwn(SETTING_MESSAGES, field)

const violation = (field: SettingName): ConfigViolation => ({ field, message: SETTING_MESSAGES[field] })

/** The settings of an environment; an empty variable is one that is not set. Tells every violation, not the first alone. */
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
    ? ok(configOf(parsed.data, isProduction(settings)))
    : err([...fields].map(violation))
}
