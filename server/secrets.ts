import { createHash, createHmac, randomBytes } from 'node:crypto'

import type { Instant } from '#src/domain/time/bogota.ts'

const SECRET_BYTES = 32

/** Returns 256 random bits in base64url, safe in cookies and URLs. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Returns the stored form of a 256-bit secret, which needs neither salt nor a slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Derives a secret for one purpose from another secret. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')

const ID_BYTES = 16

/** Returns a random id for a row. */
export const newId = (): string => randomBytes(ID_BYTES).toString('hex')

const TIME_DIGITS = 12
const COUNT_DIGITS = 4
const SUFFIX_BYTES = 6

const toHex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** Returns a text that sorts before all ordered ids from an instant on. */
export const toIdFloor = (at: Instant): string => toHex(Math.max(0, at), TIME_DIGITS)

let latest = { at: 0, count: 0 }

/**
 * Returns a unique id that sorts by `at`. Ids of consecutive calls with the same instant sort in
 * the order of the calls.
 */
export function newOrderedId(at: Instant): string {
  latest = { at, count: at === latest.at ? latest.count + 1 : 0 }
  return `${toHex(at, TIME_DIGITS)}${toHex(latest.count, COUNT_DIGITS)}${randomBytes(SUFFIX_BYTES).toString('hex')}`
}
