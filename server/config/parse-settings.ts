import * as z from 'zod'

/** The environment variables that are set, as text. */
export type Settings = Readonly<Record<string, string>>

/** Values that decide the defaults of several areas. */
export interface ConfigContext {
  /** True when NODE_ENV=production, DATABASE_URL is set, or MARKET_CLOCK=real. */
  readonly production: boolean
  /** Whether an empty database gets demo data and the portal shows that it is a demo (D43). */
  readonly demoData: boolean
}

/** A combination of valid settings that is not allowed. */
export interface SettingConflict<Name extends string = string> {
  /** The setting to correct. */
  readonly field: Name
  /** Why the setting is refused; by default, the message for invalid values. */
  readonly message?: string
  /** Whether the settings are in this conflict. */
  hasConflict(settings: Settings): boolean
}

export const isProduction = ({ NODE_ENV, DATABASE_URL, MARKET_CLOCK }: Settings): boolean =>
  NODE_ENV === 'production' || DATABASE_URL !== undefined || MARKET_CLOCK === 'real'

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))

export const portNumber = wholeNumber(0, 65_535)

/** A name or an address at which the server listens. */
export const listenHost = z
  .string()
  .regex(/^[\w.:-]+$/)
  .default('localhost')

/** The URL of a site without a path; its value is the origin. */
export const siteUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+\/?$/)
  .refine((url) => URL.canParse(url))
  .transform((url) => new URL(url).origin)

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Converts a duration such as `30s`, `5m` or `2h` to milliseconds, and `off` to null. */
export const duration = z.union([
  z.literal('off').transform(() => null),
  z
    .string()
    .regex(/^\d{1,5}[smh]$/)
    .transform((text) => Number(text.slice(0, -1)) * (DURATION_UNITS[text.slice(-1)] ?? 0)),
])

/** Error texts of settings that several areas have; each follows the name of its setting. */
export const PORT_MESSAGE = 'debe ser un número entero de 0 a 65535'
export const ON_OFF_MESSAGE = 'debe ser on u off'

/** Host names and addresses of this machine. */
const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The URL of another machine, or null. */
function parseRemote(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return LOCAL_HOST.test(url.hostname) ? null : url
}

/** Whether a URL is plain HTTP to another machine. */
export const isRemotePlainHttp = (url: string): boolean => parseRemote(url)?.protocol === 'http:'

/** Whether a URL is SMTP to another machine that may go on without TLS. */
export function isRemotePlainSmtp(text: string): boolean {
  const url = parseRemote(text)
  return url?.protocol === 'smtp:' && url.searchParams.get('requireTLS') !== 'true'
}

/** Whether a PostgreSQL URL connects to another machine whose certificate it does not check. */
export function isRemotePlainPostgres(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  // `host` wins over the host of the URL; a path is the folder of a Unix socket.
  const host = searchParams.get('host') ?? hostname
  const isLocal = host === '' || host.startsWith('/') || LOCAL_HOST.test(host)
  return !isLocal && searchParams.get('sslmode') !== 'verify-full'
}
