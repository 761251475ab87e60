import * as z from 'zod/mini'
import { idField, listOf, roleWord } from '#src/adapters/http/contract/imc/values.ts'
import { ROLE_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import {
  customField,
  flagField,
  instantField,
  looseTextField,
  numberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import { decodeWord } from '#src/adapters/http/decode/rows.ts'
import { ACCESS_CHANGES, type AccessChange, type AccessPerson } from '#src/domain/imc/users/access.ts'
import { toIsoOrNull } from '#src/domain/time/bogota.ts'

/** The changes of an access on the wire (D111). */
export const ACCESS_CHANGE_WORDS = {
  activate: 'activar',
  deactivate: 'desactivar',
  'send-password': 'clave-temporal',
} as const satisfies Record<AccessChange, string>

const changeWord = z.enum(Object.values(ACCESS_CHANGE_WORDS))

/** Reads a valid word of a change. */
export const readAccessChange = (word: z.infer<typeof changeWord>): AccessChange =>
  ACCESS_CHANGES.find((change) => ACCESS_CHANGE_WORDS[change] === word) ?? 'activate'

export const accessRequest = z.object({ id: idField, accion: changeWord })
export type AccessRequestBody = z.infer<typeof accessRequest>

/** A person who has a password of the back-office (D111). */
export const ACCESS_PERSON = {
  id: textField,
  usr_name: textField,
  nombre: textField,
  rolename: customField,
  email_address: looseTextField,
  es_activo: flagField,
  contrato_pendiente: flagField,
  /** Whether the person has not replaced a temporary password. */
  clave_temporal: flagField,
  clave_hasta: instantField,
  clave_usada: instantField,
  sesiones: numberField,
}

export const accessDecoder = z.pipe(
  z.object(ACCESS_PERSON),
  z.transform(
    (row): AccessPerson => ({
      id: row.id,
      name: row.nombre,
      username: row.usr_name,
      role: decodeWord(ROLE_WORDS, row.rolename).code ?? 'user',
      email: row.email_address,
      active: row.es_activo,
      contractPending: row.contrato_pendiente,
      temporary: row.clave_temporal ? { until: row.clave_hasta, usedAt: row.clave_usada } : null,
      sessions: row.sesiones,
    }),
  ),
)

const accessPerson = toReplySchema(ACCESS_PERSON, { rolename: roleWord })
export const accessReply = listOf(accessPerson)
export type AccessReply = z.infer<typeof accessReply>

export const toAccessReply = (person: AccessPerson): AccessReply['data'][number] => ({
  id: person.id,
  usr_name: person.username,
  nombre: person.name,
  rolename: ROLE_WORDS[person.role],
  email_address: person.email,
  es_activo: person.active,
  contrato_pendiente: person.contractPending,
  clave_temporal: person.temporary !== null,
  clave_hasta: toIsoOrNull(person.temporary?.until ?? null),
  clave_usada: toIsoOrNull(person.temporary?.usedAt ?? null),
  sesiones: person.sessions,
})
