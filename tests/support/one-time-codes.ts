import { Secret, TOTP } from 'otpauth'

/** Returns the one-time code of a secret, as an application of a telephone shows it. */
export const toOneTimeCode = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at })
