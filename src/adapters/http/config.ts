import type { AuthForm } from '#src/adapters/http/authorization.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { type ConfigReply, configReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'
import { getField, isRecord } from '#src/adapters/http/decode/records.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ConfigFailure, ConfigProblem } from '#src/application/platform/failure.ts'
import type { PortalConfig } from '#src/application/ports.ts'
import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** The human check (D9): ALTCHA of our server, or the widget of a provider. */
export type HumanCheckSetting =
  | { readonly provider: 'altcha'; readonly challengeUrl: string }
  | { readonly provider: WidgetProvider; readonly siteKey: string }

export type WidgetProvider = Exclude<ConfigReply['humanCheck']['provider'], 'altcha'>

/** `/config.json` after validation. */
export interface Configuration {
  readonly marketApi: string
  readonly newsApi: string
  readonly passwordService: string
  /** A complete address; no path is appended (D61). */
  readonly registrationWebhook: string
  readonly applicationToken: { readonly hosts: readonly string[]; readonly copied: boolean }
  readonly humanCheck: HumanCheckSetting
  /** How requests carry the stored token; null sends none (D56). */
  readonly auth: AuthForm | null
  /** Market clock minus real clock, in milliseconds. */
  readonly clockShiftMs: number
  readonly portal: PortalConfig
}

/**
 * Checks the field that the provider requires: the address of challenges, or the key of the site.
 */
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

const toMissing = (field: string): ConfigProblem => ({ field, reason: 'missing' })

function toConfiguration(reply: ConfigReply, humanCheck: HumanCheckSetting): Configuration {
  const { marketApi, newsApi, passwordService, registrationWebhook, clockShiftMs, demo, links, tickers } = reply
  const { hosts, copy } = reply.applicationToken
  return {
    marketApi,
    newsApi,
    passwordService,
    registrationWebhook,
    applicationToken: { hosts, copied: copy },
    humanCheck,
    auth: reply.auth ?? null,
    clockShiftMs,
    portal: {
      demo,
      links: {
        exchange: links?.divisas ?? null,
        contact: links?.contacto ?? null,
        privacy: links?.privacidad ?? null,
        dataTreatment: links?.datos ?? null,
        terms: links?.terminos ?? null,
      },
      tickers: tickers ?? DEFAULT_TICKERS,
      countries: reply.countries ?? null,
    },
  }
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

/** Validates `/config.json`; the failure names every invalid field (D39). */
export function parseConfiguration(body: unknown): Result<Configuration, ConfigFailure> {
  if (!isRecord(body)) return err({ kind: 'malformed' })
  const parsed = configReply.safeParse(body)
  if (!parsed.success) {
    return err({ kind: 'invalid-config', problems: parsed.error.issues.map(({ path }) => toProblem(body, path)) })
  }
  const humanCheck = parseHumanCheck(parsed.data.humanCheck)
  if (!humanCheck.ok) return err({ kind: 'invalid-config', problems: [humanCheck.error] })
  return ok(toConfiguration(parsed.data, humanCheck.value))
}

export interface ConfigurationDeps {
  readonly fetch: typeof globalThis.fetch
  /** The origin of the portal; '' is the origin of the page. */
  readonly origin?: string
}

/** Loads and validates the configuration of the portal's own server. */
export async function loadConfiguration({
  fetch,
  origin = '',
}: ConfigurationDeps): Promise<Result<Configuration, ConfigFailure>> {
  const http = createHttpClient({ base: origin, fetch })
  const body = await requestJson(http, { path: CONFIG_PATH }, (value) => ({ value }))
  return body.ok ? parseConfiguration(body.value.value) : body
}
