import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { derivedSecret, newSecret } from '#server/secrets.ts'
import {
  normalizeFactorCode,
  ONE_TIME_CODE_DIGITS,
  ONE_TIME_CODE_SECONDS,
  RECOVERY_CODE_ALPHABET,
  RECOVERY_CODE_COUNT,
  RECOVERY_CODE_LENGTH,
} from '#src/domain/identity/second-factor.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const SECRET_BYTES = 20
const ISSUER = 'Mercado Dólar'

/** Encrypts secrets and hashes codes with keys derived from the secret of the server (D93). */
export interface FactorKeys {
  /** `owner` is bound to the text: the row of another account cannot use it. */
  encrypt(text: string, owner: string): string
  /** Throws when the server has another secret than the one that encrypted the text. */
  decrypt(text: string, owner: string): string
  /** Returns the stored form of a recovery code. Without the key its 60 bits could be searched. */
  hashCode(code: string, owner: string): string
}

/** Opens the keys with the configured secret, or with a secret in the database. */
export async function openFactorKeys(
  serverSecret: string | null,
  { findOrAddKey }: { readonly findOrAddKey: (id: string, newKey: string) => Promise<string> },
): Promise<FactorKeys> {
  return createFactorKeys(serverSecret ?? (await findOrAddKey('second-factor', newSecret())))
}

export function createFactorKeys(serverSecret: string): FactorKeys {
  const key = Buffer.from(derivedSecret(serverSecret, 'second-factor encryption'), 'hex')
  const codeKey = derivedSecret(serverSecret, 'second-factor recovery codes')
  return {
    encrypt(text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
    },
    decrypt(text, owner) {
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new Error('second factor: SERVER_SECRET is not the one that encrypted this secret', { cause: error })
      }
    },
    hashCode: (code, owner) =>
      createHmac('sha256', codeKey)
        .update(`${owner} ${normalizeFactorCode(code)}`)
        .digest('hex'),
  }
}

const toTotp = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: ONE_TIME_CODE_DIGITS,
    period: ONE_TIME_CODE_SECONDS,
  })

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns the address that an application reads from the QR code. */
export const toTotpAddress = (secret: string, label: string): string => toTotp(secret, label).toString()

/** Returns the step of a code of now or of the steps next to it; null for a wrong code. */
export function findTotpStep(secret: string, code: string, now: Instant): number | null {
  const delta = toTotp(secret).validate({ token: normalizeFactorCode(code), timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / (ONE_TIME_CODE_SECONDS * SECOND_MS)) + delta
}

const newRecoveryCode = () =>
  Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_CODE_ALPHABET[randomInt(RECOVERY_CODE_ALPHABET.length)],
  ).join('')

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode)
