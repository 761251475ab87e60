import { createHttpClient } from '#src/adapters/http/client.ts'
import { type Configuration, toConfiguration } from '#src/adapters/http/configuration.ts'
import { configReply } from '#src/adapters/http/contract/config.ts'
import { CONFIG_PATH } from '#src/adapters/http/contract/paths.ts'
import { getField, isRecord } from '#src/adapters/http/decode/records.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ConfigFailure, ConfigProblem } from '#src/application/platform/start-failure.ts'
import { err, type Result } from '#src/domain/result.ts'

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

export interface ConfigurationDeps {
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
