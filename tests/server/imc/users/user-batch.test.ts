import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createChainVerifier } from '#server/audit/audit-chain.ts'
import { openAudit } from '#server/audit/audit-module.ts'
import { readSealedLines } from '#server/audit/chain-store.ts'
import type { Database } from '#server/database/connection.ts'
import { findEntityVersion } from '#server/imc/entity-store.ts'
import { endUserLoads, LOAD_PAUSE_MS } from '#server/imc/users/user-load-store.ts'
import { createUserService } from '#server/imc/users/user-service.ts'
import { MAX_CREATE_ROWS } from '#src/domain/imc/users/user-batch.ts'
import type { UserForm } from '#src/domain/imc/users/user-form.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { ENGINES } from '#tests/support/databases.ts'
import { createActor, openAndina } from '#tests/support/imc.ts'

const PERSON: UserForm = {
  role: 'user',
  username: '',
  email: 'lgarzon@andina.example',
  name: 'Lucía Garzón Peña',
  documentType: 'CC',
  documentNumber: '1020304999',
  checkDigit: '',
  position: '',
  telephone: '',
  contingency: false,
  active: true,
}

const toRow = (line: number, changes: Partial<UserForm> = {}) => ({ line, user: { ...PERSON, ...changes } })

const hashes = { hash: async (password: string) => `hash ${password.length}`, matches: async () => false }

