import { randomInt } from 'node:crypto'

/** Characters of the password, without characters that look alike. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LETTERS_AND_DIGITS = `${UPPER}abcdefghijkmnopqrstuvwxyz23456789`
const SPECIAL = '#$=&*'
const LENGTH = 16

const pick = (characters: string) => characters.charAt(randomInt(characters.length))

/** Returns a random password of 16 characters that satisfies every rule of §5. */
export const newTemporaryPassword = (): string =>
  pick(UPPER) + Array.from({ length: LENGTH - 2 }, () => pick(LETTERS_AND_DIGITS)).join('') + pick(SPECIAL)
