import { readFile } from 'node:fs/promises'

import { VISITOR_BASE } from '#server/http/paths.ts'
import { type ConfigReply, configReply, links } from '#src/adapters/http/contract/config.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { DEMO_CONTACT } from '#src/simulator/demo-contact.ts'

/** The fields of `/config.json` that do not depend on the running server. */
export type PortalConfig = Omit<ConfigReply, 'clockShiftMs' | 'demo' | 'simulated'>

/** Returns the content of `/config.json`: the configuration and the state of the server. */
export const toConfigReply = (
  config: PortalConfig,
  serverState: Pick<ConfigReply, 'clockShiftMs' | 'demo' | 'simulated'>,
): ConfigReply => ({ ...config, ...serverState })

/**
 * The file of PORTAL_CONFIG has invalid or unknown fields. `fields` is empty when the file cannot
 * be read or is not a JSON object.
 */
export interface PortalConfigFailure {
  readonly kind: 'portal-config'
  readonly file: string
  readonly fields: readonly string[]
}

/** Default configuration, with the paths of this server (D39, D61). */
const DEFAULT_CONFIG = {
  marketApi: '/api/market',
  imcApi: '/api/imc',
  passwordService: '/api/password',
  newsApi: '/api',
  publicApi: VISITOR_BASE,
  registrationWebhook: '/api/registro',
  applicationToken: { hosts: ['/api/application-token'], copy: true },
  humanCheck: { provider: 'altcha', challengeUrl: '/api/human-check/challenge', siteKey: null },
  checkout: null,
  tickers: [...DEFAULT_TICKERS],
} satisfies PortalConfig

/** Default configuration of the demo, with its sample pages and a test checkout. */
const DEMO_CONFIG = {
  ...DEFAULT_CONFIG,
  checkout: { provider: 'sandbox', publicKey: 'pk-demo', test: true },
  links: {
    divisas: SCREENS.exchange.path,
    contacto: SCREENS.contact.path,
    correo: DEMO_CONTACT.mail,
    telefono: DEMO_CONTACT.phone,
    ciudad: DEMO_CONTACT.city,
    privacidad: SCREENS.privacy.path,
    datos: SCREENS.dataTreatment.path,
    terminos: SCREENS.termsOfUse.path,
  },
} satisfies PortalConfig

const { clockShiftMs: _clock, demo: _demo, simulated: _simulated, ...validFields } = configReply.shape

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges the fields of a file into the defaults, also one level down inside objects. */
const mergeFields = (defaults: Record<string, unknown>, fileFields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys({ ...defaults, ...fileFields }).map((name) => {
      const [defaultValue, fileValue] = [defaults[name], fileFields[name]]
      if (!(name in fileFields)) return [name, defaultValue]
      const areObjects = isObject(defaultValue) && isObject(fileValue)
      return [name, areObjects ? { ...defaultValue, ...fileValue } : fileValue]
    }),
  )

/** Finds unknown fields of a file, also one level down inside objects. */
const findUnknownFields = (fileFields: Record<string, unknown>, parsed: Record<string, unknown>): readonly string[] =>
  Object.entries(fileFields).flatMap(([name, value]) => {
    if (!(name in validFields)) return [name]
    const parsedValue = parsed[name]
    // The schema has dropped unknown keys of `parsed`.
    return isObject(value) && isObject(parsedValue)
      ? Object.keys(value).flatMap((key) => (key in parsedValue ? [] : [`${name}.${key}`]))
      : []
  })

async function readObject(file: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Server settings that choose the defaults. */
interface PortalDefaults {
  readonly demo: boolean
  /** Without an application account, the portal skips the application token (D10). */
  readonly hasApplicationAccount: boolean
}

/**
 * Reads the portal's configuration: the defaults, merged with the fields of `file` unless it is
 * null.
 */
export async function readPortalConfig(
  file: string | null,
  { demo, hasApplicationAccount }: PortalDefaults,
): Promise<Result<PortalConfig, PortalConfigFailure>> {
  const applicationToken = hasApplicationAccount ? DEFAULT_CONFIG.applicationToken : { hosts: [], copy: true }
  const defaults: PortalConfig = { ...(demo ? DEMO_CONFIG : DEFAULT_CONFIG), applicationToken }
  if (file === null) return ok(defaults)
  const fileFields = await readObject(file)
  if (fileFields === null) return err({ kind: 'portal-config', file, fields: [] })
  // The reads of visitors of this server are not those of another market.
  const hasOtherMarket = 'marketApi' in fileFields || 'newsApi' in fileFields
  const ownDefaults = hasOtherMarket ? { ...defaults, publicApi: null } : { ...defaults }
  const parsed = configReply.safeParse({ ...mergeFields(ownDefaults, fileFields), clockShiftMs: 0, demo })
  const unknownFields = findUnknownFields(fileFields, parsed.success ? parsed.data : {})
  const invalidFields = parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'))
  if (unknownFields.length + invalidFields.length > 0 || !parsed.success) {
    return err({ kind: 'portal-config', file, fields: [...new Set([...unknownFields, ...invalidFields])] })
  }
  const { clockShiftMs: _shift, demo: _flag, simulated: _kinds, ...config } = parsed.data
  return ok(config)
}

const SAMPLE_PATHS: ReadonlySet<string> = new Set(
  [SCREENS.exchange, SCREENS.contact, SCREENS.privacy, SCREENS.dataTreatment, SCREENS.termsOfUse].map(
    ({ path }) => path,
  ),
)

/**
 * Names what users expect of an operator (§2.2) and the configuration does not have: pages other than
 * the samples, contacts, and the terms of clients.
 */
export function findMissingTexts({ links: given = {}, terms }: PortalConfig): readonly string[] {
  const names = Object.keys(links.shape) as (keyof typeof given)[]
  const missing = names.filter((name) => SAMPLE_PATHS.has(given[name] ?? SCREENS.contact.path))
  return [...missing.map((name) => `links.${name}`), ...(terms ? [] : ['terms'])]
}

/** The URLs that the portal calls; those of this server are paths. */
export const listCalledUrls = (config: PortalConfig): readonly string[] => [
  config.marketApi,
  config.imcApi,
  config.passwordService,
  config.newsApi,
  ...(config.publicApi ? [config.publicApi] : []),
  config.registrationWebhook,
  ...config.applicationToken.hosts,
  ...(config.humanCheck.challengeUrl === null ? [] : [config.humanCheck.challengeUrl]),
]
