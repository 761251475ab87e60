import { pino } from 'pino'
import { expect, test } from 'vitest'
import { addDemoDocuments } from '#server/demo/documents-store.ts'
import { addDemoEntities } from '#server/demo/entities.ts'
import { demoEntitiesMessage } from '#server/demo/messages.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import { listOffers, listPackageGroups, listSubscriptions } from '#server/imc/packages/package-store.ts'
import { findRequest, listRequests } from '#server/imc/requests/request-store.ts'
import { listCompatibleProfiles, listRequirements } from '#server/imc/screens/profile-store.ts'
import { listFreeScreens, listScreens } from '#server/imc/screens/screen-store.ts'
import { findUser, listAssignable, listUsers } from '#server/imc/users/user-store.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { collect } from '#tests/support/collect.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'

const options = { demoData: true, required: false, hashPassword: async () => 'hash' }

const databases = await Promise.all(
  ENGINES.map(async (engine) => {
    const database = await temporaryDatabase(engine)
    expect(await addDemoEntities(database, options)).toBe(true)
    return database
  }),
)

test.each(databases)('$engine: addDemoEntities adds the users of Andina once', async (database) => {
  expect(await addDemoEntities(database, options)).toBe(true)
  expect(await collect(listUsers(database.db, ANDINA))).toHaveLength(25)
})

test.each(databases)('$engine: addDemoDocuments adds the documents of requests and users once', async (database) => {
  const dataDir = await temporaryFolder()
  const documents = await openDocuments({
    database,
    now: Date.now,
    logger: pino({ level: 'silent' }),
    config: { dataDir, documents: null },
  })
  for (let i = 0; i < 2; i += 1) {
    await addDemoDocuments(database, documents)
    const files = await documents.listByRequest(ANDINA, 'sol-00418')
    expect(files.map(({ fileName }) => fileName).sort()).toEqual([
      'carta-de-autorizacion.pdf',
      'certificacion-de-operador.pdf',
      'copia-del-documento-de-identidad.pdf',
    ])
    expect((await documents.find({ kind: 'contract', entityId: ANDINA, userId: 'usr-andina-admin' }))?.fileName).toBe(
      'contrato-paula-ibanez-cardenas.pdf',
    )
    const { count } = await database.db
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    // Three documents for each of two requests of Andina, and the contracts of the administrators:
    // two of Andina and four of Pacífico.
    expect(Number(count)).toBe(6 + 2 + 4)
  }
})

test.each(databases)('$engine: the packages have the figures of the documented examples', async ({ db }) => {
  expect(await listPackageGroups(db, ANDINA)).toMatchObject([
    { packageId: 'paq-usd-pro', code: 'USD-PRO-10', screens: 20, available: 8, transit: 1, monthlyCost: 3_685_000 },
    { packageId: 'paq-usd-con', code: 'USD-CON-20', screens: 20, available: 12, transit: 0, monthlyCost: 1_214_000 },
  ])
  expect(await listSubscriptions(db, ANDINA, 'paq-usd-pro')).toMatchObject([
    { number: '004512', screens: 10, available: 3, assigned: 6, transit: 1, monthlyCost: 1_842_500 },
    { number: '004538', screens: 10, available: 5, assigned: 5, transit: 0 },
  ])
  expect((await listOffers(db)).map(({ code }) => code).slice(0, 2)).toEqual(['USD-PRO-10', 'USD-CON-20'])
})

test.each(databases)(
  '$engine: findUser returns the subscription of the screen or of the open request of a user',
  async ({ db }) => {
    const expected = { status: 'assigned', profile: 'Operador dólar', subscription: '004512', packageId: 'paq-usd-pro' }
    expect(await findUser(db, ANDINA, 'usr-andina-operador')).toMatchObject(expected)
    expect(await findUser(db, ANDINA, 'usr-andina-cnino')).toMatchObject({ status: 'available', subscription: null })
    // A user in transit has no screen. The request contains the subscription.
    expect(await findUser(db, ANDINA, 'usr-andina-fquinones')).toMatchObject({ ...expected, status: 'transit' })
    expect(await findUser(db, 'ent-other', 'usr-andina-operador')).toBeNull()
  },
)

