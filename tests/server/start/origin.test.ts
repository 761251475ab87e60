import { describe, expect, test } from 'vitest'

import { type Database, type DatabaseLocation, openDatabase } from '#server/database/connection.ts'
import { findOrigin } from '#server/database/origin-store.ts'
import { DEMO_COMMANDS } from '#server/operator/terminal/demo-commands.ts'
import { checkAndSaveOrigin, databaseOriginMessage } from '#server/start/origin.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { ENGINES, migratedLocation, temporaryDatabase } from '#tests/support/databases.ts'
import { openScriptedMarket } from '#tests/support/market.ts'
import { PRODUCTION_NEEDS, parseConfig, startTestServer } from '#tests/support/server.ts'

const KEY = 'una-clave-de-dieciseis'
const INGEST = { MARKET_SOURCE: 'ingest', OPERATOR_KEY: KEY }
const PRODUCTION = { ...PRODUCTION_NEEDS, MARKET_CLOCK: 'real' }

type Env = Readonly<Record<string, string>>

/** Checks and stores the origin as a start does. Returns the error message; null on success. */
async function startWith(database: Database, env: Env): Promise<string | null> {
  const checked = await checkAndSaveOrigin(database, parseConfig(env))
  return checked.ok ? null : databaseOriginMessage(checked.error)
}

/** Runs `npm run operator -- purge-demo` and returns its output. */
async function purgeDemo(env: Env): Promise<string | undefined> {
  const output = await DEMO_COMMANDS[0]?.read({} as never).runLocally?.(env)
  return output?.ok ? output.value : output?.error
}

async function reopenDatabase(location: DatabaseLocation): Promise<Database> {
  const opened = await openDatabase(location)
  if (!opened.ok) throw new Error(opened.error.kind)
  afterFile(opened.value.close)
  return opened.value
}

const NON_DEMO_CLIENT = {
  id: 'cli-propio',
  username: 'propio',
  username_key: 'propio',
  email: 'propio@portal.example',
  email_key: 'propio@portal.example',
  name: 'Propia',
  password_hash: 'x',
  key_expired: 0,
  disabled: 0,
  expires_at: null,
  terms_accepted_at: null,
  created_at: 0,
  invited: 0,
}

const SANDBOX_ORDER = {
  reference: 'MD-2026-000001',
  sequence: 1,
  access_hash: 'hash',
  provider: 'sandbox',
  plan: 'annual',
  base: 100,
  tax: 19,
  total: 119,
  currency: 'COP',
  email: 'demo@mercadodolar.example',
  email_key: 'demo@mercadodolar.example',
  client_id: 'cli-demo',
  status: 'approved',
  created_at: 1,
  status_at: 1,
  card: null,
  authorization_code: null,
  reason: null,
  valid_from: '2026-11-20',
  valid_until: '2027-11-19',
}

const SANDBOX_TRANSACTION = {
  reference: 'tx-1',
  order_reference: SANDBOX_ORDER.reference,
  state: 'pending',
  confirmed_at: 1,
}

/** Adds an alert of a demo account, with its firing, its webhook and its browser. */
async function addAlertRows({ db }: Database) {
  const client = { client_id: 'cli-demo' }
  await db
    .insertInto('alerts_rules')
    .values({
      ...{
        ...client,
        id: 'a',
        revision: 1,
        created_at: 1,
        kind: 'price',
        market: 'spot',
        side: 'above',
        level: 400_000,
      },
      ...{ minutes: null, pause: null, until: null, after_line: 0, status: 'stopped' },
      ...{ is_armed: null, fired_at: null, fired_by: null },
    })
    .execute()
  await db
    .insertInto('alerts_firings')
    .values({
      ...{ ...client, id: 1, alert_id: 'a', rule: '{}', kind: 'fired', deal_id: null, price: 400_000 },
      ...{ at: 1, recorded_at: 1, held_until: null },
    })
    .execute()
  const webhook = { webhook_url: 'https://receptor.example/', webhook_secret: 'x' }
  await db
    .insertInto('alerts_channels')
    .values({ ...client, mail: 1, quiet_from: null, quiet_until: null, ...webhook })
    .execute()
  const browser = {
    id: 'p',
    session_id: 's',
    endpoint: 'https://push.example/',
    public_key: 'x',
    secret: 'x',
    server_key: 'x',
  }
  await db
    .insertInto('alerts_push')
    .values({ ...client, ...browser, created_at: 1 })
    .execute()
}

const PURGED_TABLES = [
  'payment_orders',
  'payment_transactions',
  'imc_entities',
  'imc_users',
  'imc_packages',
  'alerts_rules',
  'alerts_firings',
  'alerts_channels',
  'alerts_push',
  'market_deals',
  'market_sessions',
  'market_state',
  'records_origin',
] as const

