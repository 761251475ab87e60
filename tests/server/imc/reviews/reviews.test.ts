import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { lockScreen, writeAnswer } from '#server/imc/reviews/review-store.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { createBrowser, json, startIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'

const PATH = `${IMC_BASE}/entidades/ent-andina/revision`
const KEEP = {
  ...{ paquete_id: 'paq-usd-pro', numero: '004512', perfil_id: 'prf-operador', pantalla: 'P-01' },
  ...{ usuario_id: 'usr-andina-admin', respuesta: 'conservar' },
}
const SCREEN = { number: KEEP.numero, screen: KEEP.pantalla }
const RELEASE = { ...KEEP, pantalla: 'P-02', usuario_id: 'usr-andina-blondono', respuesta: 'desvincular' }

/** Starts the server in February of an entity with a review in March. */
async function start(engine: (typeof ENGINES)[number], rules: { readonly four_eyes_requests?: number } = {}) {
  const database = await temporaryDatabase(engine)
  const time = testTime(toInstant('2027-02-28', '23:59'))
  const server = await startIdentity({ imc: true, demoEntities: ['ent-andina', 'ent-pacifico'], database, time })
  const settings = { four_eyes_above: null, four_eyes_requests: 0, screen_expiry: 0, yearly_review: 1, review_month: 3 }
  await database.db
    .insertInto('imc_governance')
    .values({ entity_id: 'ent-andina', ...settings, ...rules, version: 1, updated_at: 0, updated_by: 'Prueba' })
    .execute()
  async function signIn(usr_name: string, entidad = 'ANDINA') {
    const browser = createBrowser(server.url)
    const body = { entidad, usr_name, usr_pwd: DEMO_PASSWORD }
    expect((await browser.post(`${IMC_BASE}/usuarios/login`, body)).status).toBe(200)
    return browser
  }
  const moveTo = (day: string) => time.pass(toInstant(day, '08:00') - time.now())
  /** Runs the check as the timer does, also after a restart. */
  const run = async () => {
    for (const _ of ['timer', 'restart']) await server.entities?.imc.runRules()
  }
  const countMails = async () => (await database.db.selectFrom('records_outbox').select('id').execute()).length
  return { database, signIn, moveTo, run, countMails }
}

