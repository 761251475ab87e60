import type { HttpClient } from '#src/adapters/http/client.ts'
import { type ApplicationTokenReply, applicationTokenReply } from '#src/adapters/http/contract/identity.ts'
import { APPLICATION_TOKEN_PATH } from '#src/adapters/http/contract/paths.ts'
import { fieldOf, isRecord, unwrapped } from '#src/adapters/http/decode/loose-records.ts'
import { textOf } from '#src/adapters/http/decode/loose-user.ts'
import { CALL_TIMEOUT_MS, requestJson } from '#src/adapters/http/request.ts'
import type { ApplicationToken } from '#src/application/identity/application-token.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

export interface ApplicationTokenApiNeeds {
  /** One client for each host, in the order in which they are asked. */
  readonly hosts: readonly HttpClient[]
  readonly copied: boolean
  readonly clock: Clock
}

type Answer = Result<string, GatewayFailure>

function readToken(body: unknown): ApplicationTokenReply['token'] | null {
  const inner = unwrapped(body)
  const parsed = applicationTokenReply.safeParse({ token: isRecord(inner) ? textOf(fieldOf(inner, 'token')) : null })
  return parsed.success ? parsed.data.token || null : null
}

/** A host that gave a token or a refusal has answered; one that is away, late, broken or garbled has not. */
const hasAnswered = (answer: Answer) => answer.ok || answer.error.kind === 'rejected'

/**
 * Asks the hosts in their order until one answers, 10 s for all of them together (D10): each gets an equal share of the time
 * that is left, so that one that hangs leaves some for the next.
 */
export function createApplicationTokenApi({ hosts, copied, clock }: ApplicationTokenApiNeeds): ApplicationToken {
  const ask = (http: HttpClient, timeoutMs: number, signal?: AbortSignal): Promise<Answer> =>
    requestJson(http, { path: APPLICATION_TOKEN_PATH, body: {}, signal, timeoutMs }, readToken)

  async function askAll(signal?: AbortSignal): Promise<Answer> {
    const endsAt = clock.now() + CALL_TIMEOUT_MS
    let answer: Answer = err({ kind: 'timeout' })
    for (const [asked, http] of hosts.entries()) {
      const share = Math.floor((endsAt - clock.now()) / (hosts.length - asked))
      if (share <= 0) return err({ kind: 'timeout' })
      answer = await ask(http, share, signal)
      if (hasAnswered(answer) || signal?.aborted) break
    }
    return answer
  }

  return {
    copied,
    request: async (signal) => (hosts.length === 0 ? ok(null) : askAll(signal)),
  }
}
