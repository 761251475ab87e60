import * as z from 'zod/mini'
import { isoInstant, MAX_PASSWORD_FIELD_LENGTH, singleLine } from '#src/adapters/http/contract/values.ts'
import { FACTOR_KINDS } from '#src/domain/identity/second-factor.ts'

/** Paths of the second factor below the base of a realm's own paths (D93). */
export const toFactorPaths = (base: string) =>
  ({
    login: `${base}/login/factor`,
    status: `${base}/segundo-factor`,
    begin: `${base}/segundo-factor/iniciar`,
    confirm: `${base}/segundo-factor/confirmar`,
    turnOff: `${base}/segundo-factor/desactivar`,
    codes: `${base}/segundo-factor/codigos`,
  }) as const

/** Paths below {market-api} and below {imc-api}. */
export const CLIENT_FACTOR_PATHS = toFactorPaths('/users')
export const IMC_FACTOR_PATHS = toFactorPaths('/usuarios')

/** Maximum length of a typed code, or of the answer of an authenticator. */
const MAX_CODE_LENGTH = 4_000

const factorKind = z.enum(FACTOR_KINDS)
const code = singleLine(1, MAX_CODE_LENGTH)

/** What a right password gets when the account has a second factor. `boleto` is no session. */
export const factorChallenge = z.object({
  status: z.literal('FACTOR'),
  boleto: z.string(),
  formas: z.array(factorKind),
})
export type FactorChallengeReply = z.infer<typeof factorChallenge>

/** Exchanges a ticket and a factor for a session. */
export const factorAnswerRequest = z.object({ boleto: singleLine(1, 100), forma: factorKind, codigo: code })
export type FactorAnswerRequest = z.infer<typeof factorAnswerRequest>

/** `intentos` are the attempts before the next pause. */
export const factorRefusal = z.union([
  z.object({ status: z.literal('FACTOR_INVALID'), intentos: z.number() }),
  z.object({ status: z.literal('FACTOR_EXPIRED') }),
])
export type FactorRefusalReply = z.infer<typeof factorRefusal>

/** `formas` is empty and `desde` null while the factor is off; `codigos` counts the unused recovery codes. */
export const factorStatusReply = z.object({
  formas: z.array(factorKind),
  desde: z.nullable(isoInstant),
  exigido: z.boolean(),
  codigos: z.number(),
})

export const factorBeginRequest = z.object({ clave: singleLine(1, MAX_PASSWORD_FIELD_LENGTH) })
/** The new secret in base32, and its address for a QR code. */
export const factorBeginReply = z.object({ secreto: z.string(), direccion: z.string() })

export const factorConfirmRequest = z.object({ codigo: code })
/** The recovery codes, which no later reply repeats. */
export const factorCodesReply = z.object({ codigos: z.array(z.string()) })

export const factorChangeRequest = z.object({
  clave: singleLine(1, MAX_PASSWORD_FIELD_LENGTH),
  forma: factorKind,
  codigo: code,
})
