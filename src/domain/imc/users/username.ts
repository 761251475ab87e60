import { foldText } from '#src/domain/text.ts'

/** Shortest and longest user names that the login accepts (§5). */
export const MIN_USERNAME_LENGTH = 3
export const MAX_USERNAME_LENGTH = 50

const OTHER_CHARACTERS = /[^a-z0-9]/g

const toUsernameCharacters = (word: string): string => foldText(word).replace(OTHER_CHARACTERS, '')

/** Appends a number to a name. A long name is truncated to the length that the login accepts. */
const addNumber = (name: string, number: number): string =>
  `${name.slice(0, MAX_USERNAME_LENGTH - `${number}`.length)}${number}`

/** Digits of a derived user name that are reserved for the number that makes it unique. */
const MAX_NUMBER_DIGITS = 6

/**
 * Derives a user name from the first letter and the first surname: `mrojas` for `Marta Rojas Gil`.
 * The third of four or more words is the first surname. A single word is used whole. A taken name
 * gets the next free number.
 */
export function deriveUsername(name: string, isTaken: (username: string) => boolean = () => false): string {
  const words = name
    .split(/\s+/u)
    .map(toUsernameCharacters)
    .filter((word) => word !== '')
  const surname = words.length > 3 ? words[2] : (words[1] ?? '')
  const joined = `${words[0]?.slice(0, surname ? 1 : undefined) ?? ''}${surname}`
  const base = joined.padEnd(MIN_USERNAME_LENGTH, 'x').slice(0, MAX_USERNAME_LENGTH)
  if (!isTaken(base)) return base
  let number = 2
  while (isTaken(addNumber(base, number))) number += 1
  return addNumber(base, number)
}

/** Returns the start of every user name that `deriveUsername` can return for a person. */
export const usernamePrefix = (name: string): string =>
  deriveUsername(name).slice(0, MAX_USERNAME_LENGTH - MAX_NUMBER_DIGITS)
