import type { HttpClient } from '#src/adapters/http/client.ts'
import { APPLICATION_TOKEN_PATH } from '#src/adapters/http/contract/paths.ts'
import { parseText } from '#src/adapters/http/decode/parse-values.ts'
import { getField, isRecord, unwrap } from '#src/adapters/http/decode/records.ts'
import { CALL_TIMEOUT_MS, requestJson } from '#src/adapters/http/request.ts'
import type { ApplicationToken } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

interface ApplicationTokenApiDeps {
  /** One client per host, in the order of the requests. */
  readonly hosts: readonly HttpClient[]
  /** True if the configuration requires a copy of the token in the clipboard (D10). */
  readonly requiresCopy: boolean
  readonly clock: Clock
}

type TokenResult = Result<string, CallFailure>

function decodeToken(body: unknown): string | null {
  const content = unwrap(body)
  return (isRecord(content) && parseText(getField(content, 'token'))) || null
}

/** True for a token or a refusal; after any other failure, the next host gets a request. */
const isFinal = (result: TokenResult) => result.ok || result.error.kind === 'rejected'

/**
 * Requests the token from the hosts in order until a final result, within 10 s in total (D10). The
 * timeout of a request is an equal share of the remaining time, so that every host gets a request.
 */
export function createApplicationTokenApi({ hosts, requiresCopy, clock }: ApplicationTokenApiDeps): ApplicationToken {
  const requestToken = (http: HttpClient, timeoutMs: number, signal?: AbortSignal): Promise<TokenResult> =>
    requestJson(http, { path: APPLICATION_TOKEN_PATH, body: {}, signal, timeoutMs }, decodeToken)

  async function requestFromHosts(signal?: AbortSignal): Promise<TokenResult> {
    const endsAt = clock.now() + CALL_TIMEOUT_MS
    let result: TokenResult = err({ kind: 'timeout' })
    for (const [index, http] of hosts.entries()) {
      const timeoutMs = Math.floor((endsAt - clock.now()) / (hosts.length - index))
      if (timeoutMs <= 0) return err({ kind: 'timeout' })
      result = await requestToken(http, timeoutMs, signal)
      if (isFinal(result) || signal?.aborted) break
    }
    return result
  }

  return {
    requiresCopy,
    request: async (signal) => (hosts.length === 0 ? ok(null) : requestFromHosts(signal)),
  }
}
