import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type Migration, sql } from 'kysely'
import { expect, test } from 'vitest'

import { type Database, openDatabase } from '#server/database/connection.ts'
import { DATABASE_FILE } from '#server/database/sqlite.ts'
import { ENGINES, temporaryDatabase, temporaryFolder, temporaryLocation } from '#tests/support/databases.ts'

const createThings: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('things')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('number', 'bigint', (column) => column.unique())
      .addColumn('note', 'text')
      .execute()
  },
}

const addExtraColumn: Migration = {
  up: async (db) => {
    await db.schema.alterTable('things').addColumn('extra', 'text').execute()
  },
}

const failHalfWay: Migration = {
  up: async (db) => {
    await db.schema.createTable('half').addColumn('id', 'text').execute()
    throw new Error('this migration fails half-way')
  },
}

/** Throws if one of the two tables exists already. */
const createHalfAndThings: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createTable('half').addColumn('id', 'text').execute()
    await db.schema.createTable('things').addColumn('id', 'text').execute()
  },
}

const databases = await Promise.all(ENGINES.map((engine) => temporaryDatabase(engine, { '0001-things': createThings })))

type Executor = Pick<Database['db'], 'getExecutor'>

const insertThing = (db: Executor, id: unknown, number: unknown, note: unknown = null) =>
  sql`insert into things (id, number, note) values (${id}, ${number}, ${note})`.execute(db)

const selectThing = async (db: Executor, id: string) => {
  const { rows } = await sql<{
    number: unknown
    note: unknown
  }>`select number, note from things where id = ${id}`.execute(db)
  return rows[0]
}

test.each(databases)('$engine: stored values are read unchanged', async ({ db }) => {
  await insertThing(db, 'plain', Number.MAX_SAFE_INTEGER, 'Ñandú $ 4.102,35')
  expect(await selectThing(db, 'plain')).toEqual({ number: Number.MAX_SAFE_INTEGER, note: 'Ñandú $ 4.102,35' })
  await insertThing(db, 'empty', null, '')
  expect(await selectThing(db, 'empty')).toEqual({ number: null, note: '' })
})

test.each(databases)('$engine: a boolean is stored as 1 or 0', async ({ db }) => {
  await insertThing(db, 'yes', true)
  await insertThing(db, 'no', false)
  expect([await selectThing(db, 'yes'), await selectThing(db, 'no')]).toMatchObject([{ number: 1 }, { number: 0 }])
})

test.each(databases)('$engine: count and sum return numbers', async ({ db }) => {
  await insertThing(db, 'left', 1_000_000_000_000, 'sum')
  await insertThing(db, 'right', 2_000_000_000_000, 'sum')
  const totals = sql`select count(*) as rows, sum(number) as total from things where note = 'sum'`
  expect((await totals.execute(db)).rows).toEqual([{ rows: 2, total: 3_000_000_000_000 }])
})

test.each(
  databases.flatMap((database) =>
    (
      [
        ['undefined', undefined],
        ['a Date', new Date(0)],
        ['2^53', 2 ** 53],
        ['NaN', Number.NaN],
        ['a text with NUL', 'a\0b'],
      ] as const
    ).map(([what, value]) => [database.engine, what, value, database] as const),
  ),
)('%s: a statement with %s as a parameter throws', async (_engine, _what, value, { db }) => {
  await expect(insertThing(db, 'refused', value)).rejects.toThrow('database: ')
  expect(await selectThing(db, 'refused')).toBeUndefined()
})

test.each(databases)('$engine: reading an integer beyond 2^53 throws', async ({ db }) => {
  await expect(sql`select 9007199254740993 as number`.execute(db)).rejects.toThrow('beyond 2^53')
})

test.each(databases)(
  '$engine: a transaction commits its statements, or rolls them back after an error',
  async ({ db, transaction }) => {
    await transaction(async (tx) => {
      await insertThing(tx, 'stored-1', 101)
      await insertThing(tx, 'stored-2', 102)
    })
    expect(await selectThing(db, 'stored-2')).toMatchObject({ number: 102 })
    const failed = transaction(async (tx) => {
      await insertThing(tx, 'undone', 103)
      throw new Error('this transaction fails')
    })
    await expect(failed).rejects.toThrow('this transaction fails')
    expect(await selectThing(db, 'undone')).toBeUndefined()
  },
)

