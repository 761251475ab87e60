import { describe, expect, test } from 'vitest'
import { IMC_BASE } from '#server/http/paths.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, statusAndBody, type TestBrowser } from '#tests/support/identity.ts'

const LIST = `${IMC_BASE}/entidades/ent-andina/accesos`
const ADMIN = 'usr-andina-admin'
const OTHER = 'usr-andina-nuevo'
const INACTIVE = { message: 'Su usuario está inactivo. Comuníquese con el administrador de su entidad.' }

/** Starts a server whose entity has two administrators who have chosen their passwords. */
async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const server = await startIdentity({ imc: true, demoEntities: ['ent-andina', 'ent-pacifico'], database })
  const { db } = database
  await db.updateTable('imc_users').set({ must_change_password: 0 }).where('id', '=', OTHER).execute()
  const logIn = async (usr_name: string, usr_pwd = DEMO_PASSWORD, entidad = 'ANDINA') => {
    const browser = createBrowser(server.url)
    return { browser, reply: await browser.post(`${IMC_BASE}/usuarios/login`, { entidad, usr_name, usr_pwd }) }
  }
  const signIn = async (...credentials: Parameters<typeof logIn>) => {
    const { browser, reply } = await logIn(...credentials)
    expect(reply.status).toBe(200)
    return browser
  }
  const findMails = async () =>
    (await db.selectFrom('records_outbox').selectAll().orderBy('created_at').orderBy('id').execute()).map(
      ({ recipient, content }) => ({ recipient, ...JSON.parse(content ?? '{}') }),
    )
  const findEntries = (...actions: readonly string[]) =>
    db
      .selectFrom('records_audit')
      .select(['action', 'subject_name', 'target', 'before', 'after'])
      .where('action', 'in', actions)
      .orderBy('id')
      .execute()
  return { ...server, db, logIn, signIn, findMails, findEntries }
}

const change = (browser: TestBrowser, id: string, accion: string) =>
  browser.post(`${IMC_BASE}/usuarios/acceso`, { id, accion })

const check = (browser: TestBrowser) => browser.post(`${IMC_BASE}/usuarios/session/vigente`, {})

