import { readAdministrator } from '#server/operator/terminal/catalogue-commands.ts'
import { type Command, type CommandArguments, defineCall } from '#server/operator/terminal/command.ts'
import { showMessage, showTable } from '#server/operator/terminal/output.ts'
import { ACCESS_CHANGE_WORDS, accessReply } from '#src/adapters/http/contract/imc/access.ts'
import { type AccessChangeBody, administratorPaths } from '#src/adapters/http/contract/operator/administrators.ts'
import type { AccessChange } from '#src/domain/imc/users/access.ts'

const readCode = (values: CommandArguments) => values.readWord(0, 'CÓDIGO')

type Row = (typeof accessReply)['_zod']['output']['data'][number]

function toStatus({ es_activo, contrato_pendiente, clave_temporal, clave_hasta }: Row): string {
  if (!es_activo) return 'inactivo'
  if (contrato_pendiente) return 'contrato pendiente'
  if (!clave_temporal) return 'activo'
  return clave_hasta === null ? 'clave temporal' : `clave temporal hasta ${clave_hasta}`
}

/** Defines a command that changes the access of a person. */
const defineChange = (name: string, summary: string, change: AccessChange): Command =>
  defineCall({
    name: `administrators ${name}`,
    usage: 'CÓDIGO --user USUARIO',
    summary,
    wordCount: 1,
    flags: ['user'],
    read: (values) => ({ code: readCode(values), username: values.readRequired('user') }),
    run: (client, { code, username }) =>
      showMessage(
        client.callAction('POST', administratorPaths.change(code, username), {
          accion: ACCESS_CHANGE_WORDS[change],
        } satisfies AccessChangeBody),
      ),
  })

/** Commands for who can sign in for an entity (D111). */
export const ADMINISTRATOR_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'administrators',
    usage: 'CÓDIGO',
    summary: 'quién puede ingresar por una entidad, los administradores primero',
    wordCount: 1,
    read: readCode,
    run: (client, code) =>
      showTable(
        client.call(accessReply, 'GET', administratorPaths.access(code)),
        ['Usuario', 'Nombre', 'Rol', 'Correo', 'Estatus', 'Sesiones'],
        (row) => [row.usr_name, row.nombre, row.rolename, row.email_address, toStatus(row), String(row.sesiones)],
      ),
  }),
  defineCall({
    name: 'administrators add',
    usage: 'CÓDIGO --admin PERSONA --user USUARIO --email CORREO --document CC:NÚMERO',
    summary: 'agrega un administrador, que recibe una clave temporal en un correo',
    wordCount: 1,
    flags: ['admin', 'user', 'email', 'document'],
    read: (values) => ({ code: readCode(values), body: readAdministrator(values) }),
    run: (client, { code, body }) =>
      showMessage(client.callAction('POST', administratorPaths.administrators(code), body)),
  }),
  defineChange('disable', 'desactiva un administrador y cierra sus sesiones; el último no se puede', 'deactivate'),
  defineChange('enable', 'activa un administrador', 'activate'),
  defineChange(
    'reset-password',
    'envía una clave temporal, válida por 24 horas, y cierra las sesiones',
    'send-password',
  ),
  defineCall({
    name: 'administrators end-sessions',
    usage: 'CÓDIGO [--user USUARIO]',
    summary: 'cierra las sesiones de una persona de la entidad; sin --user, las de todas',
    wordCount: 1,
    flags: ['user'],
    read: (values) => ({ code: readCode(values), username: values.readText('user') }),
    run: (client, { code, username }) =>
      showMessage(
        client.callAction(
          'POST',
          administratorPaths.endSessions(code),
          username === null ? {} : { usr_name: username },
        ),
      ),
  }),
]
