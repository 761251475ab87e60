import type { AuthForm } from '#src/adapters/http/authorization.ts'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { ConfigProblem } from '#src/application/platform/failure.ts'
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
  readonly imcApi: string
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

function toSettings(reply: ConfigReply, humanCheck: HumanCheckSetting): Configuration {
  const { marketApi, imcApi, newsApi, passwordService, registrationWebhook, clockShiftMs, demo, links, tickers } = reply
  const { hosts, copy } = reply.applicationToken
  return {
    marketApi,
    newsApi,
    imcApi,
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

/** Maps a valid reply. It fails when the field is missing that the human check requires. */
export function toConfiguration(reply: ConfigReply): Result<Configuration, ConfigProblem> {
  const humanCheck = parseHumanCheck(reply.humanCheck)
  return humanCheck.ok ? ok(toSettings(reply, humanCheck.value)) : humanCheck
}
