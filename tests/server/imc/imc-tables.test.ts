import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Database } from '#server/database/connection.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const AT = 1_795_196_595_000

/** Adds two entities with one user each, and a subscription of entity `one` with one screen. */
async function addRows({ db }: Database) {
  const createEntityRow = (id: string) => ({ id, code: id, code_key: id, name: id, active: 1, created_at: AT })
  await db
    .insertInto('imc_entities')
    .values([createEntityRow('one'), createEntityRow('two')])
    .execute()
  await db
    .insertInto('imc_users')
    .values([createUserRow('one', 'ana'), createUserRow('two', 'luis')])
    .execute()
  await db.insertInto('imc_profiles').values({ id: 'operator', name: 'Operador' }).execute()
  const row = { id: 'pro', code: 'PRO', name: 'Pro', price: 1, screens: 1, profile_id: 'operator', offered: 1 }
  await db.insertInto('imc_packages').values(row).execute()
  const counts = { monthly_cost: 1, screens: 1, available: 1, in_transit: 0, created_at: AT }
  await db
    .insertInto('imc_subscriptions')
    .values({ number: '000001', entity_id: 'one', package_id: 'pro', ...counts })
    .execute()
  const screen = { number: '000001', screen: 'P-01', profile_id: 'operator', status: 'available' as const }
  await db
    .insertInto('imc_screens')
    .values({ id: 'screen', entity_id: 'one', ...screen })
    .execute()
}

const createUserRow = (entity: string, id: string) => ({
  id,
  entity_id: entity,
  username: id,
  username_key: id,
  name: id,
  name_key: id,
  role: 'user' as const,
  status: 'available' as const,
  active: 1,
  exempt: 0,
  document_type: 'CC' as const,
  document_number: '1',
  must_change_password: 0,
  contract_pending: 0,
  created_at: AT,
})

const databases = await Promise.all(ENGINES.map((engine) => temporaryDatabase(engine)))
for (const database of databases) await addRows(database)

/** Statements that each break one constraint. */
const INVALID_STATEMENTS: readonly (readonly [what: string, statement: string])[] = [
  ['a screen of another entity’s user', `update imc_screens set status = 'assigned', user_id = 'luis'`],
  ['an assigned screen without a user', `update imc_screens set status = 'assigned'`],
  ['a free screen with a user', `update imc_screens set user_id = 'ana'`],
  ['a screen in transit without a request', `update imc_screens set status = 'transit'`],
  ['an unknown screen status', `update imc_screens set status = 'lost'`],
  ['more available screens than screens', `update imc_subscriptions set available = 2`],
  ['a negative number of screens in transit', `update imc_subscriptions set in_transit = -1`],
  ['an unknown role', `update imc_users set role = 'root'`],
  ['an administrator without an e-mail address', `update imc_users set role = 'administrator' where id = 'ana'`],
  [
    'a pending contract of a user who is no administrator',
    `update imc_users set contract_pending = 1 where id = 'ana'`,
  ],
  ['a check digit of an identity card', `update imc_users set check_digit = '1' where id = 'ana'`],
  ['a flag that is neither 0 nor 1', `update imc_users set active = 2 where id = 'ana'`],
  ['a subscription of an unknown entity', `update imc_subscriptions set entity_id = 'three'`],
  ['a package with a negative price', `update imc_packages set price = -1`],
]

test.each(
  databases.flatMap((database) =>
    INVALID_STATEMENTS.map((refused) => [database.engine, ...refused, database] as const),
  ),
)('%s refuses %s', async (_engine, _what, statement, { db }) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/constraint|restricción|violates/i)
})

const REQUEST = {
  id: 'sol-1',
  sequence: 1,
  reference: 'S-1',
  entity_id: 'one',
  kind: 'link' as const,
  status: 'created' as const,
  administrator_id: 'ana',
  user_id: 'ana',
  open_user_id: 'ana',
  package_id: 'pro',
  profile_id: 'operator',
  created_at: AT,
}

/** Requests that each break one constraint. */
const REFUSED_REQUESTS: readonly (readonly [what: string, change: Record<string, unknown>])[] = [
  ['about another entity’s user', { user_id: 'luis', open_user_id: null }],
  ['of another entity’s administrator', { administrator_id: 'luis' }],
  ['to link a screen without a user', { user_id: null, open_user_id: null }],
  ['to link a screen with a quantity', { quantity: 1, price: 1 }],
  ['to buy without a quantity', { kind: 'purchase', user_id: null, open_user_id: null }],
  ['to buy 1,000 packages', { kind: 'purchase', user_id: null, open_user_id: null, quantity: 1_000, price: 1 }],
  ['that is open for another user', { open_user_id: 'luis' }],
  ['that is approved without a time', { status: 'approved', in_progress_at: AT, open_user_id: null }],
  ['that is refused without a reason', { status: 'refused', settled_at: AT, open_user_id: null }],
  ['that is in progress without a time', { status: 'in-progress' }],
  ['with an unknown kind', { kind: 'gift' }],
  ['to change the user without the previous user', { kind: 'user-change' }],
]

test.each(
  databases.flatMap((database) => REFUSED_REQUESTS.map((refused) => [database.engine, ...refused, database] as const)),
)('%s refuses a request %s', async (_engine, _what, change, { db }) => {
  const values = { ...REQUEST, ...change }
  await expect(db.insertInto('imc_requests').values(values).execute()).rejects.toThrow(/constraint/i)
})

test.each(databases)('$engine: a user can have only one open request and one screen', async ({ db }) => {
  await db.insertInto('imc_requests').values(REQUEST).execute()
  const second = { ...REQUEST, id: 'sol-2', sequence: 2, reference: 'S-2' }
  await expect(db.insertInto('imc_requests').values(second).execute()).rejects.toThrow(/unique/i)
  await db.updateTable('imc_screens').set({ status: 'assigned', user_id: 'ana' }).execute()
  const screen = { id: 'other', entity_id: 'one', number: '000001', screen: 'P-02', profile_id: 'operator' }
  await expect(
    db
      .insertInto('imc_screens')
      .values({ ...screen, status: 'assigned', user_id: 'ana' })
      .execute(),
  ).rejects.toThrow(/unique/i)
})
