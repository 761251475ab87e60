import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openAudit } from '#server/audit/audit-module.ts'
import { findMissing, LINES_PER_STEP } from '#server/audit/chain-store.ts'
import { OPERATOR, recordAudit } from '#server/database/audit-store.ts'
import { createOperatorClient } from '#server/operator/terminal/operator-client.ts'
import { readCommand, runCommand } from '#server/operator/terminal/read-command.ts'
import { ENGINES, temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { IDLE_SCHEDULER, startIdentity } from '#tests/support/identity.ts'
import { testTime } from '#tests/support/market.ts'

const KEY = 'una-clave-de-dieciseis'
const START = Date.UTC(2026, 10, 30, 15)

async function start(engine: (typeof ENGINES)[number]) {
  const database = await temporaryDatabase(engine)
  const time = testTime(START)
  const server = await startIdentity({ imc: true, database, time, env: { OPERATOR_KEY: KEY } })
  const audit = openAudit({ database, now: time.now, logger: pino({ level: 'silent' }), scheduler: IDLE_SCHEDULER })
  async function run(...words: string[]) {
    const command = readCommand(words)
    if (!command.ok) throw new Error(JSON.stringify(command.error))
    if (command.value.runLocally) return command.value.runLocally({})
    return runCommand(createOperatorClient({ url: server.url, key: KEY }), command.value)
  }
  const add = (action: string) =>
    database.transaction((tx) =>
      recordAudit(tx, {
        ...{ ...OPERATOR, at: time.now(), origin: null, action, target: 'x', after: { value: 'Ñandú "1"' } },
      }),
    )
  return { database, time, audit, run, add }
}

/** Changes the audit as somebody with the rights of the database does. */
async function tamper({ db, engine }: Awaited<ReturnType<typeof temporaryDatabase>>, statement: string) {
  if (engine === 'sqlite') {
    await sql`drop trigger records_audit_no_update`.execute(db)
    await sql`drop trigger records_audit_no_delete`.execute(db)
  } else await sql`alter table records_audit disable trigger all`.execute(db)
  await sql.raw(statement).execute(db)
}

describe.each(ENGINES)('%s', (engine) => {
  test('every line is in the chain once, in steps, also those of earlier versions and late ones (D121)', async () => {
    const { database, time, audit, run, add } = await start(engine)
    for (let line = 0; line <= LINES_PER_STEP; line += 1) await add(`line-${line}`)
    await Promise.all([audit.seal(), audit.seal()])
    time.pass(1_000)
    await add('later')
    await audit.seal('recent')
    await audit.seal('recent')
    const { length } = await database.db.selectFrom('records_audit').select('id').execute()
    const links = await database.db.selectFrom('records_audit_chain').select('position').orderBy('position').execute()
    expect(links.map(({ position }) => position)).toEqual(Array.from({ length }, (_, index) => index + 1))
    const verified = await run('audit', 'verify')
    expect(verified.ok && verified.value).toMatch(new RegExp(`íntegra: ${length} entradas.*\\n${length}:[0-9a-f]{64}$`))
  })

  test('a step looks at a bounded number of lines, and the next one goes on after them (D121)', async () => {
    const { database, time, audit } = await start(engine)
    const { db } = database
    const entries = (count: number, action: string) =>
      Array.from({ length: count }, () => ({ ...OPERATOR, at: time.now(), origin: null, action, target: 'x' }))
    for (let part = 0; part < 5; part += 1) await recordAudit(db, ...entries(500, 'early'))
    const { ids, next } = await findMissing(db, '')
    expect([ids.length, next]).toEqual([LINES_PER_STEP, ids.at(-1)])
    await audit.seal()
    time.pass(1)
    await recordAudit(db, ...entries(1, 'last'))
    let steps = 0
    const missing: string[] = []
    for (let after: string | null = ''; after !== null; steps += 1) {
      const step = await findMissing(db, after)
      missing.push(...step.ids)
      after = step.next
    }
    expect([steps, missing.length]).toEqual([3, 1])
    await audit.seal()
    expect((await findMissing(db, '')).ids).toEqual([])
  })

  test.each([
    ['a changed line', "update records_audit set after = '{}' where action = 'second'", 'fue modificada'],
    ['a removed line', "delete from records_audit where action = 'second'", 'falta'],
  ])('audit verify finds %s, and a removed address is none (D121)', async (_, statement, reason) => {
    const { database, audit, run, add } = await start(engine)
    for (const action of ['first', 'second', 'third']) await add(action)
    await audit.seal()
    await database.db.updateTable('records_audit').set({ address: null }).where('address', 'is not', null).execute()
    expect((await run('audit', 'verify')).ok).toBe(true)
    await tamper(database, statement)
    const result = await run('audit', 'verify')
    expect(!result.ok && result.error).toMatch(new RegExp(`no está íntegra: la entrada \\d+ ${reason}`))
  })

  test('an exported file proves itself, and a changed one does not (D121)', async () => {
    const { audit, run, add } = await start(engine)
    for (const action of ['first', 'second', 'third']) await add(action)
    await audit.seal()
    const file = join(await temporaryFolder(), 'auditoria.ndjson')
    expect((await run('audit', 'export', file)).ok).toBe(true)
    const checked = await run('audit', 'check', file)
    if (!checked.ok) throw new Error(checked.error)
    const head = checked.value.split('\n').at(-1) ?? ''
    expect((await run('audit', 'check', file, '--head', head)).ok).toBe(true)
    const content = await readFile(file, 'utf8')
    await writeFile(file, content.split('\n').slice(0, -2).join('\n'))
    expect((await run('audit', 'check', file)).ok).toBe(true)
    expect((await run('audit', 'check', file, '--head', head)).ok).toBe(false)
    await writeFile(file, content.replace('second', 'forged'))
    expect((await run('audit', 'check', file)).ok).toBe(false)
    await writeFile(file, 'no es json\n')
    expect(await run('audit', 'check', file)).toEqual({
      ok: false,
      error: 'La línea 1 del archivo no es una entrada de la auditoría.',
    })
  })

  test('the chain refuses changes', async () => {
    const { database, audit, add } = await start(engine)
    await add('first')
    await audit.seal()
    const change = sql`update records_audit_chain set hash = 'x'`.execute(database.db)
    await expect(change).rejects.toThrow('records_audit_chain: rows are never')
    await expect(sql`delete from records_audit_chain`.execute(database.db)).rejects.toThrow('rows are never')
  })
})
