import type { HttpClient } from '#src/adapters/http/client.ts'
import { type ChallengeReply, challengeReply } from '#src/adapters/http/contract/human-check.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ProofOfWorkCheck } from '#src/application/identity/human-check.ts'
import type { Clock } from '#src/application/platform/clocks.ts'
import { err, ok } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/**
 * A proof expires this long before its challenge, so that the request with the proof arrives in
 * time.
 */
export const PROOF_MARGIN_MS = 5_000

/** Solves a challenge; null when it was aborted or has no solution. */
export type SolveChallenge = (challenge: ChallengeReply, signal?: AbortSignal) => Promise<object | null>

/** The server's time in its last reply, in epoch ms; null without one. */
export type ServerNow = () => number | null

export interface AltchaDeps {
  /** A client without a base: the address is complete. */
  readonly http: HttpClient
  readonly address: string
  readonly solve: SolveChallenge
  readonly clock: Clock
  readonly serverNow: ServerNow
}

const decodeChallenge = (body: unknown): ChallengeReply | null => challengeReply.safeParse(body).data ?? null

/** Encodes the value of the header: base64 of the JSON, which is ASCII. */
const encodeProof = (challenge: ChallengeReply, solution: object) => btoa(JSON.stringify({ challenge, solution }))

/**
 * ALTCHA (D9): fetches a challenge and solves it. The server's clock decides when the challenge
 * expires, so that a machine with a wrong clock can sign in too.
 */
export function createAltcha({ http, address, solve, clock, serverNow }: AltchaDeps): ProofOfWorkCheck {
  return {
    kind: 'proof-of-work',

    async solve(signal) {
      const fetched = await requestJson(http, { path: address, signal }, decodeChallenge)
      if (!fetched.ok) return fetched
      const receivedAt = clock.now()
      const lifetimeMs = fetched.value.parameters.expiresAt * SECOND_MS - (serverNow() ?? receivedAt)
      const solution = await solve(fetched.value, signal)
      if (signal?.aborted) return err({ kind: 'unreachable' })
      if (solution === null) return err({ kind: 'malformed' })
      const text = encodeProof(fetched.value, solution)
      return ok({ text, expiresAt: receivedAt + lifetimeMs - PROOF_MARGIN_MS })
    },
  }
}