test.each(databases)(
  '$engine: only one of four concurrent conditional updates changes the row',
  async ({ db, transaction }) => {
    await insertThing(db, 'free', null)
    const claim = (owner: string) =>
      transaction(async (tx) => {
        const { numAffectedRows } =
          await sql`update things set note = ${owner} where id = 'free' and note is null`.execute(tx)
        return Number(numAffectedRows)
      })
    const counts = await Promise.all(['a', 'b', 'c', 'd'].map(claim))
    expect(counts.reduce((sum, rows) => sum + rows, 0)).toBe(1)
  },
)

test.each(ENGINES)(
  '%s: openDatabase runs only new migrations, in the order of their names, and refuses a newer schema',
  async (engine) => {
    const location = await temporaryLocation(engine)
    const open = async (migrations: Readonly<Record<string, Migration>>) => {
      const result = await openDatabase(location, { migrations })
      if (!result.ok) throw new Error(result.error.kind)
      return result.value
    }
    const first = await open({ '0001-things': createThings })
    await insertThing(first.db, 'old', 1)
    await first.close()
    const second = await open({ '0002-extra': addExtraColumn, '0001-things': createThings })
    await sql`update things set extra = 'yes'`.execute(second.db)
    expect(await selectThing(second.db, 'old')).toMatchObject({ number: 1 })
    await second.close()
    expect(await openDatabase(location, { migrations: { '0001-things': createThings } })).toEqual({
      ok: false,
      error: { kind: 'newer-schema', migration: '0002-extra' },
    })
  },
)

test.each(ENGINES)('%s: a failing migration rolls back all migrations of the same start', async (engine) => {
  const location = await temporaryLocation(engine)
  const failing = { '0001-things': createThings, '0002-fails': failHalfWay }
  await expect(openDatabase(location, { migrations: failing })).rejects.toThrow('half-way')
  const again = await openDatabase(location, { migrations: { '0001-half': createHalfAndThings } })
  expect(again.ok).toBe(true)
  if (again.ok) await again.value.close()
})

test('sqlite: a Uint8Array parameter contains only the bytes of its slice, not those of the whole buffer', async () => {
  const { db } = await temporaryDatabase('sqlite', {})
  const part = new Uint8Array([0, 1, 2, 3, 0]).subarray(1, 4)
  const { rows } = await sql`select ${part} as bytes`.execute(db)
  expect(rows).toEqual([{ bytes: new Uint8Array([1, 2, 3]) }])
})

test('sqlite: a connection uses durable commits and enforces foreign keys', async () => {
  const { db } = await temporaryDatabase('sqlite', {})
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }])
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }])
})

test('opening a file that is not a database fails with the path of its folder', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, DATABASE_FILE), 'this text is not a database\n'.repeat(100))
  expect(await openDatabase({ dataDir })).toMatchObject({ ok: false, error: { kind: 'not-a-database', dataDir } })
})

test('opening a database in a folder that cannot be created fails with the path of the folder', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  const dataDir = join(file, 'data')
  expect(await openDatabase({ dataDir })).toMatchObject({ ok: false, error: { kind: 'unusable-folder', dataDir } })
})

test('opening an unreachable PostgreSQL fails', async () => {
  const databaseUrl = 'postgres://usuario@127.0.0.1:1/nothing'
  expect(await openDatabase({ databaseUrl })).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
})

test.each(ENGINES.filter((engine) => engine === 'postgres'))(
  '%s: a terminated connection rejects its query and the process continues',
  async (engine) => {
    const opened = await openDatabase(await temporaryLocation(engine), { migrations: {} })
    if (!opened.ok) throw new Error(opened.error.kind)
    const { db, transaction, close } = opened.value
    const query = transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await sql`select 1`.execute(tx)
    })
    await expect(query).rejects.toThrow()
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await close()
  },
)
