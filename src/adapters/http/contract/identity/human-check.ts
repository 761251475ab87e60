import * as z from 'zod/mini'

const hex = z.string().check(z.regex(/^[0-9a-f]{1,128}$/))

/** An ALTCHA challenge; `expiresAt` in epoch seconds. Only the library reads the other fields. */
export const challengeReply = z.object({
  parameters: z.looseObject({ expiresAt: z.int() }),
  signature: z.string(),
})
export type ChallengeReply = z.infer<typeof challengeReply>

/** A solved challenge. The header `X-Human-Check` contains the base64 of this JSON. */
export const solvedChallenge = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.int(),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
})
export type SolvedChallenge = z.infer<typeof solvedChallenge>