describe.each(ENGINES)('%s', (engine) => {
  test('every administrator gets one mail at the start, once a year (D110)', async () => {
    const { database, moveTo, run, countMails } = await start(engine)
    await run()
    expect(await countMails()).toBe(0)
    moveTo('2027-03-01')
    await run()
    const administrators = await countMails()
    expect(administrators).toBeGreaterThan(0)
    const { content } = await database.db.selectFrom('records_outbox').select('content').executeTakeFirstOrThrow()
    expect(content).toContain('/imc/Revision')
    expect(content).toContain('Puede hacerlo hasta el 31 mar 2027')
    moveTo('2027-03-15')
    await run()
    moveTo('2027-04-01')
    await run()
    expect(await countMails()).toBe(administrators)
    moveTo('2028-03-02')
    await run()
    expect(await countMails()).toBe(2 * administrators)
  })

  test('a decision has who and when, and is refused outside the month, to a usuario and to another entity (D110)', async () => {
    const { signIn, moveTo, database } = await start(engine)
    expect((await (await signIn('admin')).post(PATH, KEEP)).status).toBe(409)
    moveTo('2027-03-01')
    const browser = await signIn('admin')
    expect(json(await browser.post(PATH, KEEP))).toEqual({ message: 'Respuesta guardada.' })
    const [review] = (
      json(await browser.get(PATH)) as { data: { pantallas: { pantalla: string; numero: string }[] }[] }
    ).data
    expect(review?.pantallas.find(({ pantalla, numero }) => numero === '004512' && pantalla === 'P-01')).toMatchObject({
      ...{ respuesta: 'conservar', persona: 'Paula Ibáñez Cárdenas', costo: 184_250 },
      fecha: '2027-03-01T08:00:00-05:00',
    })
    const audited = await database.db
      .selectFrom('records_audit')
      .select(['subject_name', 'target', 'after'])
      .where('action', '=', 'screen-reviewed')
      .execute()
    expect(audited).toEqual([
      {
        ...{ subject_name: 'Paula Ibáñez Cárdenas', target: 'usr-andina-admin' },
        after: JSON.stringify({ number: '004512', screen: 'P-01', yearlyReview: 'Se conserva' }),
      },
    ])
    expect((await browser.post(PATH, { ...KEEP, usuario_id: 'usr-andina-cnino' })).status).toBe(409)
    expect((await browser.post(PATH, { ...KEEP, numero: '001001' })).status).toBe(403)
    expect((await browser.post(PATH, { ...KEEP, pantalla: 'P-99' })).status).toBe(404)
    expect((await (await signIn('operador')).post(PATH, KEEP)).status).toBe(403)
    expect((await (await signIn('admin', 'PACIFICO')).post(PATH, KEEP)).status).toBe(403)
  })

  test('two administrators who release one screen at once create one request (D110)', async () => {
    const { signIn, moveTo, database } = await start(engine, { four_eyes_requests: 1 })
    moveTo('2027-03-01')
    const browsers = [await signIn('admin'), await signIn('admin')]
    const before = (await database.db.selectFrom('imc_requests').select('id').execute()).length
    await Promise.all(browsers.map((browser) => browser.post(PATH, RELEASE)))
    const requests = await database.db
      .selectFrom('imc_requests')
      .select(['kind', 'confirmation'])
      .orderBy('sequence')
      .execute()
    expect(requests).toHaveLength(before + 1)
    expect(requests.at(-1)).toEqual({ kind: 'release', confirmation: 'pending' })
    const answers = database.db.selectFrom('imc_review_answers').select(['answer', 'answered_by'])
    expect(await answers.execute()).toEqual([{ answer: 'release', answered_by: 'Paula Ibáñez Cárdenas' }])
  })

  test('a review that moves to a later month of the year is another one, with its mail (D110)', async () => {
    const { database, signIn, moveTo, run, countMails } = await start(engine)
    moveTo('2027-03-01')
    await run()
    const administrators = await countMails()
    expect((await (await signIn('admin')).post(PATH, KEEP)).status).toBe(200)
    await database.db.updateTable('imc_governance').set({ review_month: 11 }).execute()
    moveTo('2027-11-02')
    await run()
    expect(await countMails()).toBe(2 * administrators)
    const { data } = json(await (await signIn('admin')).get(PATH)) as {
      data: { pantallas: { respuesta: string | null }[] }[]
    }
    expect(data[0]?.pantallas.filter(({ respuesta }) => respuesta !== null)).toEqual([])
  })

  test('two administrators keep one screen at once, and both get a reply (D110)', async () => {
    const { signIn, moveTo, database } = await start(engine)
    moveTo('2027-03-01')
    const browsers = [await signIn('admin'), await signIn('admin')]
    let replies: Promise<{ readonly status: number }[]> = Promise.resolve([])
    await database.transaction(async (tx) => {
      await lockScreen(tx, 'ent-andina', SCREEN)
      replies = Promise.all(browsers.map((browser) => browser.post(PATH, KEEP)))
      await expectBlocked(database, 2)
    })
    expect((await replies).map(({ status }) => status)).toEqual([200, 200])
    const audited = database.db.selectFrom('records_audit').select('id').where('action', '=', 'screen-reviewed')
    expect(await audited.execute()).toHaveLength(1)
  })

  test('a screen that is being released cannot be kept in the place of the release (D110)', async () => {
    const { signIn, moveTo, database } = await start(engine)
    moveTo('2027-03-01')
    const browser = await signIn('admin')
    const found = await database.db
      .selectFrom('imc_screens')
      .select('id')
      .where('number', '=', SCREEN.number)
      .where('screen', '=', SCREEN.screen)
      .executeTakeFirstOrThrow()
    let reply: Promise<{ readonly status: number }> = Promise.resolve({ status: 0 })
    await database.transaction(async (tx) => {
      await lockScreen(tx, 'ent-andina', SCREEN)
      reply = browser.post(PATH, KEEP)
      await expectBlocked(database, 1)
      await tx
        .updateTable('imc_screens')
        .set({ status: 'available', user_id: null })
        .where('id', '=', found.id)
        .execute()
      const key = { entityId: 'ent-andina', firstDay: '2027-03-01', screenId: found.id, userId: KEEP.usuario_id }
      await writeAnswer(tx, key, 'release', { at: 1, by: 'Otra persona' })
    })
    expect((await reply).status).toBe(409)
    const answers = await database.db.selectFrom('imc_review_answers').select('answer').execute()
    expect(answers).toEqual([{ answer: 'release' }])
  })
})

/** Waits until `count` transactions wait for a lock. SQLite queues them: it has one connection. */
async function expectBlocked({ engine, db }: Database, count: number) {
  if (engine === 'sqlite') return
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(count)
}
