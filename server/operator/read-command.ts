import { parseArgs } from 'node:util'

import type { NewEntityBody, NewPackageBody, PackageChangeBody } from '#src/adapters/http/contract/operator.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** What the operator asks the running server for. */
export type OperatorCommand =
  | { readonly kind: 'list'; readonly all: boolean; readonly entity: string | null }
  | { readonly kind: 'show'; readonly reference: string; readonly folder: string | null }
  | { readonly kind: 'approve'; readonly reference: string }
  | { readonly kind: 'refuse'; readonly reference: string; readonly reason: string }
  | { readonly kind: 'entities' }
  | { readonly kind: 'add-entity'; readonly body: NewEntityBody }
  | { readonly kind: 'packages' }
  | { readonly kind: 'add-package'; readonly body: NewPackageBody }
  | { readonly kind: 'change-package'; readonly code: string; readonly body: PackageChangeBody }
  | { readonly kind: 'messages' }
  | { readonly kind: 'retry'; readonly id: string }

/** Why the command line is no command; `help` requests the usage text. */
export type CommandFailure =
  | { readonly kind: 'help' }
  | { readonly kind: 'no-command' }
  | { readonly kind: 'unknown-command'; readonly text: string }
  | { readonly kind: 'unknown-argument'; readonly text: string }
  | { readonly kind: 'missing'; readonly what: string }
  | { readonly kind: 'bad-value'; readonly flag: string; readonly value: string }

const text = { type: 'string' } as const
const OPTIONS = {
  all: { type: 'boolean' },
  entity: text,
  files: text,
  reason: text,
  code: text,
  name: text,
  admin: text,
  user: text,
  email: text,
  document: text,
  price: text,
  screens: text,
  profile: text,
  offered: text,
  help: { type: 'boolean', short: 'h' },
} as const

type Flag = Exclude<keyof typeof OPTIONS, 'all' | 'help'>
type Values = { readonly [Name in Flag]?: string | undefined } & { readonly all?: boolean; readonly help?: boolean }

type Parsed = Result<OperatorCommand, CommandFailure>