test.each(databases)('$engine: listScreens returns the user and the request of each screen', async ({ db }) => {
  const screens = await listScreens(db, ANDINA, '004512')
  expect(screens.map(({ screen, status, username }) => [screen, status, username]).slice(4)).toEqual([
    ['P-05', 'assigned', 'operador'],
    ['P-06', 'assigned', 'jordonez'],
    ['P-07', 'available', null],
    ['P-08', 'available', null],
    ['P-09', 'transit', 'fquinones'],
    ['P-10', 'available', null],
  ])
  expect(screens[8]).toMatchObject({ requestId: 'sol-00420', fullName: 'Fabiola Quiñones', profileId: 'prf-operador' })
  expect((await collect(listFreeScreens(db, ANDINA, 'prf-operador'))).slice(0, 2)).toEqual([
    {
      packageId: 'paq-usd-pro',
      number: '004512',
      profileId: 'prf-operador',
      screen: 'P-07',
      code: 'USD-PRO-10',
      profile: 'Operador dólar',
    },
    expect.objectContaining({ screen: 'P-08' }),
  ])
})

test.each(databases)(
  '$engine: listAssignable returns only active users without a screen or an open request',
  async ({ db }) => {
    const assignable = await listAssignable(db, ANDINA)
    expect(assignable.map(({ id }) => id)).toEqual(['usr-andina-cnino', 'usr-andina-nuevo', 'usr-andina-iechavarria'])
  },
)

test.each(databases)(
  '$engine: listRequests returns the newest request first, and findRequest returns the steps',
  async ({ db }) => {
    expect(await collect(listRequests(db, ANDINA))).toMatchObject([
      { id: 'sol-00420', reference: 'S-2026-00420', user: 'Fabiola Quiñones', kind: 'link', status: 'in-progress' },
      { id: 'sol-00418', user: 'César Augusto Niño', kind: 'link', status: 'refused' },
      { id: 'sol-00415', user: 'Paula Ibáñez Cárdenas', kind: 'purchase', status: 'approved' },
    ])
    const refused = await findRequest(db, ANDINA, 'sol-00418')
    expect(refused).toMatchObject({
      target: { number: '004512', screen: 'P-07' },
      source: null,
      profile: 'Operador dólar',
      reason: 'La carta de autorización no está firmada.',
    })
    expect(refused?.steps.map(({ status }) => status)).toEqual(['created', 'documents', 'in-progress', 'refused'])
    expect(refused?.documents.map(({ id }) => id)).toEqual(['req-autorizacion', 'req-documento', 'req-certificacion'])
    expect(await findRequest(db, 'ent-other', 'sol-00418')).toBeNull()
  },
)

test.each(databases)(
  '$engine: listCompatibleProfiles and listRequirements return the rows of a profile',
  async ({ db }) => {
    expect(await listCompatibleProfiles(db, 'prf-operador')).toEqual([
      { id: 'prf-operador', name: 'Operador dólar' },
      { id: 'prf-consulta', name: 'Consulta' },
    ])
    expect(await listRequirements(db, 'prf-operador')).toHaveLength(3)
    expect(await listRequirements(db, 'prf-analista')).toEqual([])
  },
)

test.each(databases)('$engine: the start message lists every demo user who can sign in', async ({ db }) => {
  const users = await db
    .selectFrom('imc_users as user')
    .innerJoin('imc_entities as entity', 'entity.id', 'user.entity_id')
    .where('user.password_hash', 'is not', null)
    .select(['entity.code', 'user.username'])
    .execute()
  const message = demoEntitiesMessage(DEMO_PASSWORD)
  expect(message).toContain(DEMO_PASSWORD)
  const names = message.split('\n').flatMap((line) => /^ {2}(\S+) +(\S+) +\S/.exec(line)?.slice(1).join(' ') ?? [])
  expect(names.toSorted()).toEqual(users.map(({ code, username }) => `${code} ${username}`).toSorted())
})