describe.each(ENGINES)('%s', (engine) => {
  test('a start stores the seed; the demo flag remains after one start with demo data', async () => {
    const database = await temporaryDatabase(engine)
    expect(await findOrigin(database.db)).toBeNull()
    expect(await startWith(database, { SIM_SEED: '7', DEMO_DATA: 'off' })).toBeNull()
    expect(await findOrigin(database.db)).toEqual({ source: 'simulator', seed: 7, demo: false })
    expect(await startWith(database, { DEMO_DATA: 'off' })).toBeNull()
    expect(await startWith(database, { ...PRODUCTION, SIM_SEED: '7' })).toBeNull()
    expect(await startWith(database, { SIM_SEED: '7' })).toBeNull()
    expect(await findOrigin(database.db)).toEqual({ source: 'simulator', seed: 7, demo: true })
    expect(await startWith(database, { DEMO_DATA: 'off' })).toBeNull()
    expect(await findOrigin(database.db)).toEqual({ source: 'simulator', seed: 7, demo: true })
  })

  test('a start with another seed or source fails with the steps to continue', async () => {
    const database = await temporaryDatabase(engine)
    await startWith(database, { SIM_SEED: '7' })
    expect(await startWith(database, { SIM_SEED: '8' })).toBe(
      'Las operaciones de la base de datos son de simulator con la semilla 7, y este inicio es de simulator con la semilla 8. Para borrar las operaciones simuladas y la demostración, detenga el servidor y ejecute npm run operator -- purge-demo; si no, indique SIM_SEED=7 u otra base de datos.',
    )
    expect(await startWith(database, INGEST)).toBe(
      'Las operaciones de la base de datos son de simulator con la semilla 7, y este inicio es de ingest. Para borrar las operaciones simuladas y la demostración, detenga el servidor y ejecute npm run operator -- purge-demo; si no, indique MARKET_SOURCE=simulator u otra base de datos.',
    )
    expect(await findOrigin(database.db)).toMatchObject({ source: 'simulator', seed: 7 })
    const ingestDatabase = await temporaryDatabase(engine)
    await startWith(ingestDatabase, { ...PRODUCTION, ...INGEST })
    expect(await findOrigin(ingestDatabase.db)).toEqual({ source: 'ingest', seed: null, demo: false })
    expect(await startWith(ingestDatabase, {})).toBe(
      'Las operaciones de la base de datos son de ingest, y este inicio es de simulator con la semilla 7176. Indique MARKET_SOURCE=ingest u otra base de datos.',
    )
  })

  test('a start can change the source from csv to ingest, but not from ingest to csv', async () => {
    const database = await temporaryDatabase(engine)
    const csv = { MARKET_SOURCE: 'csv:operaciones.csv' }
    expect(await startWith(database, { ...PRODUCTION, ...csv })).toBeNull()
    expect(await findOrigin(database.db)).toEqual({ source: 'csv', seed: null, demo: false })
    expect(await startWith(database, { ...PRODUCTION, ...INGEST })).toBeNull()
    expect(await findOrigin(database.db)).toEqual({ source: 'ingest', seed: null, demo: false })
    expect(await startWith(database, csv)).toContain('son de ingest, y este inicio es de csv.')
    const csvDatabase = await temporaryDatabase(engine)
    await startWith(csvDatabase, { ...PRODUCTION, ...csv })
    expect(await startWith(csvDatabase, {})).toContain('Indique MARKET_SOURCE=csv:ARCHIVO')
  })

  test('production refuses demo data until purge-demo deletes it and leaves the other accounts', async () => {
    const location = await migratedLocation(engine)
    const storage = 'databaseUrl' in location ? { DATABASE_URL: location.databaseUrl } : { DATA_DIR: location.dataDir }
    const demoServer = await startTestServer(
      { ...PRODUCTION_NEEDS, ...storage, DEMO_DATA: 'on' },
      { openMarket: openScriptedMarket },
    )
    await demoServer.database.db.insertInto('identity_clients').values(NON_DEMO_CLIENT).execute()
    await demoServer.database.db.insertInto('payment_orders').values(SANDBOX_ORDER).execute()
    await demoServer.database.db.insertInto('payment_transactions').values(SANDBOX_TRANSACTION).execute()
    await addAlertRows(demoServer.database)
    expect(await purgeDemo(storage)).toMatch(
      /^(Otro servidor.* ya usa la carpeta|La base de datos de DATABASE_URL está en uso)/,
    )
    await demoServer.close()

    const database = await reopenDatabase(location)
    expect(await startWith(database, PRODUCTION)).toBe(
      'La base de datos tiene cuentas de demostración, entidades de demostración, operaciones de demostración, y producción no las admite. Bórrelas con npm run operator -- purge-demo (con las mismas variables de entorno), o indique otra base de datos.',
    )
    expect(await purgeDemo(storage)).toMatch(
      /^Se borraron 6 cuentas y 1 entidad de demostración, 1 orden de la pasarela de prueba, y \d+ operaciones y \d+ días del simulador\.$/,
    )
    expect(await purgeDemo(storage)).toBe('La base de datos no tiene datos de demostración.')
    expect(await database.db.selectFrom('identity_clients').select('id').execute()).toEqual([
      { id: NON_DEMO_CLIENT.id },
    ])
    for (const table of PURGED_TABLES) expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await startWith(database, { ...PRODUCTION, ...INGEST })).toBeNull()
  })
})

test('purge-demo reports the name of an invalid variable', async () => {
  expect(await purgeDemo({ DATABASE_URL: 'mysql://a/b' })).toContain('  DATABASE_URL debe ser')
})
