import { userViolationMessage } from '#src/application/imc/users/user-form-messages.ts'
import { ROLE_WORDS } from '#src/application/imc/users/users.ts'
import { type CsvRecord, readCell } from '#src/domain/csv.ts'
import { DOCUMENT_TYPE_CODES, DOCUMENT_TYPES } from '#src/domain/imc/users/document-types.ts'
import { createRepetitions, type RowProblem } from '#src/domain/imc/users/user-batch.ts'
import type { FileRow } from '#src/domain/imc/users/user-file-machine.ts'
import {
  checkNewUser,
  initialFormValues,
  toUserForm,
  type UserForm,
  type UserViolation,
} from '#src/domain/imc/users/user-form.ts'
import { foldText } from '#src/domain/text.ts'

/** The titles of the columns of a file; those of the downloaded list are among them (D91). */
export const COLUMN_TITLES = {
  name: 'Nombre',
  username: 'Usuario',
  role: 'Rol',
  documentType: 'Tipo de documento',
  documentNumber: 'Documento',
  checkDigit: 'Dígito de verificación',
  email: 'Correo electrónico',
  position: 'Cargo',
  telephone: 'Teléfono',
  active: 'Activo',
  contingency: 'Contingencia',
} as const satisfies Readonly<Record<keyof UserForm, string>>

type Field = keyof typeof COLUMN_TITLES

const FIELDS = Object.keys(COLUMN_TITLES) as readonly Field[]
const REQUIRED: readonly Field[] = ['name', 'role', 'documentType', 'documentNumber']

/** The column of our own file of rejected rows, which is read again. */
export const PROBLEMS_TITLE = 'Errores'

/** Columns of the downloaded list and of rejected rows, which say nothing of a new user. */
const IGNORED_TITLES = ['Perfil', 'Estatus', PROBLEMS_TITLE]

/** The heading of a file to fill in, and an example that a person replaces. */
export const TEMPLATE_ROWS = [
  FIELDS.map((field) => COLUMN_TITLES[field]),
  [
    'Ana María Rojas Gil',
    '',
    'usuario',
    'CC',
    '1020304050',
    '',
    'ana.rojas@ejemplo.com',
    'Analista',
    '6015550100',
    'Sí',
    'No',
  ],
]

const toKey = (text: string) => foldText(readCell(text)).replaceAll(/\s+/g, ' ')

export interface Columns {
  /** The index of each field; a file may leave out optional ones. */
  readonly fields: ReadonlyMap<Field, number>
  readonly count: number
  readonly unknownTitles: readonly string[]
}

const list = (titles: readonly string[]) => titles.map((title) => `'${title}'`).join(', ')

const KNOWN_KEYS = [...FIELDS.map((field) => COLUMN_TITLES[field]), ...IGNORED_TITLES, ''].map(toKey)

function missingColumnsTexts(missing: readonly string[], unknown: readonly string[]): readonly string[] {
  if (missing.length === 0) return []
  const lead = missing.length === 1 ? 'Falta la columna' : 'Faltan las columnas'
  const texts = [`${lead} ${list(missing)} en la primera línea.`]
  if (unknown.length === 0) return texts
  return [...texts, `No se ${unknown.length === 1 ? 'conoce la columna' : 'conocen las columnas'} ${list(unknown)}.`]
}

/** Reads the headings of a file, or says everything that is wrong with them. */
export function readHeadings(cells: readonly string[]): Columns | readonly string[] {
  const keys = cells.map(toKey)
  const fields = new Map<Field, number>()
  for (const field of FIELDS) {
    const index = keys.indexOf(toKey(COLUMN_TITLES[field]))
    if (index >= 0) fields.set(field, index)
  }
  const unknownTitles = cells.map(readCell).filter((title) => !KNOWN_KEYS.includes(toKey(title)))
  const missing = REQUIRED.filter((field) => !fields.has(field)).map((field) => COLUMN_TITLES[field])
  const repeated = [...fields].filter(([field, index]) => keys.lastIndexOf(toKey(COLUMN_TITLES[field])) !== index)
  const problems = [
    ...missingColumnsTexts(missing, unknownTitles),
    ...repeated.map(([field]) => `La columna '${COLUMN_TITLES[field]}' está más de una vez.`),
  ]
  return problems.length > 0 ? problems : { fields, count: cells.length, unknownTitles }
}

