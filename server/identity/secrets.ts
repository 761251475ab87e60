import { createHash, createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** 256 random bits in base64url, safe in cookies and addresses. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** The stored form of a 256-bit secret; such secrets need neither salt nor a slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Derives a secret for one purpose from another secret. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')

const ID_BYTES = 16

/** A random id for a row. */
export const newId = (): string => randomBytes(ID_BYTES).toString('hex')