/** Stops at the first missing or malformed value. */
class Refusal extends Error {
  readonly failure: CommandFailure
  constructor(failure: CommandFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

function need(values: Values, flag: Flag): string {
  const value = values[flag]?.trim() ?? ''
  if (value === '') throw new Refusal({ kind: 'missing', what: `--${flag}` })
  return value
}

function wholeNumber(values: Values, flag: Flag): number {
  const value = need(values, flag)
  if (!/^\d{1,10}$/.test(value)) throw new Refusal({ kind: 'bad-value', flag, value })
  return Number(value)
}

/** `CC:1020304050` */
function document(values: Values): Pick<NewEntityBody['administrador'], 'tipo_doc' | 'idoc_numero'> {
  const value = need(values, 'document')
  const [, type, number = ''] = /^(CC|NIT|CE|PA):([A-Za-z0-9]{1,25})$/.exec(value) ?? []
  if (type === 'CC' || type === 'NIT' || type === 'CE' || type === 'PA') return { tipo_doc: type, idoc_numero: number }
  throw new Refusal({ kind: 'bad-value', flag: 'document', value })
}

function onOff(values: Values, flag: Flag): boolean {
  const value = need(values, flag)
  if (value !== 'on' && value !== 'off') throw new Refusal({ kind: 'bad-value', flag, value })
  return value === 'on'
}

function needReference(words: readonly string[]): string {
  const [reference] = words
  if (reference === undefined) throw new Refusal({ kind: 'missing', what: 'REF' })
  return reference
}

const addEntity = (values: Values): OperatorCommand => ({
  kind: 'add-entity',
  body: {
    codigo: need(values, 'code'),
    nombre: need(values, 'name'),
    administrador: {
      nombre: need(values, 'admin'),
      usr_name: need(values, 'user'),
      email_address: need(values, 'email'),
      ...document(values),
    },
  },
})

const addPackage = (values: Values): OperatorCommand => ({
  kind: 'add-package',
  body: {
    codigo: need(values, 'code'),
    nombre: need(values, 'name'),
    precio: wholeNumber(values, 'price'),
    pantallas: wholeNumber(values, 'screens'),
    perfil_id: need(values, 'profile'),
  },
})

function changePackage(values: Values, words: readonly string[]): OperatorCommand {
  const [code] = words
  if (code === undefined) throw new Refusal({ kind: 'missing', what: 'CÓDIGO' })
  const body = {
    ...(values.price !== undefined && { precio: wholeNumber(values, 'price') }),
    ...(values.offered !== undefined && { ofrecido: onOff(values, 'offered') }),
  }
  if (Object.keys(body).length === 0) throw new Refusal({ kind: 'missing', what: '--price, --offered' })
  return { kind: 'change-package', code, body }
}

interface CommandShape {
  /** Number of words after the command. */
  readonly words: number
  readonly flags: readonly (Flag | 'all')[]
  read(values: Values, words: readonly string[]): OperatorCommand
}

const ENTITY_FLAGS = ['code', 'name', 'admin', 'user', 'email', 'document'] as const
const PACKAGE_FLAGS = ['code', 'name', 'price', 'screens', 'profile'] as const

/** All commands by their first one or two words. */
const COMMANDS: Readonly<Record<string, CommandShape>> = {
  list: {
    words: 0,
    flags: ['all', 'entity'],
    read: ({ all = false, entity = null }) => ({ kind: 'list', all, entity }),
  },
  show: {
    words: 1,
    flags: ['files'],
    read: ({ files = null }, words) => ({ kind: 'show', reference: needReference(words), folder: files }),
  },
  approve: { words: 1, flags: [], read: (_values, words) => ({ kind: 'approve', reference: needReference(words) }) },
  refuse: {
    words: 1,
    flags: ['reason'],
    read: (values, words) => ({ kind: 'refuse', reference: needReference(words), reason: need(values, 'reason') }),
  },
  entities: { words: 0, flags: [], read: () => ({ kind: 'entities' }) },
  'entities add': { words: 0, flags: ENTITY_FLAGS, read: addEntity },
  packages: { words: 0, flags: [], read: () => ({ kind: 'packages' }) },
  'packages add': { words: 0, flags: PACKAGE_FLAGS, read: addPackage },
  'packages set': { words: 1, flags: ['price', 'offered'], read: changePackage },
  messages: { words: 0, flags: [], read: () => ({ kind: 'messages' }) },
  'messages retry': { words: 1, flags: [], read: (_values, words) => ({ kind: 'retry', id: needReference(words) }) },
}

function parseFlags(argv: readonly string[]): Result<{ values: Values; words: readonly string[] }, CommandFailure> {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
    return ok({ values, words: positionals })
  } catch (error) {
    if (error instanceof TypeError) return err({ kind: 'unknown-argument', text: argv.join(' ') })
    throw error
  }
}

/** The command of the first words, and the words after it. */
function findCommand(words: readonly string[]): readonly [CommandShape, readonly string[]] | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command !== undefined && words.length >= length) return [command, words.slice(length)]
  }
  return null
}

/** Parses the command line. */
export function readCommand(argv: readonly string[]): Parsed {
  const parsed = parseFlags(argv)
  if (!parsed.ok) return parsed
  const { values, words } = parsed.value
  if (values.help === true) return err({ kind: 'help' })
  if (words.length === 0) return err({ kind: 'no-command' })
  const found = findCommand(words)
  if (found === null) return err({ kind: 'unknown-command', text: words.join(' ') })
  const [command, rest] = found
  const extra = rest[command.words]
  if (extra !== undefined) return err({ kind: 'unknown-argument', text: extra })
  const flag = Object.keys(values).find((name) => !(command.flags as readonly string[]).includes(name))
  if (flag !== undefined) return err({ kind: 'unknown-argument', text: `--${flag}` })
  try {
    return ok(command.read(values, rest))
  } catch (error) {
    if (error instanceof Refusal) return err(error.failure)
    throw error
  }
}
