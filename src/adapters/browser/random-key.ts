/**
 * Returns a random key of 32 hexadecimal digits. `crypto.randomUUID` exists only on https and
 * localhost, but the static demo also runs on other addresses.
 */
export const createRandomKey = ({ crypto }: Pick<Window & typeof globalThis, 'crypto'>): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
