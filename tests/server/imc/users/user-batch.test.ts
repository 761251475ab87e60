import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
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
