import { describe, expect, test } from 'vitest'
import { IMC_BASE } from '#server/http/paths.ts'
import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity } from '#tests/support/identity.ts'

const KEY = 'una-clave-de-dieciseis'
const ADD = [
  ...['administrators', 'add', 'ANDINA', '--admin', 'Ana Ruiz', '--user', 'aruiz'],
  ...['--email', 'ana@andina.example', '--document', 'CC:1020304050'],
]

async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, database, env: { OPERATOR_KEY: KEY } })
  const client = createOperatorClient({ url: server.url, key: KEY })
  const run = async (...argv: readonly string[]) => {
    const command = readCommand(argv)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    return runCommand(client, command.value)
  }
  const logIn = async (usr_name: string, usr_pwd = DEMO_PASSWORD) => {
    const browser = createBrowser(server.url)
    const body = { entidad: 'ANDINA', usr_name, usr_pwd }
    return { browser, reply: await browser.post(`${IMC_BASE}/usuarios/login`, body) }
  }
  const findPassword = async (recipient: string) => {
    const mail = await database.db
      .selectFrom('records_outbox')
      .selectAll()
      .where('recipient', '=', recipient)
      .executeTakeFirstOrThrow()
    return /Clave temporal: (\S+)/.exec(JSON.parse(mail.content ?? '{}').text)?.[1] ?? ''
  }
  return { ...server, database, run, logIn, findPassword }
}

describe.each(ENGINES)('%s', (engine) => {
  test('the operator recovers the only administrator of an entity, and cannot deactivate it (D111)', async () => {
    const { database, run, logIn, findPassword } = await start(engine)
    const { db } = database
    await db.updateTable('imc_users').set({ active: 0 }).where('id', '=', 'usr-andina-nuevo').execute()
    expect(await run('administrators', 'disable', 'ANDINA', '--user', 'admin')).toEqual({
      ok: false,
      error: 'Es el único administrador que puede ingresar. Cree o active otro antes de desactivar a esta persona.',
    })
    const { browser } = await logIn('admin')
    expect((await run('administrators', 'reset-password', 'andina', '--user', 'ADMIN')).ok).toBe(true)
    const ended = await browser.post(`${IMC_BASE}/usuarios/session/vigente`, {})
    expect(json(ended).message).toBe('Su agente de soporte cerró su sesión. Inicie sesión de nuevo.')
    expect((await logIn('admin')).reply.status).toBe(401)
    const recovered = await logIn('admin', await findPassword('admin@andina.example'))
    expect(json(recovered.reply).data[0]).toMatchObject({ id: 'usr-andina-admin', cambiar_pwd: true })
    const entries = await db
      .selectFrom('records_audit')
      .select(['realm', 'action', 'target'])
      .where('action', '=', 'password-sent')
      .execute()
    expect(entries).toEqual([{ realm: 'operator', action: 'password-sent', target: 'usr-andina-admin' }])
  })

  test('the operator adds an administrator, and deactivates the one who left (D111)', async () => {
    const { run, logIn, findPassword, time } = await start(engine)
    expect(await run(...ADD)).toEqual({
      ok: true,
      value: 'Administrador agregado. La clave temporal va en un correo y vence en 24 horas.',
    })
    expect(await run(...ADD)).toEqual({
      ok: false,
      error: 'El nombre de usuario aruiz ya existe en la entidad.',
    })
    expect((await run('administrators', 'disable', 'ANDINA', '--user', 'admin')).ok).toBe(true)
    expect((await logIn('admin')).reply.status).toBe(401)
    const list = await run('administrators', 'ANDINA')
    expect(list.ok && list.value).toMatch(/aruiz +Ana Ruiz +administrador +ana@andina.example +clave temporal hasta/)
    expect(list.ok && list.value).toMatch(/admin +Paula Ibáñez Cárdenas +administrador +\S+ +inactivo/)
    expect((await run('administrators', 'enable', 'ANDINA', '--user', 'admin')).ok).toBe(true)
    expect((await logIn('admin')).reply.status).toBe(200)
    time.pass(DAY_MS)
    expect((await logIn('aruiz', await findPassword('ana@andina.example'))).reply.status).toBe(403)
  })

  test('the operator ends the sessions of one person or of all (D111)', async () => {
    const { run, logIn } = await start(engine)
    for (const username of ['admin', 'operador', 'operador']) await logIn(username)
    expect(await run('administrators', 'end-sessions', 'ANDINA', '--user', 'operador')).toEqual({
      ok: true,
      value: 'Se cerraron 2 sesiones.',
    })
    expect(await run('administrators', 'end-sessions', 'ANDINA')).toEqual({ ok: true, value: 'Se cerró 1 sesión.' })
    expect(await run('administrators', 'end-sessions', 'ANDINA')).toEqual({
      ok: true,
      value: 'No había sesiones abiertas.',
    })
  })

  test.each([
    [['administrators', 'NINGUNA'], 'No hay una entidad con ese código.'],
    [['administrators', 'disable', 'ANDINA', '--user', 'ninguno'], /No hay una persona con ese usuario/],
    [['administrators', 'disable', 'ANDINA', '--user', 'operador'], /los demás usuarios, en Mis usuarios/],
    [['administrators', 'end-sessions', 'ANDINA', '--user', 'ninguno'], /No hay una persona con ese usuario/],
  ])('%j is refused with a sentence (D111)', async (argv, error) => {
    const { run } = await start(engine)
    const result = await run(...argv)
    expect(result).toMatchObject({ ok: false, error: typeof error === 'string' ? error : expect.stringMatching(error) })
  })
})
