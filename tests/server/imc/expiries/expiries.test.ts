import { describe, expect, test } from 'vitest'
import { IMC_BASE } from '#server/http/paths.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity, type TestBrowser } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'

const ENTITY = `${IMC_BASE}/entidades/ent-andina`
const PATH = `${ENTITY}/suscripciones/004512/pantallas/P-05/vencimiento`
const HOLDER = 'usr-andina-operador'

const put = (browser: TestBrowser, path: string, body: unknown) =>
  browser.sendOnly('PUT', path, { 'content-type': 'application/json' }, JSON.stringify(body))

const setDay = (browser: TestBrowser, hasta: string | null, path = PATH, usuario_id = HOLDER) =>
  put(browser, path, { usuario_id, hasta })

const toRules = (version: number, isOn = true) => ({
  ...{ control_dual: isOn, control_dual_desde: null, revision_anual: false, mes_revision: null },
  vencimiento_pantallas: isOn,
  version,
})

async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const time = testTime(toInstant('2026-11-20', '10:00'))
  const server = await startIdentity({ imc: true, demoEntities: ['ent-andina', 'ent-pacifico'], database, time })
  async function signIn(usr_name: string, entidad = 'ANDINA') {
    const browser = createBrowser(server.url)
    const body = { entidad, usr_name, usr_pwd: DEMO_PASSWORD }
    expect((await browser.post(`${IMC_BASE}/usuarios/login`, body)).status).toBe(200)
    return browser
  }
  const turn = async (isOn: boolean) => {
    const browser = await signIn('admin')
    const [rules] = (json(await browser.get(`${ENTITY}/gobierno`)) as { data: { version: number }[] }).data
    expect((await put(browser, `${ENTITY}/gobierno`, toRules(rules?.version ?? 0, isOn))).status).toBe(200)
  }
  /** Moves the clock to a day and runs the check as the timer does, also after a restart. */
  const runOn = async (day: string, clock = '08:00') => {
    time.pass(toInstant(day, clock) - time.now())
    for (const _ of ['timer', 'restart']) await server.entities?.imc.runRules()
  }
  const listMails = async () =>
    (await database.db.selectFrom('records_outbox').select(['recipient', 'content']).orderBy('id').execute()).map(
      ({ recipient, content }) => ({ recipient, text: (JSON.parse(content ?? '{}') as { text: string }).text }),
    )
  const readScreen = () =>
    database.db
      .selectFrom('imc_screens')
      .select(['status', 'user_id'])
      .where('id', '=', 'pan-004512-P-05')
      .executeTakeFirstOrThrow()
  return { ...server, database, time, signIn, turn, runOn, listMails, readScreen }
}

