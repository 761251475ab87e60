import { describe, expect, test } from 'vitest'
import { IMC_BASE } from '#server/http/paths.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, statusAndBody, type TestBrowser } from '#tests/support/identity.ts'

const NEW_PASSWORD = 'Nueva#Clave2026'
const EXPIRED =
  'Su clave temporal venció. Pida otra a un administrador de su entidad o, si no hay otro, a su agente de soporte.'
const USED =
  'Su clave temporal ya se usó en otro equipo. Pida otra a un administrador de su entidad o, si no hay otro, a su agente de soporte.'

const PERSON = {
  rolename: 'usuario',
  usr_name: 'lgarzon',
  email_address: 'lgarzon@andina.example',
  nombre: 'Lucía Garzón Peña',
  tipo_doc: 'CC',
  idoc_numero: '1020304999',
  es_activo: 1,
  es_exento: 0,
}

/** Starts a server where an administrator has just created a user with a temporary password. */
async function startWithNewUser(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const { url, time } = await startIdentity({ imc: true, database })
  const logIn = async (usr_name: string, usr_pwd: string, browser: TestBrowser = createBrowser(url)) => ({
    browser,
    reply: await browser.post(`${IMC_BASE}/usuarios/login`, { entidad: 'ANDINA', usr_name, usr_pwd }),
  })
  const administrator = await logIn('admin', DEMO_PASSWORD)
  const created = await administrator.browser.post(`${IMC_BASE}/usuarios`, PERSON)
  const { id } = json(created).data
  const mail = await database.db.selectFrom('records_outbox').selectAll().executeTakeFirstOrThrow()
  const password = /Clave temporal: (\S+)/.exec(JSON.parse(mail.content ?? '{}').text)?.[1] ?? ''
  return {
    database,
    time,
    id,
    password,
    logIn: (pwd: string, browser: TestBrowser = createBrowser(url)) => logIn('lgarzon', pwd, browser),
  }
}

describe.each(ENGINES)('%s', (engine) => {
  test('a temporary password is accepted for 24 hours, and its login says then that it expired (D111)', async () => {
    const { time, password, logIn, database } = await startWithNewUser(engine)
    time.pass(DAY_MS - 1)
    expect((await logIn(password)).reply.status).toBe(200)
    await database.db
      .updateTable('imc_users')
      .set({ temporary_used_at: null })
      .where('username', '=', 'lgarzon')
      .execute()
    time.pass(1)
    expect(statusAndBody((await logIn(password)).reply)).toEqual([403, { message: EXPIRED }])
    const refusal = await database.db
      .selectFrom('records_audit')
      .select(['action', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(refusal.action).toBe('sign-in-refused')
    expect(JSON.stringify(refusal)).toContain('temporary-expired')
  })

  test('a temporary password opens the browser of its first login, and no other (D111)', async () => {
    const { password, logIn } = await startWithNewUser(engine)
    const first = await logIn(password)
    expect(json(first.reply).data[0]).toMatchObject({ cambiar_pwd: true })
    expect(statusAndBody((await logIn(password)).reply)).toEqual([403, { message: USED }])
    // A reload of the page before the new password is chosen does not cost the password.
    expect((await logIn(password, first.browser)).reply.status).toBe(200)
  })

  test('of two first logins at once one opens (D111)', async () => {
    const { password, logIn } = await startWithNewUser(engine)
    const logins = await Promise.all([logIn(password), logIn(password)])
    expect(logins.map(({ reply }) => reply.status).toSorted()).toEqual([200, 403])
  })

  test('a chosen password does not expire, and the temporary one is gone (D111)', async () => {
    const { id, time, password, logIn } = await startWithNewUser(engine)
    const { browser } = await logIn(password)
    const renewal = { user_id: id, user_pwd: NEW_PASSWORD }
    expect((await browser.post(`${IMC_BASE}/usuarios/renewpwd`, renewal)).status).toBe(200)
    time.pass(2 * DAY_MS)
    expect((await logIn(password)).reply.status).toBe(401)
    expect((await logIn(NEW_PASSWORD)).reply.status).toBe(200)
  })

  test('a session that was opened in time sets no password after the 24 hours (D111)', async () => {
    const { id, time, password, logIn } = await startWithNewUser(engine)
    time.pass(DAY_MS - 1)
    const { browser } = await logIn(password)
    time.pass(1)
    const renewal = { user_id: id, user_pwd: NEW_PASSWORD }
    expect(statusAndBody(await browser.post(`${IMC_BASE}/usuarios/renewpwd`, renewal))).toEqual([
      403,
      { message: EXPIRED },
    ])
  })

  test('a wrong password is refused as always, whatever the age of the temporary one (D111)', async () => {
    const { time, logIn } = await startWithNewUser(engine)
    time.pass(2 * DAY_MS)
    expect((await logIn('Otra#Clave2026')).reply.status).toBe(401)
  })
})
