import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { toRuleRow, toStateRow } from '#server/alerts/alert-rows.ts'
import type { Database } from '#server/database/connection.ts'
import { toChunks } from '#server/database/values.ts'
import { type NumberedLine, toPricedDeals } from '#server/market/market.ts'
import { readLines } from '#server/market/store/log-store.ts'
import { type AlertRule, NEW_STATE } from '#src/domain/alerts/alert.ts'
import { createAlertBook, createEmptySeries } from '#src/domain/alerts/alert-book.ts'

const CLIENTS = 50

/** Levels between those that the prices of the program cross. */
function toRule(index: number): AlertRule {
  const side = index % 2 === 0 ? 'above' : 'below'
  const common = { market: 'spot', side, pause: index % 3 === 0 ? null : 5, until: null } as const
  if (index % 10 === 9) return { ...common, kind: 'window', level: 0.1 + (index % 7) / 20, minutes: 5 }
  return { ...common, kind: 'price', level: Math.round((3_985 + (index % 300) / 10) * 100) / 100, minutes: null }
}

const toId = (index: number) => `alert-${String(index).padStart(5, '0')}`

/** Adds clients and their alerts to a migrated database. */
export async function addAlerts({ db }: Database, count: number): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, (_, index) => `cliente-${index}`)
  await db
    .insertInto('identity_clients')
    .values(
      clients.map((id) => ({
        ...{ id, username: id, username_key: id, name: id, password_hash: '', email: `${id}@nandu.example` },
        ...{ email_key: `${id}@nandu.example`, key_expired: 0, disabled: 0, expires_at: null },
        ...{ terms_accepted_at: null, created_at: 0, invited: 0 },
      })),
    )
    .execute()
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: toId(index), client_id: clients[index % CLIENTS] ?? '', revision: 0, created_at: 0, after_line: 0 },
    ...toRuleRow(toRule(index)),
    ...toStateRow(NEW_STATE),
  }))
  for (const chunk of toChunks(rows)) await db.insertInto('alerts_rules').values(chunk).execute()
}

/** Runs the program; kills it after some lines of its output, unless `killAfter` is null. */
export async function runProgram(start: () => ChildProcess, killAfter: number | null): Promise<void> {
  const child = start()
  const ended = once(child, 'exit')
  let lines = 0
  if (child.stdout)
    for await (const _line of createInterface({ input: child.stdout })) {
      lines += 1
      if (lines === killAfter) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20)
    }
  const [code, signal] = await ended
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the program ended with ${code}`)
}

export const startProgram = (command: readonly string[], argument: object): ChildProcess =>
  spawn(process.execPath, [...command, JSON.stringify(argument)], { stdio: ['ignore', 'pipe', 'inherit'] })

/** Reads all lines of the log that changed deals. */
async function readBatches({ db }: Database) {
  const batches: Extract<NumberedLine, { readonly kind: 'batch' }>[] = []
  for (let lastId = 0; ; ) {
    const lines = await readLines(db, lastId)
    if (lines.length === 0) return batches
    lastId = lines.at(-1)?.id ?? lastId
    batches.push(...lines.filter((line) => line.kind === 'batch'))
  }
}

/** What the log of the market says must have fired: each line folded once, in one process. */
async function readExpected(database: Database, alerts: number) {
  const book = createAlertBook(createEmptySeries({ spot: null, nextday: null }))
  for (let index = 0; index < alerts; index += 1)
    book.set({ ...toRule(index), id: toId(index), afterLine: 0, state: NEW_STATE })
  const fired: string[] = []
  const corrected: string[] = []
  for (const line of await readBatches(database)) {
    const annulled = toPricedDeals(line.annulled.map(({ deal }) => deal))
    for (const { id } of annulled) corrected.push(...fired.filter((key) => key.endsWith(` ${id}`)))
    const deals = toPricedDeals(line.deals.filter(({ annulment }) => annulment === null))
    const { firings } = book.evaluate({ id: line.id, deals, annulled })
    fired.push(...firings.map(({ alertId, dealId }) => `${alertId} ${dealId}`))
  }
  return { fired, corrected }
}

export interface TrialReport {
  readonly fired: number
  readonly corrected: number
  /** Crossings that are missing, wrong or doubled, and messages that are. */
  readonly defects: readonly string[]
}

const findDifferences = (what: string, found: readonly string[], expected: readonly string[]): readonly string[] => {
  const [known, right] = [new Set(found), new Set(expected)]
  return [
    ...(known.size === found.length ? [] : [`${what}: ${found.length - known.size} doubled`]),
    ...expected.filter((key) => !known.has(key)).map((key) => `${what}: ${key} is missing`),
    ...found.filter((key) => !right.has(key)).map((key) => `${what}: ${key} is wrong`),
  ]
}

/** Compares what is stored with the log. */
export async function checkAlerts(database: Database, alerts: number): Promise<TrialReport> {
  const expected = await readExpected(database, alerts)
  const rows = await database.db.selectFrom('alerts_firings').selectAll().orderBy('id').execute()
  const mails = await database.db.selectFrom('records_outbox').select('id').execute()
  const list = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ alert_id, deal_id }) => `${alert_id} ${deal_id}`)
  const [fired, corrected] = [list('fired'), list('corrected')]
  return {
    fired: fired.length,
    corrected: corrected.length,
    defects: [
      ...findDifferences('fired', fired, expected.fired),
      ...findDifferences('corrected', corrected, expected.corrected),
      ...(mails.length === rows.length ? [] : [`${mails.length} mails for ${rows.length} firings`]),
    ],
  }
}
