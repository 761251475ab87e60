import { createHttpClient } from '#src/adapters/http/client.ts'
import { type ConfigReply, configReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'
import { fieldOf, isRecord } from '#src/adapters/http/loose-records.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ConfigFailure, ConfigProblem } from '#src/application/failure.ts'
import type { PortalConfig } from '#src/application/ports.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Symbols of the ticker where the configuration names none (D62). */
export const DEFAULT_TICKERS = ['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'] as const

/** `/config.json` as the adapters and the pages need it. */
export interface Configuration {
  readonly marketApi: string
  readonly newsApi: string
  /** Market clock minus real clock, in milliseconds. */
  readonly clockShiftMs: number
  readonly portal: PortalConfig
}

function configurationOf({ marketApi, newsApi, clockShiftMs, demo, links, tickers }: ConfigReply): Configuration {
  return {
    marketApi,
    newsApi,
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
  if (parsed.success) return ok(configurationOf(parsed.data))
  return err({ kind: 'invalid-config', problems: parsed.error.issues.map(({ path }) => problemAt(body, path)) })
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
