import { randomInt } from 'node:crypto'

/** Without characters that look alike. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LETTERS = `${UPPER}abcdefghijkmnopqrstuvwxyz23456789`
const SPECIAL = '#$=&*'
const LENGTH = 16

const pick = (characters: string) => characters.charAt(randomInt(characters.length))

/** A random password of 16 characters that satisfies every rule of §5. */
export const newTemporaryPassword = (): string =>
  pick(UPPER) + Array.from({ length: LENGTH - 2 }, () => pick(LETTERS)).join('') + pick(SPECIAL)
