import * as z from 'zod/mini'
import { createUserRequest, toCreateBody, toUserForm } from '#src/adapters/http/contract/imc/users.ts'
import { listOf, ownIdField, requestFlag } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { singleLine, wholeNumber } from '#src/adapters/http/contract/values.ts'
import { customField, nullableTextField, textField } from '#src/adapters/http/decode/lenient.ts'
import { type BatchLoad, type BatchOutcome, type BatchRow, CHECK_BATCH_ROWS } from '#src/domain/imc/users/user-batch.ts'
import type { NewUser, UserForm } from '#src/domain/imc/users/user-form.ts'

const MAX_LINE = 10_000_000

const batchRow = z.extend(z.omit(createUserRequest, { entidad_id: true, administrador_id: true }), {
  linea: wholeNumber(1, MAX_LINE),
})

/** The file of a part that creates users (D91). */
const batchLoad = z.object({
  /** Chosen by the caller, the same for all parts of the file. */
  id: singleLine(1, 100),
  /** No part follows. */
  fin: requestFlag,
})

export const toBatchLoad = ({ id, fin }: z.output<typeof batchLoad>): BatchLoad => ({ id, isLast: fin })

/** Users of a file; with `prueba` nothing is written (D91). */
export const userBatchRequest = z.object({
  prueba: requestFlag,
  filas: z.array(batchRow).check(z.minLength(1), z.maxLength(CHECK_BATCH_ROWS)),
  carga: z.optional(batchLoad),
  entidad_id: ownIdField,
  administrador_id: ownIdField,
})
export type UserBatchRequest = z.input<typeof userBatchRequest>

export const toBatchRow = (row: z.output<typeof batchRow>): BatchRow => ({
  line: Number(row.linea),
  user: toUserForm(row),
})

/** Converts a row that the form's rules accept. */
export const toBatchBody = ({ line, user }: BatchRow) =>
  ({ linea: line, ...toCreateBody(user as NewUser) }) satisfies z.input<typeof batchRow>

const OUTCOME_WORDS = { ready: 'correcto', created: 'creado', existing: 'existente', rejected: 'rechazado' } as const

/** The names of the fields of a row, as the request has them. */
const FIELD_WORDS: Readonly<Record<keyof UserForm, string>> = {
  name: 'nombre',
  username: 'usr_name',
  role: 'rolename',
  documentType: 'tipo_doc',
  documentNumber: 'idoc_numero',
  checkDigit: 'idoc_dv',
  email: 'email_address',
  position: 'cargo',
  telephone: 'telefono',
  active: 'es_activo',
  contingency: 'es_exento',
}

const PROBLEM = { campo: nullableTextField, motivo: textField }

const problemReply = z.object({ campo: z.nullable(z.string()), motivo: z.string() })

const OUTCOME = { linea: customField, estado: customField, usr_name: nullableTextField, errores: customField }

export const userBatchReply = listOf(
  toReplySchema(OUTCOME, {
    linea: z.number(),
    estado: z.enum([OUTCOME_WORDS.ready, OUTCOME_WORDS.created, OUTCOME_WORDS.existing, OUTCOME_WORDS.rejected]),
    errores: z.array(problemReply),
  }),
)
export type UserBatchReply = z.infer<typeof userBatchReply>

export const toOutcomeReply = (outcome: BatchOutcome): UserBatchReply['data'][number] => ({
  linea: outcome.line,
  estado: OUTCOME_WORDS[outcome.kind],
  usr_name: 'username' in outcome ? outcome.username : null,
  errores:
    'problems' in outcome
      ? outcome.problems.map(({ field, text }) => ({ campo: field && FIELD_WORDS[field], motivo: text }))
      : [],
})

const FIELD_NAMES = Object.keys(FIELD_WORDS) as readonly (keyof UserForm)[]

const problemDecoder = z.pipe(
  z.object(PROBLEM),
  z.transform(({ campo, motivo }) => ({
    field: FIELD_NAMES.find((field) => FIELD_WORDS[field] === campo) ?? null,
    text: motivo,
  })),
)

/** Decodes the outcome of a row. An unknown state makes the reply malformed. */
export const outcomeDecoder = z.pipe(
  z.object({
    linea: z.coerce.number().check(z.int()),
    estado: z.enum(['correcto', 'creado', 'existente', 'rechazado']),
    usr_name: nullableTextField,
    errores: z._default(z.array(problemDecoder), []),
  }),
  z.transform(({ linea: line, estado, usr_name: username, errores: problems }): BatchOutcome => {
    if (estado === 'correcto') return { line, kind: 'ready' }
    if (estado === 'rechazado') return { line, kind: 'rejected', problems }
    return { line, kind: estado === 'creado' ? 'created' : 'existing', username }
  }),
)
