import { createHttpClient } from '#src/adapters/http/client.ts'
import { type ConfigReply, configReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'
import { getField, isRecord } from '#src/adapters/http/decode/records.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { AuthForm } from '#src/adapters/http/session-client.ts'
import type { ConfigFailure, ConfigProblem } from '#src/application/platform/start-failure.ts'
import type { PortalConfig, PortalLinks } from '#src/application/portal-config.ts'
import { SIMULATED_KINDS } from '#src/domain/quotes/feeds.ts'
import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The human check (D9): ALTCHA of the portal's server, or the widget of a provider. */
export type HumanCheckSetting =
  | { readonly provider: 'altcha'; readonly challengeUrl: string }
  | { readonly provider: WidgetProvider; readonly siteKey: string }

type WidgetProvider = Exclude<ConfigReply['humanCheck']['provider'], 'altcha'>

/** The card payment (D39): a provider with the account's public key, or the sandbox. */
type CheckoutSetting =
  | { readonly provider: 'epayco'; readonly publicKey: string; readonly test: boolean }
  | { readonly provider: 'sandbox' }

/** The validated `/config.json`. */
export interface Configuration {
  readonly marketApi: string
  readonly newsApi: string
  /** The base of the reads of visitors, which caches store (D115); null without them. */
  readonly publicApi: string | null
  readonly imcApi: string
  readonly passwordService: string
  /** The complete URL or path of the registration request; nothing is appended (D61). */
  readonly registrationWebhook: string
  readonly applicationToken: { readonly hosts: readonly string[]; readonly requiresCopy: boolean }
  readonly humanCheck: HumanCheckSetting
  /** Null when the portal offers no payment. */
  readonly checkout: CheckoutSetting | null
  /** How requests send the stored token; null when no request sends it (D56). */
  readonly auth: AuthForm | null
  /** Market clock minus real clock before the first reply, in ms (D52). */
  readonly clockShiftMs: number
  readonly portal: PortalConfig
}

/** Requires the field of the provider: the URL of challenges, or the key of the site. */
function parseHumanCheck({
  provider,
  challengeUrl,
  siteKey,
}: ConfigReply['humanCheck']): Result<HumanCheckSetting, ConfigProblem> {
  if (provider === 'altcha') {
    return challengeUrl === null ? err(toMissing('humanCheck.challengeUrl')) : ok({ provider, challengeUrl })
  }
  return siteKey ? ok({ provider, siteKey }) : err(toMissing('humanCheck.siteKey'))
}

/** Requires the public key of a provider. Returns null when the portal offers no payment. */
function parseCheckout(checkout: ConfigReply['checkout']): Result<CheckoutSetting | null, ConfigProblem> {
  if (checkout?.provider === 'sandbox') return ok({ provider: 'sandbox' })
  if (checkout?.provider !== 'epayco') return ok(null)
  const { provider, publicKey, test } = checkout
  return publicKey ? ok({ provider, publicKey, test }) : err(toMissing('checkout.publicKey'))
}

const toMissing = (field: string): ConfigProblem => ({ field, reason: 'missing' })

/** Returns the kinds of data that are simulated. Without `simulated`, `demo` decides for all. */
function readSimulated({ demo, simulated }: ConfigReply) {
  return SIMULATED_KINDS.filter((kind) => simulated?.includes(kind) ?? demo)
}

const toLinks = (links: ConfigReply['links'] = {}): PortalLinks => ({
  exchange: links.divisas ?? null,
  contact: links.contacto ?? null,
  contactMail: links.correo ?? null,
  phone: links.telefono ?? null,
  city: links.ciudad ?? null,
  privacy: links.privacidad ?? null,
  dataTreatment: links.datos ?? null,
  terms: links.terminos ?? null,
})

function toSettings(
  reply: ConfigReply,
  { humanCheck, checkout }: Pick<Configuration, 'humanCheck' | 'checkout'>,
): Configuration {
  const { marketApi, imcApi, newsApi, passwordService, registrationWebhook, clockShiftMs, links, tickers } = reply
  const { hosts, copy } = reply.applicationToken
  return {
    marketApi,
    newsApi,
    publicApi: reply.publicApi ?? null,
    imcApi,
    passwordService,
    registrationWebhook,
    applicationToken: { hosts, requiresCopy: copy },
    humanCheck,
    checkout,
    auth: reply.auth ?? null,
    clockShiftMs,
    portal: {
      simulated: readSimulated(reply),
      links: toLinks(links),
      tickers: tickers ?? DEFAULT_TICKERS,
      countries: reply.countries ?? null,
      hasServer: true,
      terms: reply.terms ? { ...reply.terms, since: Date.parse(reply.terms.since) } : null,
    },
  }
}

/** Converts a valid reply. Fails when the human check or the checkout requires a missing field. */
export function toConfiguration(reply: ConfigReply): Result<Configuration, ConfigProblem> {
  const humanCheck = parseHumanCheck(reply.humanCheck)
  if (!humanCheck.ok) return humanCheck
  const checkout = parseCheckout(reply.checkout)
  return checkout.ok ? ok(toSettings(reply, { humanCheck: humanCheck.value, checkout: checkout.value })) : checkout
}

type Path = readonly PropertyKey[]

const getChild = (value: unknown, key: PropertyKey): unknown => {
  if (Array.isArray(value)) return value[Number(key)]
  return isRecord(value) ? getField(value, String(key)) : undefined
}

const isMissing = (body: unknown, path: Path): boolean => path.reduce<unknown>(getChild, body) === undefined

const toProblem = (body: unknown, path: Path): ConfigProblem => ({
  field: path.map(String).join('.'),
  reason: isMissing(body, path) ? 'missing' : 'invalid',
})

/** Validates `/config.json`; the failure names the invalid fields (D39). */
export function parseConfiguration(body: unknown): Result<Configuration, ConfigFailure> {
  if (!isRecord(body)) return err({ kind: 'malformed' })
  const parsed = configReply.safeParse(body)
  if (!parsed.success) {
    return err({ kind: 'invalid-config', problems: parsed.error.issues.map(({ path }) => toProblem(body, path)) })
  }
  const configuration = toConfiguration(parsed.data)
  return configuration.ok ? configuration : err({ kind: 'invalid-config', problems: [configuration.error] })
}

interface ConfigurationDeps {
  readonly fetch: typeof globalThis.fetch
  /** The origin of the portal; '' is the origin of the page. */
  readonly origin?: string
}

/** Loads the configuration from the portal's server and validates it. */
export async function loadConfiguration({
  fetch,
  origin = '',
}: ConfigurationDeps): Promise<Result<Configuration, ConfigFailure>> {
  const http = createHttpClient({ base: origin, fetch })
  const body = await requestJson(http, { path: CONFIG_PATH }, (value) => ({ value }))
  return body.ok ? parseConfiguration(body.value.value) : body
}
