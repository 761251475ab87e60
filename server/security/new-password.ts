import { randomInt } from 'node:crypto'
import { type PasswordRefusal, passwordViolations } from '#src/domain/identity/password.ts'

/** Maximum size of the list of common passwords. The service refuses these passwords (D79). */
export const MAX_COMMON_PASSWORDS = 10_000

/** Words that Colombians choose, the commonest first; foreign lists omit these words. */
const LOCAL_WORDS = [
  ...['contrasena', 'colombia', 'mercadodolar', 'bogota', 'dolar', 'medellin', 'mercado', 'clave', 'usuario'],
  ...['bienvenido', 'millonarios', 'nacional', 'america', 'cali', 'barranquilla', 'cartagena', 'tequiero', 'teamo'],
  ...['familia', 'dinero', 'finanzas', 'empresa', 'banco', 'secreto', 'temporal', 'administrador'],
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre'],
  'diciembre',
]

/** Numbers that people append to a word, the commonest first; `''` appends no number. */
const NUMBERS = [
  ...['123', '1', '2026', '2025', '1234', '12', '2024', '12345', '01', '123456', '2023', '2', '10', '11', '2022', '7'],
  ...['13', '69', '99', '2021', '2020', '00', '22', '21', '1990', '1995', '2000', '321', '777', '111', '007', ''],
]
/** Signs that people append to a word, the commonest first. */
const SIGNS = ['!', '*', '#', '$', '?', '&', '=', '!!', '**', '##', '()']

/**
 * A number and a sign in both orders, the commonest first. An ending is ordered by the product of
 * its parts' positions, from 1. A leading sign doubles the product.
 */
const ENDINGS: readonly string[] = NUMBERS.flatMap((number, i) =>
  SIGNS.flatMap((sign, j) => [
    { text: `${number}${sign}`, order: (i + 1) * (j + 1) },
    { text: `${sign}${number}`, order: 2 * (i + 1) * (j + 1) },
  ]),
)
  .toSorted((one, other) => one.order - other.order)
  .map(({ text }) => text)

/** Returns the key by which passwords are compared: lower case. */
const toKey = (password: string): string => password.toLowerCase()

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const satisfiesRules = (password: string): boolean => passwordViolations(password, password).length === 0

/** Alternates the entries of two lists; the rest of the longer list follows. */
function interleave(one: readonly string[], other: readonly string[]): readonly string[] {
  const length = Math.max(one.length, other.length)
  return Array.from({ length }, (_, i) => [one[i], other[i]])
    .flat()
    .filter((entry) => entry !== undefined)
}

/**
 * Returns up to `count` common passwords as lower-case keys. With a capital first letter each
 * satisfies §5. `known` lists common passwords, the commonest first. Its entries that satisfy §5
 * come first. Passwords derived from its entries and the local words follow.
 */
export function createCommonPasswords(known: readonly string[], count = MAX_COMMON_PASSWORDS): ReadonlySet<string> {
  const passwords = new Set(
    known
      .filter((password) => satisfiesRules(capitalize(password)))
      .map(toKey)
      .slice(0, count),
  )
  const bases = interleave(LOCAL_WORDS, known)
  const limit = bases.length * ENDINGS.length
  for (let product = 1; product <= limit && passwords.size < count; product += 1)
    addDerived(passwords, bases, product, count)
  return passwords
}

/**
 * Adds the passwords whose word and ending positions (from 1) multiply to `product`, until the set
 * has `count` entries.
 */
function addDerived(passwords: Set<string>, bases: readonly string[], product: number, count: number): void {
  for (const [i, ending] of ENDINGS.entries()) {
    if (i + 1 > product || passwords.size >= count) return
    const base = product % (i + 1) === 0 ? bases[product / (i + 1) - 1] : undefined
    if (base === undefined) continue
    const derived = capitalize(base) + ending
    if (satisfiesRules(derived)) passwords.add(toKey(derived))
  }
}

/** Whether a password is common; case is ignored. */
export const isCommonPassword = (common: ReadonlySet<string>, password: string): boolean => common.has(toKey(password))

let commonPasswords: Promise<ReadonlySet<string>> | null = null

/** Loads the list for the first new password, not at the start. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return createCommonPasswords(dictionary['passwords-common'])
}

/** Whether a password is one of the most common passwords that satisfy §5 (D79). */
export async function isTooCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return isCommonPassword(await commonPasswords, password)
}

/** Finds the first rule that a new password violates (§5, D79); null without a violation. */
export async function findPasswordRefusal(password: string, repeat: string): Promise<PasswordRefusal | null> {
  const [violation] = passwordViolations(password, repeat)
  if (violation !== undefined) return violation
  return (await isTooCommon(password)) ? { code: 'too-common' } : null
}

/** Characters of the password, without characters that look alike. */
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LETTERS_AND_DIGITS = `${UPPER}abcdefghijkmnopqrstuvwxyz23456789`
const SPECIAL = '#$=&*'
const LENGTH = 16

const pick = (characters: string) => characters.charAt(randomInt(characters.length))

/** Returns a random password of 16 characters that satisfies every rule of §5. */
export const newTemporaryPassword = (): string =>
  pick(UPPER) + Array.from({ length: LENGTH - 2 }, () => pick(LETTERS_AND_DIGITS)).join('') + pick(SPECIAL)

/** Messages about an invalid password that differ between clients and IMC users (D63). */
interface PasswordWords {
  readonly empty: string
  readonly tooShort: (minimum: number) => string
}

/** Returns the message for a password that violates a rule (§5). */
export function passwordRefusalMessage(violation: PasswordRefusal, { empty, tooShort }: PasswordWords): string {
  switch (violation.code) {
    case 'empty':
      return empty
    case 'too-short':
      return tooShort(violation.minimum)
    case 'mismatch':
      return 'Contraseñas Incompatibles'
    case 'invalid-character':
      return 'Caracteres no válidos'
    case 'missing-special':
      return 'Falta Caracter Especial'
    case 'missing-uppercase':
      return 'Falta una letra mayúscula'
    case 'too-long':
      return `La contraseña no puede ser mayor de ${violation.maximum} caracteres`
    case 'too-common':
      return 'Elija otra contraseña: esta es una de las más usadas'
    case 'same-as-before':
      return 'Elija una contraseña distinta de la anterior'
  }
}
