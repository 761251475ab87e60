import { describe, expect, test } from 'vitest'
import { addKey, findKey, revokeKey, rotateKey } from '#server/operator/keys/key-store.ts'
import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { DAY_MS, HOUR_MS, toInstant } from '#src/domain/time/bogota.ts'
import { ENGINES, temporaryDatabase } from '#tests/support/databases.ts'
import { startIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'

const CONFIGURED = 'una-clave-de-dieciseis'

async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const time = testTime(toInstant('2026-11-30', '10:00'))
  const server = await startIdentity({ imc: true, database, time, env: { OPERATOR_KEY: CONFIGURED } })
  const runAs = async (key: string, ...words: string[]) => {
    const command = readCommand(words)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    return runCommand(createOperatorClient({ url: server.url, key }), command.value)
  }
  const run = (...words: string[]) => runAs(CONFIGURED, ...words)
  /** Runs a command that prints a key, and returns the key. */
  const readKey = async (...words: string[]) => {
    const output = await run(...words)
    if (!output.ok) throw new Error(output.error)
    return output.value.split('\n').at(-1) ?? ''
  }
  return { database, time, run, runAs, readKey }
}

describe.each(ENGINES)('%s', (engine) => {
  test('a key has its scopes, and is not stored (D113)', async () => {
    const { database, run, runAs, readKey } = await start(engine)
    const key = await readKey('keys', 'add', 'mesa', '--scopes', 'entities, backup')
    expect(key).toMatch(/^md_[\w-]{43}$/)
    expect((await runAs(key, 'entities')).ok).toBe(true)
    expect(await runAs(key, 'feeds')).toEqual({ ok: false, error: 'La clave «mesa» no tiene el alcance deals.' })
    expect(await runAs(key, 'keys')).toEqual({ ok: false, error: 'Las claves se administran con la de OPERATOR_KEY.' })
    expect(await runAs(`${key.slice(0, -1)}~`, 'entities')).toMatchObject({ ok: false })
    const stored = await database.db.selectFrom('operator_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(key)
    expect(await run('keys', 'add', 'mesa', '--scopes', 'deals')).toEqual({
      ok: false,
      error: 'Ya hubo una clave con ese nombre.',
    })
    const list = await run('keys')
    expect(list.ok && list.value).toMatch(/mesa +1 +vigente +entities, backup +2026-11-30 10:00 +– +2026-11-30 10:00/)
  })

  test('the audit names the key of a call, and the change of a key (D113)', async () => {
    const { database, runAs, readKey } = await start(engine)
    const key = await readKey('keys', 'add', 'mesa', '--scopes', 'entities')
    expect((await runAs(key, 'entities', 'governance', 'ANDINA', '--yearly-review', '3')).ok).toBe(true)
    const lines = await database.db
      .selectFrom('records_audit')
      .select(['action', 'subject_id', 'subject_name', 'target'])
      .where('realm', '=', 'operator')
      .orderBy('id')
      .execute()
    const subject_name = 'Operaciones'
    expect(lines).toEqual([
      { action: 'operator-key-added', subject_id: null, subject_name, target: 'mesa' },
      { action: 'governance-changed', subject_id: 'mesa', subject_name, target: expect.any(String) },
    ])
  })

  test('a rotated key stays valid for the overlap, a revoked one ends at once, one with a last day after it', async () => {
    const { time, run, runAs, readKey } = await start(engine)
    const works = async (key: string) => (await runAs(key, 'feeds')).ok
    const first = await readKey('keys', 'add', 'precios', '--scopes', 'deals', '--until', '2026-12-02')
    const second = await readKey('keys', 'rotate', 'precios', '--hours', '2')
    expect([await works(first), await works(second)]).toEqual([true, true])
    time.pass(2 * HOUR_MS)
    expect([await works(first), await works(second)]).toEqual([false, true])
    time.pass(2 * DAY_MS + 11 * HOUR_MS)
    expect(await works(second)).toBe(true)
    time.pass(HOUR_MS)
    expect(await works(second)).toBe(false)
    expect(await run('keys', 'rotate', 'precios')).toMatchObject({ ok: false })
    const other = await readKey('keys', 'add', 'otra', '--scopes', 'deals')
    expect(await works(other)).toBe(true)
    expect(await run('keys', 'revoke', 'otra')).toEqual({ ok: true, value: 'Clave revocada.' })
    expect(await works(other)).toBe(false)
    expect(await run('keys', 'revoke', 'otra')).toMatchObject({ ok: false })
    expect(await run('keys', 'add', 'tarde', '--scopes', 'deals', '--until', '2026-11-29')).toEqual({
      ok: false,
      error: 'La fecha ya pasó.',
    })
  })

  test('two rotations at once give one key', async () => {
    const { database, time, readKey } = await start(engine)
    await readKey('keys', 'add', 'precios', '--scopes', 'deals')
    const rotate = () => database.transaction((tx) => rotateKey(tx, 'precios', time.now(), 0))
    const keys = (await Promise.all([rotate(), rotate()])).filter((key) => key !== null)
    const valid = await Promise.all(keys.map((key) => findKey(database.db, key, time.now())))
    expect(valid.filter((key) => key !== null)).toHaveLength(1)
  })

  test('a key that a rotation adds during the revocation of its name is revoked too', async () => {
    const database = await temporaryDatabase(engine)
    const at = toInstant('2026-11-30', '10:00')
    const { transaction } = database
    // Two calls do not always overlap.
    for (let round = 0; round < 12; round += 1) {
      const name = `precios-${round}`
      const first = await transaction((tx) => addKey(tx, { name, scopes: ['deals'], expiresAt: null, at }))
      const [second, isRevoked] = await Promise.all([
        transaction((tx) => rotateKey(tx, name, at, HOUR_MS)),
        transaction((tx) => revokeKey(tx, name, at)),
      ])
      expect(isRevoked).toBe(true)
      for (const key of [first, second]) expect(await findKey(database.db, key ?? '', at)).toBe(null)
    }
  })
})

test.each([
  [['keys', 'add'], { kind: 'missing', what: 'NOMBRE' }],
  [['keys', 'add', 'a', '--scopes', 'deals'], { kind: 'bad-value', what: 'NOMBRE', value: 'a' }],
  [['keys', 'add', 'mesa', '--scopes', 'todo'], { kind: 'bad-value', what: '--scopes', value: 'todo' }],
  [
    ['keys', 'add', 'mesa', '--scopes', 'deals', '--until', 'ayer'],
    { kind: 'bad-value', what: '--until', value: 'ayer' },
  ],
  [['keys', 'rotate', 'mesa', '--hours', 'dos'], { kind: 'bad-value', what: '--hours', value: 'dos' }],
])('%j is refused', (words, error) => {
  expect(readCommand(words)).toEqual({ ok: false, error })
})
