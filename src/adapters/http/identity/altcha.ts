import { createHttpClient } from '#src/adapters/http/client.ts'
import { type ChallengeReply, challengeReply } from '#src/adapters/http/contract/identity/human-check.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ProofOfWorkCheck } from '#src/application/identity/ports.ts'
import type { Clock } from '#src/application/platform/ports.ts'
import { err, ok } from '#src/domain/result.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/**
 * A proof expires this long before its challenge, in ms, so that the request with the proof arrives
 * before the challenge expires.
 */
const PROOF_MARGIN_MS = 5_000

/** Solves a challenge; null after an abort or without a solution. */
export type SolveChallenge = (challenge: ChallengeReply, signal?: AbortSignal) => Promise<object | null>

interface AltchaDeps {
  readonly fetch: typeof globalThis.fetch
  /** A complete URL or path. */
  readonly address: string
  readonly solve: SolveChallenge
  readonly clock: Clock
}

const decodeChallenge = (body: unknown): ChallengeReply | null => challengeReply.safeParse(body).data ?? null

/** Encodes the value of the header: base64 of the JSON, which is ASCII. */
export const encodeProof = (challenge: ChallengeReply, solution: object) =>
  btoa(JSON.stringify({ challenge, solution }))

/**
 * Fetches an ALTCHA challenge and solves it (D9). The server's clock decides when the challenge
 * expires, so that a user with a wrong clock can also sign in.
 */
export function createAltcha({ fetch, address, solve, clock }: AltchaDeps): ProofOfWorkCheck {
  /** The time of the server's last reply; null before the first reply with a time. */
  let lastServerTime: Instant | null = null
  const onServerTime = (time: Instant) => {
    lastServerTime = time
  }
  const http = createHttpClient({ base: '', fetch, onServerTime })

  return {
    kind: 'proof-of-work',

    async solve(signal) {
      const challenge = await requestJson(http, { path: address, signal }, decodeChallenge)
      if (!challenge.ok) return challenge
      const receivedAt = clock.now()
      const lifetimeMs = challenge.value.parameters.expiresAt * SECOND_MS - (lastServerTime ?? receivedAt)
      const solution = await solve(challenge.value, signal)
      if (signal?.aborted) return err({ kind: 'unreachable' })
      if (solution === null) return err({ kind: 'malformed' })
      const text = encodeProof(challenge.value, solution)
      return ok({ text, expiresAt: receivedAt + lifetimeMs - PROOF_MARGIN_MS })
    },
  }
}
