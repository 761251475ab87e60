import type { CallFailure } from '#src/domain/call.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The factors that can follow a password; `recovery` is a code for a lost factor (D93). */
export const FACTOR_KINDS = ['totp', 'passkey', 'recovery'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** Digits of a one-time code, and the seconds that it is valid (RFC 6238). */
export const ONE_TIME_CODE_DIGITS = 6
export const ONE_TIME_CODE_SECONDS = 30

/** Recovery codes of one set, and the number at which their owner is warned. */
export const RECOVERY_CODE_COUNT = 10
export const LOW_RECOVERY_CODES = 3

/** Characters of a recovery code; none looks like another one. */
export const RECOVERY_CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const RECOVERY_CODE_LENGTH = 12

/** How long a ticket of a right password can be exchanged for a session. */
export const FACTOR_TICKET_MS = 5 * 60_000

/** What the service asks for after a right password. The ticket opens nothing by itself. */
export interface FactorChallenge {
  readonly ticket: string
  readonly factors: readonly FactorKind[]
}

/** A typed factor. */
export interface FactorProof {
  readonly factor: FactorKind
  readonly code: string
}

/** A factor with the ticket of the right password. */
export interface FactorAnswer extends FactorProof {
  readonly ticket: string
}

/** Why a factor opened no session. After `ticket-expired` the password is asked again. */
export type FactorRefusal =
  | { readonly kind: 'code-refused'; readonly attemptsLeft: number }
  | { readonly kind: 'ticket-expired' }

/** The step of a login that asks for a factor, with the reason of its last failure. */
export interface FactorStep {
  readonly challenge: FactorChallenge
  readonly refusal: { readonly attemptsLeft: number; readonly factor: FactorKind } | null
  readonly failure: CallFailure | null
}

export const toFactorStep = (challenge: FactorChallenge): FactorStep => ({ challenge, refusal: null, failure: null })

/** The second factor of the signed-in account. */
export interface FactorStatus {
  /** Its kinds; empty while it is off. */
  readonly factors: readonly FactorKind[]
  /** Since when it is on; null while it is off. */
  readonly since: Instant | null
  /** Whether the operator requires it of the entity. */
  readonly isRequired: boolean
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number
}

/** A new secret, as text and as address for the QR code. */
export interface FactorSetup {
  readonly secret: string
  readonly address: string
}

/** The password and a factor, which every change of the factor asks for again. */
export interface FactorChange extends FactorProof {
  readonly password: string
}

/** Removes what people and applications put between the characters of a code. */
export const normalizeFactorCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** Whether the text may be a code of this factor. */
export function isFactorCode(factor: FactorKind, text: string): boolean {
  const code = normalizeFactorCode(text)
  if (factor === 'totp') return new RegExp(`^\\d{${ONE_TIME_CODE_DIGITS}}$`).test(code)
  if (factor === 'recovery') return new RegExp(`^[${RECOVERY_CODE_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`).test(code)
  return code !== ''
}

/** Formats a recovery code in groups of four. */
export const formatRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** Formats a secret in groups of four, as applications show it. */
export const formatFactorSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