describe.each(ENGINES)('%s', (engine) => {
  test('reminders go 30 and 7 days before, once, and the screen is released at the end of the day (D108)', async () => {
    const { database, signIn, turn, runOn, listMails, readScreen } = await start(engine)
    await turn(true)
    const browser = await signIn('admin')
    expect(json(await setDay(browser, '2026-12-31'))).toMatchObject({
      data: [{ pantalla: 'P-05', vence: '2026-12-31', puede_vencer: true }],
      message: 'Fecha de vencimiento guardada.',
    })
    expect(json(await browser.get(`${ENTITY}/vencimientos`))).toMatchObject({
      data: [{ numero: '004512', pantalla: 'P-05', usuario: 'Andrés Camilo Peñuela', vence: '2026-12-31' }],
    })
    await runOn('2026-11-30')
    expect(await listMails()).toEqual([])
    await runOn('2026-12-01')
    const administrators = (await listMails()).length
    expect(administrators).toBeGreaterThan(0)
    expect((await listMails())[0]?.text).toContain(
      '- P-05 de la suscripción 004512, de Andrés Camilo Peñuela: 31 dic 2026 (en 30 días)',
    )
    await runOn('2026-12-23')
    expect(await listMails()).toHaveLength(administrators)
    await runOn('2026-12-24')
    expect(await listMails()).toHaveLength(2 * administrators)
    await runOn('2026-12-31', '23:59')
    expect(await listMails()).toHaveLength(2 * administrators)
    expect((await readScreen()).status).toBe('assigned')
    await runOn('2027-01-01', '00:00')
    expect(await readScreen()).toEqual({ status: 'transit', user_id: HOLDER })
    const requests = await database.db
      .selectFrom('imc_requests')
      .select(['id', 'kind', 'administrator_id', 'user_id', 'status', 'confirmation'])
      .where('created_at', '=', toInstant('2027-01-01', '00:00'))
      .execute()
    expect(requests).toMatchObject([
      {
        kind: 'release',
        administrator_id: 'usr-andina-admin',
        user_id: HOLDER,
        status: 'in-progress',
        confirmation: null,
      },
    ])
    const steps = database.db.selectFrom('imc_request_history').select(['status', 'person'])
    expect(
      await steps
        .where('request_id', '=', requests[0]?.id ?? '')
        .where('status', '=', 'created')
        .execute(),
    ).toEqual([{ status: 'created', person: 'Sistema' }])
    const audited = await database.db
      .selectFrom('records_audit')
      .select(['realm', 'subject_id', 'subject_name', 'target'])
      .where('action', '=', 'screen-released')
      .execute()
    expect(audited).toEqual([{ realm: 'system', subject_id: null, subject_name: 'Sistema', target: requests[0]?.id }])
  })

  test('a moved day begins again with its reminders; a removed one has none (D108)', async () => {
    const { signIn, turn, runOn, listMails, readScreen } = await start(engine)
    await turn(true)
    const browser = await signIn('admin')
    await setDay(browser, '2026-12-31')
    await runOn('2026-12-24')
    const administrators = (await listMails()).length
    const other = await signIn('admin')
    await setDay(other, '2027-02-15')
    await runOn('2027-01-16')
    expect(await listMails()).toHaveLength(2 * administrators)
    const third = await signIn('admin')
    expect(json(await setDay(third, null))).toMatchObject({ data: [{ vence: null }] })
    await runOn('2027-02-16')
    expect(await listMails()).toHaveLength(2 * administrators)
    expect((await readScreen()).status).toBe('assigned')
  })

  test('a day that passes while the rule is off has no effect, also later (D108)', async () => {
    const { signIn, turn, runOn, readScreen } = await start(engine)
    await turn(true)
    await setDay(await signIn('admin'), '2026-12-01')
    await turn(false)
    await runOn('2026-12-02')
    await turn(true)
    await runOn('2026-12-02', '09:00')
    expect(await readScreen()).toEqual({ status: 'assigned', user_id: HOLDER })
  })

  test('a day of an earlier user does not release the screen of the next one (D108)', async () => {
    const { database, signIn, turn, runOn, readScreen } = await start(engine)
    await turn(true)
    await setDay(await signIn('admin'), '2026-12-01')
    const other = { user_id: 'usr-andina-cnino' }
    await database.db.updateTable('imc_screens').set(other).where('id', '=', 'pan-004512-P-05').execute()
    await runOn('2026-12-02')
    expect(await readScreen()).toEqual({ status: 'assigned', ...other })
  })

  test('refused: the rule off, a past day, a screen in transit, another user, another entity, a usuario (D108)', async () => {
    const { signIn, turn } = await start(engine)
    const browser = await signIn('admin')
    expect((await setDay(browser, '2026-12-31')).status).toBe(409)
    await turn(true)
    const refusal = async (...given: Parameters<typeof setDay>) => {
      const { status, text } = await setDay(...given)
      return [status, (JSON.parse(text) as { message: string }).message]
    }
    expect(await refusal(browser, '2026-11-20')).toEqual([400, 'La fecha de vencimiento debe ser posterior a hoy.'])
    const free = PATH.replace('P-05', 'P-07')
    expect((await refusal(browser, '2026-12-31', free))[0]).toBe(409)
    expect((await refusal(browser, '2026-12-31', PATH.replace('P-05', 'P-09'), 'usr-andina-fquinones'))[0]).toBe(409)
    expect((await refusal(browser, '2026-12-31', PATH, 'usr-andina-cnino'))[0]).toBe(409)
    expect((await refusal(browser, '2026-12-31', PATH.replace('P-05', 'P-99')))[0]).toBe(404)
    expect((await refusal(browser, '2026-12-31', PATH.replace('004512', '001001')))[0]).toBe(403)
    expect((await refusal(await signIn('operador'), '2026-12-31'))[0]).toBe(403)
    expect((await refusal(await signIn('admin', 'PACIFICO'), '2026-12-31'))[0]).toBe(403)
  })
})

test('a screen whose request is open is released after that request was refused (D108)', async () => {
  const { database, signIn, turn, runOn, readScreen } = await start('sqlite')
  await turn(true)
  const browser = await signIn('admin')
  await setDay(browser, '2026-12-01')
  const body = {
    ...{ entidad_id: 'ent-andina', paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador' },
    ...{ pantalla: 'P-05', administrador_id: 'usr-andina-admin' },
  }
  expect((await browser.post(`${ENTITY.replace('/ent-andina', '')}/solicitud/liberar`, body)).status).toBe(200)
  await runOn('2026-12-02')
  const countRequests = async () =>
    (await database.db.selectFrom('imc_requests').select('id').where('kind', '=', 'release').execute()).length
  const before = await countRequests()
  expect((await readScreen()).status).toBe('transit')
  await database.db
    .updateTable('imc_screens')
    .set({ status: 'assigned', request_id: null })
    .where('id', '=', 'pan-004512-P-05')
    .execute()
  await database.db.updateTable('imc_users').set({ status: 'assigned' }).where('id', '=', HOLDER).execute()
  await database.db.updateTable('imc_requests').set({ open_user_id: null }).where('user_id', '=', HOLDER).execute()
  await runOn('2026-12-02', '09:00')
  expect(await countRequests()).toBe(before + 1)
})
