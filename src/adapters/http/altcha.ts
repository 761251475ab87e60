import type { HttpClient } from '#src/adapters/http/client.ts'
import { type ChallengeReply, challengeReply } from '#src/adapters/http/contract/human-check.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { DrawnCheck } from '#src/application/identity/human-check.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import { err, ok } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** A proof is held good until so long before its challenge ends, for the way of the call that carries it. */
export const PROOF_MARGIN_MS = 5_000

/** Works the solution of a challenge out; null when it was given up or the challenge has none. */
export type SolveChallenge = (challenge: ChallengeReply, signal?: AbortSignal) => Promise<object | null>

/** The server's real now as its last answer told it, null when it told none. */
export type ServerNow = () => number | null

export interface AltchaNeeds {
  /** Without a base: the address is a whole one. */
  readonly http: HttpClient
  readonly address: string
  readonly solve: SolveChallenge
  readonly clock: Clock
  readonly serverNow: ServerNow
}

const readChallenge = (body: unknown): ChallengeReply | null => challengeReply.safeParse(body).data ?? null

/** What the header takes: base64 of the JSON, which is ASCII. */
const proofText = (challenge: ChallengeReply, solution: object) => btoa(JSON.stringify({ challenge, solution }))

/**
 * ALTCHA (D9): fetches a challenge and works it out. Its end is told on the server's clock and is counted from that clock, so that
 * a machine whose clock is wrong may sign in too.
 */
export function createAltcha({ http, address, solve, clock, serverNow }: AltchaNeeds): DrawnCheck {
  return {
    kind: 'drawn',

    async solve(signal) {
      const fetched = await requestJson(http, { path: address, signal }, readChallenge)
      if (!fetched.ok) return fetched
      const receivedAt = clock.now()
      const lifetimeMs = fetched.value.parameters.expiresAt * SECOND_MS - (serverNow() ?? receivedAt)
      const solution = await solve(fetched.value, signal)
      if (signal?.aborted) return err({ kind: 'unreachable' })
      if (solution === null) return err({ kind: 'malformed' })
      const text = proofText(fetched.value, solution)
      return ok({ text, expiresAt: receivedAt + lifetimeMs - PROOF_MARGIN_MS })
    },
  }
}
