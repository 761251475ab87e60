import { formatMinute, formatTable, MORE_CLIENTS } from '#server/operator/client-messages.ts'
import { type CallOutput, type Command, type CommandArguments, defineCall, Refusal } from '#server/operator/command.ts'
import type { OperatorClient } from '#server/operator/operator-client.ts'
import { showMessage, showTable } from '#server/operator/output.ts'
import {
  type AcceptanceBody,
  type ClientReply,
  clientPaths,
  clientReply,
  clientsReply,
  type NewClientBody,
  registrationsReply,
  type TermBody,
} from '#src/adapters/http/contract/operator-clients.ts'
import { ok } from '#src/domain/result.ts'
import { parseDate } from '#src/domain/time/bogota.ts'

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

/** `--until 2026-12-31`, or `--until never` as null. */
function readUntil(values: CommandArguments): string | null {
  const value = values.need('until')
  if (value === NEVER) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || parseDate(value) === null)
    throw new Refusal({ kind: 'bad-value', flag: 'until', value })
  return value
}

/** `--months 3` or `--until 2026-12-31`, one of the two. */
function readTerm(values: CommandArguments): TermBody {
  if (values.has('months') && values.has('until')) throw new Refusal({ kind: 'unknown-argument', text: '--until' })
  if (!values.has('months') && !values.has('until')) throw new Refusal({ kind: 'missing', what: '--months, --until' })
  return values.has('months') ? { meses: values.wholeNumber('months') } : { hasta: readUntil(values) }
}

async function list(client: OperatorClient, text: string): CallOutput {
  const query = new URLSearchParams(text === '' ? {} : { texto: text })
  const listed = await client.call(clientsReply, 'GET', `${clientPaths.clients}?${query}`)
  if (!listed.ok) return listed
  const table = formatTable(HEADING, listed.value.data.map(toRow))
  return ok(listed.value.hay_mas ? `${table}\n${MORE_CLIENTS}` : table)
}

/** The account after an action, below the message of the server. */
async function act(client: OperatorClient, path: string, body: unknown = {}): CallOutput {
  const done = await client.call(clientReply, 'POST', path, body)
  return done.ok ? ok(`${done.value.message}\n${formatTable(HEADING, done.value.data.map(toRow))}`) : done
}

const readUsername = (values: CommandArguments) => ({ username: values.word(0, 'USUARIO') })

/** A command that does one thing to an account. */
const defineAct = (name: string, summary: string, path: (username: string) => string): Command =>
  defineCall({
    name,
    usage: 'USUARIO',
    summary,
    words: 1,
    read: readUsername,
    run: (client, { username }) => act(client, path(username)),
  })

/** Clients and their accounts (D79). */
export const CLIENT_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'clients list',
    usage: '[--find TEXTO]',
    summary: 'clientes, o los que tienen el texto en su usuario o correo',
    flags: ['find'],
    read: (values) => ({ text: values.text('find') ?? '' }),
    run: (client, { text }) => list(client, text),
  }),
  defineCall({
    name: 'clients add',
    usage: '--user USUARIO --name NOMBRE --email CORREO --until AAAA-MM-DD|never',
    summary: 'crea una cuenta y envía su invitación',
    flags: ['user', 'name', 'email', 'until'],
    read: (values): NewClientBody => ({
      usr_name: values.need('user'),
      nombre: values.need('name'),
      email_address: values.need('email'),
      hasta: readUntil(values),
    }),
    run: (client, body) => act(client, clientPaths.clients, body),
  }),
  defineAct('clients disable', 'cierra la cuenta y sus sesiones', clientPaths.disable),
  defineAct('clients enable', 'abre la cuenta de nuevo', clientPaths.enable),
  defineCall({
    name: 'clients extend',
    usage: 'USUARIO --months MESES | --until AAAA-MM-DD|never',
    summary: 'agrega meses a la cuenta, o cambia su último día',
    words: 1,
    flags: ['months', 'until'],
    read: (values) => ({ ...readUsername(values), body: readTerm(values) }),
    run: (client, { username, body }) => act(client, clientPaths.extend(username), body),
  }),
  defineAct(
    'clients expire-password',
    'obliga a cambiar la contraseña en el próximo ingreso',
    clientPaths.expirePassword,
  ),
  defineAct('clients invite', 'envía otra invitación; las anteriores ya no sirven', clientPaths.invite),
]

const readRegistration = (values: CommandArguments) => ({ reference: values.word(0, 'REF') })

/** Registrations that wait for a decision (D79). */
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
    words: 1,
    flags: ['user', 'until'],
    read: (values) => ({
      ...readRegistration(values),
      body: {
        ...(values.has('user') && { usr_name: values.need('user') }),
        ...(values.has('until') && { hasta: readUntil(values) }),
      } satisfies AcceptanceBody,
    }),
    run: (client, { reference, body }) => act(client, clientPaths.accept(reference), body),
  }),
  defineCall({
    name: 'registrations refuse',
    usage: 'REF --reason "MOTIVO"',
    summary: 'rechaza el registro',
    words: 1,
    flags: ['reason'],
    read: (values) => ({ ...readRegistration(values), reason: values.need('reason') }),
    run: (client, { reference, reason }) =>
      showMessage(client.act('POST', clientPaths.refuse(reference), { motivo: reason })),
  }),
]
