import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '#src/domain/time/bogota.ts'
import { ENGINES } from '#tests/support/databases.ts'
import {
  createBrowser,
  createTestStreams,
  json,
  solveServerCheck,
  startIdentity,
  statusAndBody,
  TEST_STREAM,
} from '#tests/support/identity.ts'

const KEY = 'una-clave-de-dieciseis'
const PASSWORD = 'Primera#Clave2100'

const REGISTRATION = {
  full_name: 'Marta',
  last_name: 'Rojas Gil',
  identification: '52123456',
  email: 'marta@norte.example',
  enterprise: 'Norte S. A.',
  country: 'Colombia',
  type: 'natural',
  city: 'Bogotá',
  identification_type: 'C',
  product: 'dolar',
  cellphone: '3101234567',
  date: '2100-01-04T10:00:00-05:00',
}

async function startOperator(engine: (typeof ENGINES)[number]) {
  const streams = createTestStreams()
  const env = { OPERATOR_KEY: KEY }
  const server = await startIdentity({ engine, imc: true, demoEntities: [], env, streams, modules: [streams] })
  const { url, database, time, config, identity } = server
  const client = createOperatorClient({ url, key: KEY })

  async function run(...argv: readonly string[]) {
    const command = readCommand(argv)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    const result = await runCommand(client, command.value)
    return result.ok ? result.value : `REFUSED ${result.error}`
  }

  /** Registers, passes 1 ms and returns the first reference of the operator's list. */
  async function register(changes: Partial<typeof REGISTRATION> = {}) {
    const headers = { 'X-Human-Check': await solveServerCheck(url) }
    const body = { ...REGISTRATION, ...changes, date: toIso(time.now()) }
    expect((await createBrowser(url).post('/api/registro', body, headers)).status).toBe(200)
    const listed = await run('registrations', 'list')
    time.pass(1)
    return /R-[0-9A-F]{10}/.exec(listed)?.[0] ?? ''
  }

  /** Delivers the queued mails, passes 1 ms and returns all mails in the order of their files. */
  async function readMails() {
    await identity.deliver()
    time.pass(1)
    const folder = join(config.dataDir, 'correo')
    const names = await readdir(folder).catch(() => [])
    return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  }

  /** Returns the path and the tokens of the link in the newest mail. */
  async function readLink() {
    const link = new URL(/http\S+/.exec((await readMails()).at(-1) ?? '')?.[0] ?? 'http://none')
    const token = link.searchParams.get('token') ?? ''
    return { path: link.pathname, tokens: { token, token2: link.searchParams.get('token2') ?? '' } }
  }

  const submitForm = (name: string, fields: Readonly<Record<string, string>>) =>
    createBrowser(url).submit(`/api/password/${name}.php`, fields)
  const choosePassword = (tokens: Readonly<Record<string, string>>, value = PASSWORD) =>
    submitForm('ChangePassword', { ...tokens, value, revalue: value })
  const earlierEntries = await database.db.selectFrom('records_audit').select('id').execute()
  const listAudited = async (action: string) => {
    const rows = await database.db.selectFrom('records_audit').selectAll().where('action', '=', action).execute()
    return rows.filter(({ id }) => !earlierEntries.some((entry) => entry.id === id))
  }
  return { ...server, run, register, readMails, readLink, submitForm, choosePassword, listAudited }
}

