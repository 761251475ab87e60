import { createHash, createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** 256 random bits, in letters that cookies and addresses take as they are. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** What is stored of a secret of 256 bits; those need no salt and no slowness. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A secret made of another for one purpose. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')

const ID_BYTES = 16

/** A random id for a row. */
export const newId = (): string => randomBytes(ID_BYTES).toString('hex')
