import { formatMinute, formatTable, MORE_CLIENTS } from '#server/operator/terminal/client-messages.ts'
import {
  type CallOutput,
  type Command,
  type CommandArguments,
  defineCall,
  Refusal,
  readReference,
} from '#server/operator/terminal/command.ts'
import type { OperatorClient } from '#server/operator/terminal/operator-client.ts'
import { showMessage, showTable } from '#server/operator/terminal/output.ts'
import {
  type AcceptanceBody,
  type ClientReply,
  clientPaths,
  clientReply,
  clientsReply,
  type NewClientBody,
  registrationsReply,
  type TermBody,
} from '#src/adapters/http/contract/operator/clients.ts'
import { calendarDay } from '#src/adapters/http/contract/values.ts'
import { ok } from '#src/domain/result.ts'

/** The value of `--until` for an account without an end. */
const NEVER = 'never'

type Row = ClientReply['data'][number]

const HEADING = ['Usuario', 'Nombre', 'Correo', 'Estado', 'Hasta', 'Creada']
const toRow = (row: Row) => [
  row.usr_name,
  row.nombre,
  row.email_address,
  row.estado,
  row.hasta ?? '–',
  formatMinute(row.creado),
]

/** Reads `--until 2026-12-31`; returns null for `--until never`. */
function readUntil(values: CommandArguments): string | null {
  const value = values.readRequired('until')
  if (value === NEVER) return null
  if (!calendarDay.safeParse(value).success) throw new Refusal({ kind: 'bad-value', what: '--until', value })
  return value
}

/** Reads `--months 3` or `--until 2026-12-31`. Refuses both together, and neither. */
function readTerm(values: CommandArguments): TermBody {
  if (values.has('months') && values.has('until')) throw new Refusal({ kind: 'unknown-argument', text: '--until' })
  if (!values.has('months') && !values.has('until')) throw new Refusal({ kind: 'missing', what: '--months, --until' })
  return values.has('months') ? { meses: values.readWholeNumber('months') } : { hasta: readUntil(values) }
}

async function listClients(client: OperatorClient, text: string): CallOutput {
  const query = new URLSearchParams(text === '' ? {} : { texto: text })
  const result = await client.call(clientsReply, 'GET', `${clientPaths.clients}?${query}`)
  if (!result.ok) return result
  const table = formatTable(HEADING, result.value.data.map(toRow))
  return ok(result.value.hay_mas ? `${table}\n${MORE_CLIENTS}` : table)
}

/** Runs an action on an account. Returns the server's message and the changed account. */
async function runAction(client: OperatorClient, path: string, body: unknown = {}): CallOutput {
  const result = await client.call(clientReply, 'POST', path, body)
  return result.ok ? ok(`${result.value.message}\n${formatTable(HEADING, result.value.data.map(toRow))}`) : result
}

const readUsername = (values: CommandArguments) => ({ username: values.readWord(0, 'USUARIO') })

/** Defines a command that runs one action on an account. */
const defineAction = (name: string, summary: string, path: (username: string) => string): Command =>
  defineCall({
    name,
    usage: 'USUARIO',
    summary,
    wordCount: 1,
    read: readUsername,
    run: (client, { username }) => runAction(client, path(username)),
  })

/** Commands for clients and their accounts (D79). */
export const CLIENT_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'clients list',
    usage: '[--find TEXTO]',
    summary: 'clientes, o los que tienen el texto en su usuario o correo',
    flags: ['find'],
    read: (values) => ({ text: values.readText('find') ?? '' }),
    run: (client, { text }) => listClients(client, text),
  }),
  defineCall({
    name: 'clients add',
    usage: '--user USUARIO --name NOMBRE --email CORREO --until AAAA-MM-DD|never',
    summary: 'crea una cuenta y envía su invitación',
    flags: ['user', 'name', 'email', 'until'],
    read: (values): NewClientBody => ({
      usr_name: values.readRequired('user'),
      nombre: values.readRequired('name'),
      email_address: values.readRequired('email'),
      hasta: readUntil(values),
    }),
    run: (client, body) => runAction(client, clientPaths.clients, body),
  }),
  defineAction('clients disable', 'cierra la cuenta y sus sesiones', clientPaths.disable),
  defineAction('clients enable', 'abre la cuenta de nuevo', clientPaths.enable),
  defineCall({
    name: 'clients extend',
    usage: 'USUARIO --months MESES | --until AAAA-MM-DD|never',
    summary: 'agrega meses a la cuenta, o cambia su último día',
    wordCount: 1,
    flags: ['months', 'until'],
    read: (values) => ({ ...readUsername(values), body: readTerm(values) }),
    run: (client, { username, body }) => runAction(client, clientPaths.extend(username), body),
  }),
  defineAction(
    'clients expire-password',
    'obliga a cambiar la contraseña en el próximo ingreso',
    clientPaths.expirePassword,
  ),
  defineAction(
    'clients reset-factor',
    'quita la verificación en dos pasos perdida y cierra las sesiones',
    clientPaths.resetFactor,
  ),
  defineAction('clients invite', 'envía otra invitación; las anteriores ya no sirven', clientPaths.invite),
]

/** Commands for registrations (D79). */
export const REGISTRATION_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'registrations list',
    usage: '[--all]',
    summary: 'registros pendientes, o todos',
    switches: ['all'],
    read: (values) => ({ all: values.has('all') }),
    run: (client, { all }) =>
      showTable(
        client.call(registrationsReply, 'GET', `${clientPaths.registrations}?estado=${all ? 'todos' : 'pendientes'}`),
        ['Referencia', 'Estado', 'Fecha', 'Nombre', 'Empresa', 'Correo', 'Teléfono', 'Producto', 'Motivo'],
        (row) => [
          row.referencia,
          row.estado,
          formatMinute(row.fecha),
          row.nombre,
          row.empresa,
          row.email,
          row.telefono,
          row.producto,
          row.motivo ?? '',
        ],
      ),
  }),
  defineCall({
    name: 'registrations accept',
    usage: 'REF [--user USUARIO] [--until AAAA-MM-DD|never]',
    summary: 'crea la cuenta y envía su invitación',
    wordCount: 1,
    flags: ['user', 'until'],
    read: (values) => ({
      ...readReference(values),
      body: {
        ...(values.has('user') && { usr_name: values.readRequired('user') }),
        ...(values.has('until') && { hasta: readUntil(values) }),
      } satisfies AcceptanceBody,
    }),
    run: (client, { reference, body }) => runAction(client, clientPaths.accept(reference), body),
  }),
  defineCall({
    name: 'registrations refuse',
    usage: 'REF --reason "MOTIVO"',
    summary: 'rechaza el registro',
    wordCount: 1,
    flags: ['reason'],
    read: (values) => ({ ...readReference(values), reason: values.readRequired('reason') }),
    run: (client, { reference, reason }) =>
      showMessage(client.callAction('POST', clientPaths.refuse(reference), { motivo: reason })),
  }),
]