describe.each(ENGINES)('%s', (engine) => {
  test('an accepted registration creates an account, and its invitation sets the password once', async () => {
    const { run, register, readLink, submitForm, choosePassword, url, listAudited } = await startOperator(engine)
    const reference = await register()
    const accepted = await run('registrations', 'accept', reference)
    expect(accepted).toContain('Registro aceptado. La invitación va en un correo.')
    expect(accepted).toMatch(/mrojas +Marta Rojas Gil +marta@norte.example +Invitada +2100-02-03/)
    expect(await run('registrations', 'accept', reference)).toBe('REFUSED El registro ya está decidido.')
    expect(await run('registrations', 'list')).toBe('No hay.')
    expect(await run('registrations', 'list', '--all')).toContain('Aceptado')

    const { path, tokens } = await readLink()
    expect(path).toBe('/auth/invitacion/')
    expect((await submitForm('verifyTokens', tokens)).text).toBe('OK')
    expect(json(await createBrowser(url).logIn('mrojas', PASSWORD)).status).toBe('INVALID')
    expect((await choosePassword(tokens)).text).toBe('OK')
    expect((await choosePassword(tokens, 'Segunda#Clave2100')).text).toBe('NO')
    const signedIn = json(await createBrowser(url).logIn('mrojas', PASSWORD))
    expect(signedIn).toMatchObject({ status: 'success', user: { name: 'Marta Rojas Gil', fecha_confirmacion: null } })
    expect(await run('clients', 'list', '--find', 'marta@')).toContain('Términos pendientes')
    expect(await listAudited('registration-accepted')).toMatchObject([
      { realm: 'operator', subject_name: 'Operaciones', after: expect.stringContaining('mrojas') },
    ])
  })

  test('an invitation expires after 72 hours, or when the operator sends a new invitation', async () => {
    const { run, register, readLink, submitForm, choosePassword, time } = await startOperator(engine)
    await run('registrations', 'accept', await register())
    const first = await readLink()
    time.pass(72 * HOUR_MS - 1)
    expect((await submitForm('verifyTokens', first.tokens)).text).toBe('OK')
    time.pass(2)
    expect((await submitForm('verifyTokens', first.tokens)).text).toBe('NO')
    expect((await choosePassword(first.tokens)).text).toBe('NO')
    expect(await run('clients', 'invite', 'mrojas')).toContain('La nueva invitación va en un correo')
    const second = await readLink()
    await run('clients', 'invite', 'MROJAS')
    const third = await readLink()
    expect((await choosePassword(second.tokens)).text).toBe('NO')
    expect((await choosePassword(third.tokens)).text).toBe('OK')
    expect(await run('clients', 'invite', 'mrojas')).toBe('REFUSED El cliente ya eligió su contraseña.')
  })

  test('a search treats the wildcards of LIKE as plain characters', async () => {
    const { run } = await startOperator(engine)
    for (const [user, email] of [
      ['uno', 'ana_maria@norte.example'],
      ['dos', 'ana.maria@norte.example'],
      ['tres', 'ana%maria@norte.example'],
    ] as const)
      await run('clients', 'add', '--user', user, '--name', 'Ana', '--email', email, '--until', 'never')
    expect((await run('clients', 'list', '--find', 'ana_MARIA')).match(/^(uno|dos|tres) /gm)).toEqual(['uno '])
    expect((await run('clients', 'list', '--find', 'ana%maria')).match(/^(uno|dos|tres) /gm)).toEqual(['tres '])
    expect(await run('clients', 'list', '--find', 'ana!maria')).toBe('No hay.')
    expect((await run('clients', 'list', '--find', 'maria')).match(/^(uno|dos|tres) /gm)).toHaveLength(3)
  })

  test('a derived user name is unique in a database with a language collation', async () => {
    const { run, register, database } = await startOperator(engine)
    if (engine === 'postgres')
      await sql`alter table identity_clients alter column username_key type text collate "es-x-icu"`.execute(
        database.db,
      )
    for (const [email, username] of [
      ['uno@norte.example', 'mrojas'],
      ['dos@norte.example', 'mrojas2'],
      ['tres@norte.example', 'mrojas3'],
    ] as const)
      expect(await run('registrations', 'accept', await register({ email }))).toMatch(new RegExp(`^${username} `, 'm'))
  })

  test('a refused registration creates no account', async () => {
    const { run, register, listAudited, readMails } = await startOperator(engine)
    const reference = await register()
    expect(await run('registrations', 'refuse', reference, '--reason', 'Sin empresa')).toBe('Registro rechazado.')
    expect(await run('registrations', 'accept', reference)).toBe('REFUSED El registro ya está decidido.')
    expect(await run('registrations', 'list', '--all')).toMatch(/Rechazado .*Sin empresa/)
    expect(await listAudited('registration-refused')).toHaveLength(1)
    expect(await run('clients', 'list', '--find', 'marta@')).toBe('No hay.')
    expect(await readMails()).toEqual([])
  })

  test('an acceptance with an unknown id, a past date, or a taken name or mail address changes nothing', async () => {
    const { run, register } = await startOperator(engine)
    const reference = await register()
    expect(await run('registrations', 'accept', 'R-0000000000')).toBe('REFUSED El registro no existe.')
    expect(await run('registrations', 'accept', '')).toContain('REFUSED')
    expect(await run('registrations', 'accept', reference, '--until', '2100-01-03')).toBe('REFUSED La fecha ya pasó.')
    expect(await run('registrations', 'accept', reference, '--user', 'DEMO')).toBe(
      'REFUSED Ya existe una cuenta con ese usuario.',
    )
    expect(await run('registrations', 'list')).toContain('Pendiente')
    await run('registrations', 'accept', reference, '--until', 'never')
    expect(await run('clients', 'list', '--find', 'mrojas')).toMatch(/Invitada +–/)
    const again = await register()
    expect(await run('registrations', 'accept', again)).toBe('REFUSED Ya existe una cuenta con ese correo.')
    const other = await register({ email: 'otra.marta@norte.example' })
    expect(await run('registrations', 'accept', other)).toContain('mrojas2')
  })

  test('two simultaneous acceptances create one account', async () => {
    const { run, register, database } = await startOperator(engine)
    const reference = await register()
    const outcomes = await Promise.all([1, 2].map(() => run('registrations', 'accept', reference)))
    expect(outcomes.filter((outcome) => outcome.startsWith('REFUSED'))).toHaveLength(1)
    const rows = await database.db
      .selectFrom('identity_clients')
      .select('id')
      .where('email_key', '=', 'marta@norte.example')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('the operator can end the sessions of an account and prevent its logins until it is enabled', async () => {
    const { run, url, listAudited, streams } = await startOperator(engine)
    const browser = createBrowser(url)
    await browser.logIn('demo')
    await browser.get(TEST_STREAM)
    expect(streams.listLiveRequests()).toHaveLength(1)
    expect(await run('clients', 'disable', 'demo')).toMatch(/Cuenta desactivada[\s\S]*Inactiva/)
    expect(statusAndBody(await browser.session())).toEqual([
      401,
      { message: 'Cuenta de usuario Inactiva', reason: 'account-closed' },
    ])
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('DISABLED')
    expect(await run('clients', 'disable', 'demo')).toBe('REFUSED La cuenta ya está así.')
    expect(await run('clients', 'enable', 'demo')).toContain('Cuenta activada.')
    expect((await browser.session()).status).toBe(401)
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('success')
    expect(await listAudited('client-disabled')).toMatchObject([
      { target: 'cli-demo', before: '{"disabled":false}', after: '{"disabled":true}' },
    ])
    expect(streams.listLiveRequests()).toEqual([])
  })

  test('an account is expired from the end of its last day until the operator extends it', async () => {
    const { run, url, time } = await startOperator(engine)
    expect(await run('clients', 'extend', 'demo', '--until', '2100-01-04')).toContain('2100-01-04')
    const browser = createBrowser(url)
    expect(json(await browser.logIn('demo')).status).toBe('success')
    time.pass(14 * HOUR_MS - MINUTE_MS)
    expect(json(await createBrowser(url).takeOver('demo')).status).toBe('success')
    time.pass(MINUTE_MS)
    expect(json(await createBrowser(url).logIn('demo')).status).toBe('EXPIRED')
    expect(await run('clients', 'list', '--find', 'demo@')).toContain('Expirada')
    expect(await run('clients', 'extend', 'demo', '--until', '2100-01-04')).toBe('REFUSED La fecha ya pasó.')
    expect(await run('clients', 'extend', 'demo', '--months', '3')).toContain('2100-04-04')
    expect(await run('clients', 'extend', 'demo', '--months', '3')).toContain('2100-07-04')
    expect(json(await createBrowser(url).takeOver('demo')).status).toBe('success')
    expect(await run('clients', 'extend', 'demo', '--until', 'never')).toMatch(/Activa +–/)
    expect(await run('clients', 'extend', 'demo', '--months', '3')).toBe('REFUSED La cuenta ya está así.')
    expect(await run('clients', 'list', '--find', 'demo@')).toMatch(/Activa +–/)
  })

  test('a client gets one mail 15 days before each end of the account', async () => {
    const { run, readMails, identity, time } = await startOperator(engine)
    await run('clients', 'extend', 'demo', '--until', '2100-01-20')
    const read = async () => {
      await Promise.all([identity.sendExpiryNotices(), identity.sendExpiryNotices()])
      return readMails()
    }
    expect(await read()).toEqual([])
    time.pass(2 * DAY_MS)
    const mails = await read()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('El último día de su cuenta es el miércoles, 20 de enero de 2100.')
    time.pass(DAY_MS)
    expect(await read()).toHaveLength(1)
    await run('clients', 'extend', 'demo', '--until', '2100-02-20')
    expect(await read()).toHaveLength(1)
    time.pass(35 * DAY_MS)
    expect(await read()).toHaveLength(2)
  })

  test('a client must replace an expired password by a different password and gets a mail', async () => {
    const { run, url, submitForm, readMails } = await startOperator(engine)
    const browser = createBrowser(url)
    await browser.logIn('demo')
    expect(await run('clients', 'expire-password', 'demo')).toContain('Contraseña expirada')
    expect(json(await browser.session()).user.key_expired).toBe(true)
    const form = { user_id: 'cli-demo', user_name: 'demo', user_email: 'demo@mercadodolar.example' }
    const renew = (user_pwd: string) => browser.submit('/api/password/RenewPassword.php', { ...form, user_pwd })
    expect(statusAndBody(await renew('Demo#Dolar2026'))).toEqual([
      400,
      { message: 'Elija una contraseña distinta de la anterior' },
    ])
    expect(statusAndBody(await renew('Password123!'))).toEqual([
      400,
      { message: 'Elija otra contraseña: esta es una de las más usadas' },
    ])
    expect((await renew(PASSWORD)).text).toBe('OK')
    const mails = await readMails()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('La contraseña de su cuenta cambió el lunes, 4 de enero de 2100 a las 10:00')
    expect(mails[0]).not.toContain('http')
    expect((await submitForm('verifyTokens', { token: '', token2: '' })).text).toBe('NO')
  })

  test('the operator can add a client with valid values only', async () => {
    const { run, url, readLink, choosePassword } = await startOperator(engine)
    const add = (user: string, email: string, until = 'never') =>
      run('clients', 'add', '--user', user, '--name', 'Ana Ruiz', '--email', email, '--until', until)
    expect(await add('a', 'ana@norte.example')).toContain('REFUSED')
    expect(await add('ana ruiz', 'ana@norte.example')).toContain('REFUSED')
    expect(await add('aruiz', 'no-es-correo')).toContain('REFUSED')
    expect(await add('aruiz', 'ana@norte.example', '2100-01-03')).toBe('REFUSED La fecha ya pasó.')
    expect(await add('aruiz', 'ana@norte.example')).toContain('Invitada')
    expect(await add('ARUIZ', 'otra@norte.example')).toBe('REFUSED Ya existe una cuenta con ese usuario.')
    expect(await add('otra', 'ANA@norte.example')).toBe('REFUSED Ya existe una cuenta con ese correo.')
    expect((await choosePassword((await readLink()).tokens)).text).toBe('OK')
    expect(json(await createBrowser(url).logIn('aruiz', PASSWORD)).status).toBe('success')
    expect(await run('clients', 'list', '--find', '%')).toBe('No hay.')
    expect(await run('clients', 'enable', 'nadie')).toBe('REFUSED El cliente no existe.')
  })
})