describe.each(ENGINES)('%s', (engine) => {
  async function openService() {
    const database = await openAndina(engine)
    const users = createUserService({ database, hashes, publicUrl: () => 'https://portal.example' })
    const findPeople = () =>
      database.db
        .selectFrom('imc_users')
        .select('username')
        .where('document_number', '=', PERSON.documentNumber)
        .execute()
    return { database, users, findPeople }
  }

  test('of two files with the same person at once, one creates the person', async () => {
    const { users, findPeople } = await openService()
    const results = await Promise.all([
      users.createBatch(createActor(), [toRow(2)]),
      users.createBatch(createActor(), [toRow(9)]),
    ])
    expect(results.flatMap((result) => (result.ok ? result.value.map(({ kind }) => kind) : [])).toSorted()).toEqual([
      'created',
      'existing',
    ])
    expect(await findPeople()).toHaveLength(1)
  })

  test('each created user with an e-mail address gets a mail, and one audit entry names all (D91)', async () => {
    const { database, users } = await openService()
    const rows = [
      toRow(2),
      toRow(3, { documentNumber: '1020305000', email: '' }),
      toRow(4),
      toRow(5, { documentNumber: 'x', name: '' }),
    ]
    const result = await users.createBatch(createActor(), rows)
    expect(result).toEqual({
      ok: true,
      value: [
        { line: 2, kind: 'created', username: 'lgarzon' },
        { line: 3, kind: 'created', username: 'lgarzon2' },
        {
          line: 4,
          kind: 'rejected',
          problems: [{ field: 'documentNumber', text: 'Ya está en la línea 2 del archivo' }],
        },
        { line: 5, kind: 'rejected', problems: expect.toSatisfy((problems: unknown[]) => problems.length === 2) },
      ],
    })
    const { db } = database
    const audited = await db.selectFrom('records_audit').select(['action', 'target', 'after']).execute()
    const people = 'Lucía Garzón Peña (lgarzon); Lucía Garzón Peña (lgarzon2)'
    expect(audited).toEqual([
      { action: 'users-loaded', target: 'líneas 2 a 3', after: JSON.stringify({ quantity: 2, people }) },
    ])
    expect(await db.selectFrom('records_outbox').selectAll().execute()).toHaveLength(1)
    const { entity_id } = await db
      .selectFrom('imc_users')
      .select('entity_id')
      .where('username', '=', 'lgarzon')
      .executeTakeFirstOrThrow()
    expect(entity_id).toBe(ANDINA)
  })

  const toPeople = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => toRow(from + i, { email: '', documentNumber: `${8_000 + from + i}` }))
  const readLoads = ({ db }: Database) =>
    db.selectFrom('records_audit').select(['target', 'after']).where('action', '=', 'users-loaded').execute()
  const readAfter = (entry: { readonly after: string | null } | undefined) => JSON.parse(entry?.after ?? '{}')

  test('the parts of a file have one audit entry, which is in the chain (D91, D121)', async () => {
    const { database, users } = await openService()
    const load = { id: 'file-1', isLast: false }
    await users.createBatch(createActor(), toPeople(2, 3), load)
    // Another file of the same person meanwhile.
    await users.createBatch(createActor(), toPeople(50, 1), { id: 'file-2', isLast: true })
    await users.createBatch(createActor(), toPeople(5, 2), load)
    expect((await readLoads(database)).map(({ target }) => target)).toEqual(['línea 50'])
    // The last part creates no user: its rows exist.
    await users.createBatch(createActor(), toPeople(5, 2), { ...load, isLast: true })
    const [, entry, ...others] = await readLoads(database)
    expect([entry?.target, others]).toEqual(['líneas 2 a 6', []])
    expect(readAfter(entry).quantity).toBe(5)
    expect(readAfter(entry).people.split('; ')).toEqual(
      ['lgarzon', 'lgarzon2', 'lgarzon3', 'lgarzon5', 'lgarzon6'].map((name) => `Lucía Garzón Peña (${name})`),
    )
    expect(await database.db.selectFrom('imc_user_load_parts').selectAll().execute()).toEqual([])
    const audit = openAudit({ database, now: () => createActor().stamp.at, logger: pino({ level: 'silent' }) })
    await audit.seal()
    const lines = await readSealedLines(database.db, 0)
    expect(lines.map(({ action }) => action)).toContain('users-loaded')
    const verifier = createChainVerifier()
    for (const line of lines) expect(verifier.add(line)).toBeNull()
  })

  test('the audit of a file that has stopped names what was created, and a part that follows is added (D91)', async () => {
    const { database, users } = await openService()
    const load = { id: 'file-1', isLast: false }
    await users.createBatch(createActor(), toPeople(2, 2), load)
    const version = await findEntityVersion(database.db, ANDINA)
    await users.createBatch(createActor(), toPeople(4, 1), load)
    // A list of the entity is read again after each part.
    expect(await findEntityVersion(database.db, ANDINA)).not.toBe(version)
    const createdAt = createActor().stamp.at
    await endUserLoads({ database }, createdAt + LOAD_PAUSE_MS - 1)
    expect(await readLoads(database)).toEqual([])
    // As if the process had ended: another one runs the rules.
    await Promise.all([1, 2].map(() => endUserLoads({ database }, createdAt + LOAD_PAUSE_MS)))
    const entries = await readLoads(database)
    expect(entries.map((entry) => [entry.target, readAfter(entry).quantity])).toEqual([['líneas 2 a 4', 3]])
    await users.createBatch(createActor(), toPeople(5, 1), { ...load, isLast: true })
    expect((await readLoads(database)).map(({ target }) => target)).toEqual(['líneas 2 a 4', 'línea 5'])
  })

  test('derived names differ from one another, from those of the file and from stored ones', async () => {
    const { users } = await openService()
    const people = (from: number, usernames: readonly string[]) =>
      usernames.map((username, index) => toRow(index + 2, { username, email: '', documentNumber: `${from + index}` }))
    const names = async (rows: ReturnType<typeof people>) => {
      const result = await users.createBatch(createActor(), rows)
      return result.ok && result.value.map((outcome) => (outcome.kind === 'created' ? outcome.username : outcome.kind))
    }
    expect(await names(people(2_000, ['', 'lgarzon2', '', 'LGARZON']))).toEqual([
      ...['lgarzon', 'lgarzon2', 'lgarzon3', 'rejected'],
    ])
    expect(await names(people(3_000, ['', 'lgarzon3', '']))).toEqual(['lgarzon4', 'rejected', 'lgarzon5'])
  })

  test('a part and single users at once get different names', async () => {
    const { users } = await openService()
    const rows = Array.from({ length: 20 }, (_, index) =>
      toRow(index + 2, { email: '', documentNumber: `${4_000 + index}` }),
    )
    const single = (index: number) =>
      users.create(createActor(), { ...PERSON, email: '', documentNumber: `${5_000 + index}` })
    const results = await Promise.all([users.createBatch(createActor(), rows), ...[1, 2, 3, 4].map(single)])
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  })

  test('a part is stored by a few statements, because others wait for it (D124)', async () => {
    const database = await openAndina(engine)
    let writes = 0
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode') writes += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const counted: Database = {
      ...database,
      transaction: (work) => database.transaction((tx) => work(tx.withPlugin(counter))),
    }
    const users = createUserService({ database: counted, hashes, publicUrl: () => 'https://portal.example' })
    const rows = Array.from({ length: MAX_CREATE_ROWS }, (_, index) =>
      toRow(index + 2, { email: `p${index}@andina.example`, documentNumber: `${6_000 + index}` }),
    )
    expect(await users.createBatch(createActor(), rows)).toMatchObject({ ok: true })
    expect(writes).toBeLessThan(10)
  })
})
