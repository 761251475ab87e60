import { describe, expect, test } from 'vitest'
import { createUserService } from '#server/imc/users/user-service.ts'
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

  test('each created user has an audit entry, and a mail with an e-mail address; others have neither', async () => {
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
    const audited = await db.selectFrom('records_audit').select('id').where('action', '=', 'user-created').execute()
    const mails = await db.selectFrom('records_outbox').selectAll().execute()
    expect([audited.length, mails.length]).toEqual([2, 1])
    const { entity_id } = await db
      .selectFrom('imc_users')
      .select('entity_id')
      .where('username', '=', 'lgarzon')
      .executeTakeFirstOrThrow()
    expect(entity_id).toBe(ANDINA)
  })
})
