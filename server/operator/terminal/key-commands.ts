import { formatMinute } from '#server/operator/terminal/client-messages.ts'
import {
  type CallOutput,
  type Command,
  type CommandArguments,
  defineCall,
  Refusal,
} from '#server/operator/terminal/command.ts'
import type { CallFailure } from '#server/operator/terminal/operator-client.ts'
import { showMessage, showTable } from '#server/operator/terminal/output.ts'
import {
  keyPaths,
  keysReply,
  type NewKeyBody,
  newKeyBody,
  newKeyReply,
} from '#src/adapters/http/contract/operator/keys.ts'
import { ok, type Result } from '#src/domain/result.ts'

const DEFAULT_OVERLAP_HOURS = 24

/** Reads a key to add; refuses what the server would refuse. */
function readNewKey(values: CommandArguments): NewKeyBody {
  const name = values.readWord(0, 'NOMBRE')
  const scopes = values.readRequired('scopes')
  const until = values.readText('until')
  const checks = [
    ['NOMBRE', newKeyBody.shape.nombre, name],
    ['--scopes', newKeyBody.shape.alcances, scopes.split(',').map((scope) => scope.trim())],
    ['--until', newKeyBody.shape.vence, until ?? undefined],
  ] as const
  for (const [what, schema, value] of checks) {
    if (!schema.safeParse(value).success) throw new Refusal({ kind: 'bad-value', what, value: String(value) })
  }
  const [[, , nombre], [, , alcances]] = checks
  return newKeyBody.parse({ nombre, alcances, ...(until !== null && { vence: until }) })
}

/** Returns the message of a reply and the new key. */
async function showKey(
  reply: Promise<
    Result<{ readonly message: string; readonly data: readonly { readonly clave: string }[] }, CallFailure>
  >,
): CallOutput {
  const result = await reply
  return result.ok ? ok(`${result.value.message}\n${result.value.data[0]?.clave ?? ''}`) : result
}

/** Commands for the named keys of the operator. */
export const KEY_COMMANDS: readonly Command[] = [
  defineCall({
    name: 'keys',
    usage: '',
    summary: 'claves del operador, con su último uso',
    read: () => null,
    run: (client) =>
      showTable(
        client.call(keysReply, 'GET', keyPaths.keys),
        ['Nombre', 'Versión', 'Estado', 'Alcances', 'Creada', 'Vence', 'Último uso'],
        (row) => [
          row.nombre,
          String(row.version),
          row.estado,
          row.alcances.join(', '),
          formatMinute(row.creada),
          row.vence === null ? '–' : formatMinute(row.vence),
          row.ultimo_uso === null ? '–' : formatMinute(row.ultimo_uso),
        ],
      ),
  }),
  defineCall({
    name: 'keys add',
    usage: 'NOMBRE --scopes deals,clients,entities,backup [--until AAAA-MM-DD]',
    summary: 'crea una clave con esos alcances y la muestra una vez',
    wordCount: 1,
    flags: ['scopes', 'until'],
    read: readNewKey,
    run: (client, body) => showKey(client.call(newKeyReply, 'POST', keyPaths.keys, body)),
  }),
  defineCall({
    name: 'keys rotate',
    usage: 'NOMBRE [--hours HORAS]',
    summary: 'crea la siguiente clave del nombre; la anterior sirve HORAS más (24 por omisión)',
    wordCount: 1,
    flags: ['hours'],
    read: (values) => ({
      name: values.readWord(0, 'NOMBRE'),
      horas: values.has('hours') ? values.readWholeNumber('hours') : DEFAULT_OVERLAP_HOURS,
    }),
    run: (client, { name, horas }) => showKey(client.call(newKeyReply, 'POST', keyPaths.rotate(name), { horas })),
  }),
  defineCall({
    name: 'keys revoke',
    usage: 'NOMBRE',
    summary: 'revoca de inmediato todas las claves del nombre',
    wordCount: 1,
    read: (values) => ({ name: values.readWord(0, 'NOMBRE') }),
    run: (client, { name }) => showMessage(client.callAction('POST', keyPaths.revoke(name))),
  }),
]