describe.each(ENGINES)('%s', (engine) => {
  test('of two administrators who deactivate each other at once, one stays active (D111)', async () => {
    const { signIn, db } = await start(engine)
    const [admin, other] = [await signIn('admin'), await signIn('nuevo')]
    const replies = await Promise.all([change(admin, OTHER, 'desactivar'), change(other, ADMIN, 'desactivar')])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    // The other one finds itself inactive in the call, or already signed out before it.
    expect(replies.map(({ status }) => status).filter((status) => [401, 403].includes(status))).toHaveLength(1)
    const active = await db
      .selectFrom('imc_users')
      .select('id')
      .where('id', 'in', [ADMIN, OTHER])
      .where('active', '=', 1)
      .execute()
    expect(active).toHaveLength(1)
  })

  test('a deactivated administrator is signed out everywhere, gets a mail, and signs in no more (D111)', async () => {
    const { signIn, logIn, findMails, findEntries } = await start(engine)
    const [admin, one, two] = [await signIn('admin'), await signIn('nuevo'), await signIn('nuevo')]
    expect(statusAndBody(await change(admin, OTHER, 'desactivar'))).toEqual([
      200,
      { message: 'Administrador desactivado. Sus sesiones se cerraron.' },
    ])
    for (const browser of [one, two]) {
      expect(json(await check(browser)).message).toBe(
        'Un administrador de su entidad cerró su sesión. Inicie sesión de nuevo.',
      )
    }
    expect(statusAndBody((await logIn('nuevo')).reply)).toEqual([401, INACTIVE])
    expect((await change(admin, OTHER, 'desactivar')).status).toBe(200)
    const [mail, ...others] = await findMails()
    expect(others).toEqual([])
    expect(mail.subject).toBe('Su acceso al área de entidades está inactivo')
    expect(mail.text).toContain('Paula Ibáñez Cárdenas, de Andina de Divisas S. A., desactivó su usuario')
    const [entry, ended] = await findEntries('user-deactivated', 'session-ended')
    expect(entry).toMatchObject({ subject_name: 'Paula Ibáñez Cárdenas', target: OTHER })
    expect([entry?.before, entry?.after]).toEqual(['{"active":true}', '{"active":false}'])
    expect(JSON.parse(ended?.after ?? '{}')).toMatchObject({ sessions: 2 })

    expect((await change(admin, OTHER, 'activar')).status).toBe(200)
    expect((await check(one)).status).toBe(401)
    await signIn('nuevo')
    expect((await findMails()).map(({ subject }) => subject)).toContain(
      'Su acceso al área de entidades está activo de nuevo',
    )
  })

  test('a temporary password replaces the password, ends the sessions and must be changed (D111)', async () => {
    const { signIn, logIn, findMails, findEntries, time } = await start(engine)
    const [admin, reader] = [await signIn('admin'), await signIn('operador')]
    const id = 'usr-andina-operador'
    expect((await change(admin, id, 'clave-temporal')).status).toBe(200)
    expect((await check(reader)).status).toBe(401)
    expect((await logIn('operador')).reply.status).toBe(401)
    const [mail] = await findMails()
    const password = /Clave temporal: (\S+)/.exec(mail.text)?.[1] ?? ''
    expect(mail.text).toContain('vence en 24 horas')
    const { browser, reply } = await logIn('operador', password)
    expect(json(reply).data[0]).toMatchObject({ id, cambiar_pwd: true })
    const renewal = { user_id: id, user_pwd: 'Nueva#Clave2026' }
    expect((await browser.post(`${IMC_BASE}/usuarios/renewpwd`, renewal)).status).toBe(200)
    expect((await logIn('operador', password)).reply.status).toBe(401)
    const entries = await findEntries('password-sent', 'session-ended')
    expect(entries.map(({ action }) => action)).toEqual(['password-sent', 'session-ended'])
    expect(JSON.stringify(entries)).not.toContain(password)

    expect((await change(admin, id, 'clave-temporal')).status).toBe(200)
    time.pass(DAY_MS)
    const later = (await findMails())
      .map(({ text }) => /Clave temporal: (\S+)/.exec(text)?.[1])
      .find((one) => one !== undefined && one !== password)
    expect((await logIn('operador', later)).reply.status).toBe(403)
  })

  test('the list names who can sign in, with status and open sessions, and no secret (D111)', async () => {
    const { signIn } = await start(engine)
    await signIn('operador')
    const reply = await (await signIn('admin')).get(LIST)
    expect(json(reply).data.map(({ usr_name }: { usr_name: string }) => usr_name)).toEqual([
      'nuevo',
      'admin',
      'operador',
    ])
    expect(json(reply).data[2]).toEqual({
      id: 'usr-andina-operador',
      usr_name: 'operador',
      nombre: 'Andrés Camilo Peñuela',
      rolename: 'usuario',
      email_address: 'operador@andina.example',
      es_activo: true,
      contrato_pendiente: false,
      clave_temporal: false,
      clave_hasta: null,
      clave_usada: null,
      sesiones: 1,
    })
  })

  test.each([
    [
      'the own access',
      ADMIN,
      'desactivar',
      409,
      'Usted no puede cambiar su propio acceso. Pídalo a otro administrador.',
    ],
    ['a user', 'usr-andina-operador', 'desactivar', 409, expect.stringContaining('en Mis usuarios')],
    ['a user without a password', 'usr-andina-blondono', 'clave-temporal', 404, 'El usuario no existe.'],
    [
      'a person of another entity',
      'usr-pacifico-admin',
      'clave-temporal',
      403,
      'La entidad no corresponde a su sesión.',
    ],
    ['an unknown person', 'usr-otra', 'desactivar', 404, 'El usuario no existe.'],
    ['an unknown change', OTHER, 'borrar', 400, expect.any(String)],
  ])('an administrator is refused for %s (D111)', async (_, id, accion, status, message) => {
    const { signIn, findMails } = await start(engine)
    const admin = await signIn('admin')
    expect(statusAndBody(await change(admin, id, accion))).toEqual([status, { message }])
    expect(await findMails()).toEqual([])
  })

  test('a reader neither reads nor changes accesses, and none of another entity is read (D111)', async () => {
    const { signIn } = await start(engine)
    const reader = await signIn('operador')
    expect((await reader.get(LIST)).status).toBe(403)
    expect((await change(reader, OTHER, 'desactivar')).status).toBe(403)
    expect((await (await signIn('admin')).get(LIST.replace('andina', 'pacifico'))).status).toBe(403)
  })
})