const YES = ['si', 's', '1', 'true', 'verdadero', 'activo']
const NO = ['no', 'n', '0', 'false', 'falso', 'inactivo']

/** Reads yes or no; undefined for another word. An empty cell has the form's initial value. */
function readFlag(text: string, initial: boolean): boolean | undefined {
  const key = toKey(text)
  if (key === '') return initial
  if (YES.includes(key)) return true
  return NO.includes(key) ? false : undefined
}

/** Reads a role by its word; another text stays and breaks the form's rule. */
const readRole = (text: string): string =>
  (['administrator', 'user'] as const).find((role) => toKey(ROLE_WORDS[role]) === toKey(text)) ?? text

const readDocumentType = (text: string): string =>
  DOCUMENT_TYPES.find(({ code, name }) => [toKey(code), toKey(name)].includes(toKey(text)))?.code ?? text

/** The values that a cell may have, where the form has a choice. */
const CHOICES: Partial<Readonly<Record<Field, string>>> = {
  role: 'Escriba administrador o usuario',
  documentType: `Escriba ${DOCUMENT_TYPE_CODES.slice(0, -1).join(', ')} o ${DOCUMENT_TYPE_CODES.at(-1)}`,
  active: 'Escriba Sí o No',
  contingency: 'Escriba Sí o No',
}

const toProblem = (field: Field, violation: UserViolation): RowProblem => ({
  field,
  text: (violation.code === 'not-offered' ? CHOICES[field] : undefined) ?? userViolationMessage(field, violation),
})

const INITIAL = toUserForm(initialFormValues(null))

/** Reads the form of a row, with the cells that no form could have. */
function readForm(cells: readonly string[], { fields }: Columns) {
  const read = (field: Field) => readCell(cells[fields.get(field) ?? -1] ?? '')
  const active = readFlag(read('active'), INITIAL.active)
  const contingency = readFlag(read('contingency'), INITIAL.contingency)
  const form: UserForm = {
    name: read('name'),
    username: read('username'),
    role: readRole(read('role')),
    documentType: readDocumentType(read('documentType')),
    documentNumber: read('documentNumber'),
    checkDigit: read('checkDigit'),
    email: read('email'),
    position: read('position'),
    telephone: read('telephone'),
    active: active ?? INITIAL.active,
    contingency: contingency ?? INITIAL.contingency,
  }
  const flags = [
    ...(active === undefined ? [toProblem('active', { code: 'not-offered' })] : []),
    ...(contingency === undefined ? [toProblem('contingency', { code: 'not-offered' })] : []),
  ]
  return { form, flags }
}

/** Returns what the number of cells says; extra empty cells are harmless. */
function countProblem(cells: readonly string[], { count }: Columns): readonly RowProblem[] {
  const hasMore = cells.slice(count).some((cell) => cell.trim() !== '')
  if (cells.length >= count && !hasMore) return []
  return [{ field: null, text: `La fila tiene ${cells.length} celdas; la primera línea tiene ${count}` }]
}

/** Creates the check of the rows of one file, in their order: by the rules of the form (§5). */
export function createRowCheck(columns: Columns): (record: CsvRecord) => FileRow {
  const findRepetitions = createRepetitions()
  return ({ line, cells }) => {
    const { form, flags } = readForm(cells, columns)
    const checked = checkNewUser(form, DOCUMENT_TYPE_CODES)
    const violations = checked.ok ? {} : checked.error
    const fieldProblems = FIELDS.flatMap((field) => {
      const violation = violations[field]
      return violation === undefined ? [] : [toProblem(field, violation)]
    })
    const repetitions = checked.ok ? findRepetitions(line, checked.value) : []
    const problems = [
      ...countProblem(cells, columns),
      ...fieldProblems,
      ...flags,
      ...repetitions.map(({ field, firstLine }) => ({ field, text: `Ya está en la línea ${firstLine} del archivo` })),
    ]
    const isValid = checked.ok && problems.length === 0
    return {
      line,
      cells,
      name: form.name,
      user: isValid ? checked.value : null,
      state: isValid ? 'waiting' : 'rejected',
      problems,
      username: '',
    }
  }
}

/** `Documento: El campo sólo debe contener números`. */
export const toProblemText = ({ field, text }: RowProblem): string =>
  field === null ? text : `${COLUMN_TITLES[field]}: ${text}`
