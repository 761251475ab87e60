import type { AuthForm } from '#src/adapters/http/authorization.ts'
import { createHttpClient } from '#src/adapters/http/client.ts'
import { type ConfigReply, configReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'
import { fieldOf, isRecord } from '#src/adapters/http/decode/loose-records.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ConfigFailure, ConfigProblem } from '#src/application/platform/failure.ts'
import type { PortalConfig } from '#src/application/ports.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Symbols of the ticker where the configuration names none (D62). */
export const DEFAULT_TICKERS = ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'] as const

/** Who asks whether a person is there (D9): the portal's own check, or a provider's widget. */
export type HumanCheckSetting =
  | { readonly provider: 'altcha'; readonly challengeUrl: string }
  | { readonly provider: WidgetProvider; readonly siteKey: string }

export type WidgetProvider = Exclude<ConfigReply['humanCheck']['provider'], 'altcha'>

/** `/config.json` as the adapters and the pages need it. */
export interface Configuration {
  readonly marketApi: string
  readonly newsApi: string
  readonly passwordService: string
  /** A whole address: nothing is appended (D61). */
  readonly registrationWebhook: string
  readonly applicationToken: { readonly hosts: readonly string[]; readonly copied: boolean }
  readonly humanCheck: HumanCheckSetting
  /** How the stored token is sent to servers that want it, null where none does (D56). */
  readonly auth: AuthForm | null
  /** Market clock minus real clock, in milliseconds. */
  readonly clockShiftMs: number
  readonly portal: PortalConfig
}

/** What the provider needs besides its name: the address of challenges, or the key of the site. */
function humanCheckOf({
  provider,
  challengeUrl,
  siteKey,
}: ConfigReply['humanCheck']): Result<HumanCheckSetting, ConfigProblem> {
  if (provider === 'altcha') {
    return challengeUrl === null ? err(missing('humanCheck.challengeUrl')) : ok({ provider, challengeUrl })
  }
  return siteKey ? ok({ provider, siteKey }) : err(missing('humanCheck.siteKey'))
}

const missing = (field: string): ConfigProblem => ({ field, reason: 'missing' })

function configurationOf(reply: ConfigReply, humanCheck: HumanCheckSetting): Configuration {
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

const childOf = (value: unknown, key: PropertyKey): unknown => {
  if (Array.isArray(value)) return value[Number(key)]
  return isRecord(value) ? fieldOf(value, String(key)) : undefined
}

const isMissing = (body: unknown, path: Path): boolean => path.reduce<unknown>(childOf, body) === undefined

const problemAt = (body: unknown, path: Path): ConfigProblem => ({
  field: path.map(String).join('.'),
  reason: isMissing(body, path) ? 'missing' : 'invalid',
})

/** Checks what `/config.json` answered; every field that cannot be used is named (D39). */
export function parseConfiguration(body: unknown): Result<Configuration, ConfigFailure> {
  if (!isRecord(body)) return err({ kind: 'malformed' })
  const parsed = configReply.safeParse(body)
  if (!parsed.success) {
    return err({ kind: 'invalid-config', problems: parsed.error.issues.map(({ path }) => problemAt(body, path)) })
  }
  const humanCheck = humanCheckOf(parsed.data.humanCheck)
  if (!humanCheck.ok) return err({ kind: 'invalid-config', problems: [humanCheck.error] })
  return ok(configurationOf(parsed.data, humanCheck.value))
}

export interface ConfigurationNeeds {
  readonly fetch: typeof globalThis.fetch
  /** Where the portal lives; '' is the page's own origin. */
  readonly origin?: string
}

/** Reads the configuration of the portal from its own server. */
export async function loadConfiguration({
  fetch,
  origin = '',
}: ConfigurationNeeds): Promise<Result<Configuration, ConfigFailure>> {
  const http = createHttpClient({ base: origin, fetch })
  const body = await requestJson(http, { path: CONFIG_PATH }, (value) => ({ value }))
  return body.ok ? parseConfiguration(body.value.value) : body
}
