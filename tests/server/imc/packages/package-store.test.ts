import { expect, test } from 'vitest'

import { insertPackage, updatePackage } from '#server/imc/packages/package-store.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'

const PACKAGE = { id: 'paq-x', code: 'X-10', name: 'Diez', price: 100, screens: 10, profile_id: 'prf-x', offered: 1 }

test.each(ENGINES)('%s: updatePackage stores simultaneous changes of price and offered', async (engine) => {
  const { db, transaction } = await temporaryDatabase(engine)
  await db.insertInto('imc_profiles').values({ id: 'prf-x', name: 'Operador' }).execute()
  expect(await insertPackage(db, PACKAGE)).toBe(true)
  for (let price = 1; price <= 20; price += 1) {
    const offered = price % 2 === 0
    const previousRows = await Promise.all([
      transaction((tx) => updatePackage(tx, 'X-10', { price })),
      transaction((tx) => updatePackage(tx, 'X-10', { offered })),
    ])
    expect(previousRows.every((row) => row !== null)).toBe(true)
    const storedRow = await db.selectFrom('imc_packages').selectAll().executeTakeFirstOrThrow()
    expect(storedRow).toMatchObject({ price, offered: Number(offered) })
  }
  expect(await updatePackage(db, 'X-10', {})).toMatchObject({ price: 20, offered: 1 })
  expect(await updatePackage(db, 'Y-10', { price: 1 })).toBeNull()
})
