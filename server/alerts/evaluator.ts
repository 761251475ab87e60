import type { Kysely } from 'kysely'
import type { ClientFiring } from '#server/alerts/alert-rows.ts'
import { toFiring } from '#server/alerts/alert-rows.ts'
import {
  addFirings,
  advanceEvaluation,
  ChangedError,
  CORRECTABLE_MS,
  type Evaluation,
  findFiringsOf,
  forgetDeleted,
  type NewFiring,
  readChangedAlerts,
  readEvaluation,
  startEvaluation,
  storeStates,
} from '#server/alerts/evaluation-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { type MarketLines, type NumberedLine, toPricedDeals } from '#server/market/market.ts'
import { type AlertBook, createAlertBook, type Firing, type Outcome } from '#src/domain/alerts/alert-book.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Lines without any change of an alert before the position is stored: those of a step of reading. */
const LINES_PER_POSITION = 200

/** A firing before it has its number. */
type Unnumbered = Omit<NewFiring, 'id' | 'heldUntil'>

interface EvaluatorParts {
  readonly database: Pick<Database, 'db'>
  readonly lines: MarketLines
  /** The real clock. */
  readonly now: () => Instant
  /** Market time. */
  readonly marketNow: () => Instant
  /**
   * Queues the messages about firings in their transaction. Returns the firings with the end of the
   * quiet hours that hold their messages back.
   */
  readonly announce: (tx: Kysely<Schema>, firings: readonly ClientFiring[]) => Promise<ReadonlyMap<number, Instant>>
}

interface Open {
  readonly book: AlertBook
  readonly clients: Map<string, string>
  evaluation: Evaluation
  /** The line up to which the book has evaluated; the stored position may be behind. */
  position: Pick<Evaluation, 'line' | 'sequences'>
  /** The last revision in the book. */
  revision: number
  hasDeleted: boolean
}

/** Evaluates the alerts in the process that writes the market (D125). */
export interface Evaluator {
  /** Evaluates the lines that are new. Returns whether an alert fired. */
  run(): Promise<boolean>
  /** Forgets everything; the next run reads the database. */
  reset(): void
}

const NOTHING: Outcome = { firings: [], changes: new Map() }

export function createEvaluator({ database, lines, now, marketNow, announce }: EvaluatorParts): Evaluator {
  const { db } = database
  let open: Open | null = null

  /** The first evaluation, or the first after lines were lost: starts now, without earlier lines. */
  async function start(found: Evaluation | null): Promise<Evaluation> {
    const position = await lines.readPosition()
    await lines.transaction(async (tx) => {
      const empty = { ...position, revision: 0, lastFiring: 0, trmFrom: null }
      if (found === null) await startEvaluation(tx, empty)
      else await advanceEvaluation(tx, found, { ...found, ...position })
    })
    const started = await readEvaluation(db)
    if (started === null) throw new Error('alerts: the evaluation did not start')
    return started
  }

  async function openBook(): Promise<Open> {
    const stored = await readEvaluation(db)
    const evaluation = stored === null || stored.line < 0 ? await start(stored) : stored
    const { line, sequences } = evaluation
    const opened: Open = {
      book: createAlertBook(await lines.readSeries(sequences)),
      clients: new Map(),
      evaluation,
      position: { line, sequences },
      revision: -1,
      hasDeleted: false,
    }
    await loadChanges(opened, evaluation)
    return opened
  }

  /** Reads the alerts that clients have changed. */
  async function loadChanges(state: Open, evaluation: Evaluation) {
    for (const { id, clientId, alert } of await readChangedAlerts(db, state.revision, marketNow() - CORRECTABLE_MS)) {
      if (alert === null) {
        state.book.remove(id)
        state.hasDeleted = true
      } else {
        state.book.set(alert)
        state.clients.set(id, clientId)
      }
    }
    state.revision = evaluation.revision
    state.evaluation = { ...state.evaluation, revision: evaluation.revision }
  }

  function toFirings(state: Open, firings: readonly Firing[]): readonly Unnumbered[] {
    return firings.flatMap(({ alertId, ...firing }) => {
      const rule = state.book.get(alertId)
      const clientId = state.clients.get(alertId)
      if (rule === undefined || clientId === undefined) return []
      const { kind, market, side, level, minutes, pause, until } = rule
      return { ...firing, alertId, clientId, rule: { kind, market, side, level, minutes, pause, until }, kind: 'fired' }
    })
  }

  /** The corrections of earlier firings whose deals a line annuls. */
  async function findCorrections(tx: Kysely<Schema>, dealIds: readonly string[]): Promise<readonly Unnumbered[]> {
    if (dealIds.length === 0) return []
    return (await findFiringsOf(tx, dealIds)).map((row) => {
      const { clientId, alertId, rule, at, price } = toFiring(row)
      return { alertId, clientId, rule, kind: 'corrected', dealId: row.deal_id, at, price }
    })
  }

  /** Commits an outcome with the position: firings, states and messages, or nothing. */
  async function commit(
    state: Open,
    { firings, changes }: Outcome,
    annulled: readonly string[],
    trmFrom: string | null,
  ) {
    const { evaluation, position } = state
    let count = 0
    const next = await lines.transaction(async (tx) => {
      const found = [...(await findCorrections(tx, annulled)), ...toFirings(state, firings)]
      count = found.length
      const to = { ...evaluation, ...position, trmFrom, lastFiring: evaluation.lastFiring + count }
      await advanceEvaluation(tx, evaluation, to)
      await storeStates(tx, changes)
      const numbered = found.map((firing, index) => ({ ...firing, id: evaluation.lastFiring + index + 1 }))
      const held = await announce(tx, numbered)
      await addFirings(
        tx,
        numbered.map((firing) => ({ ...firing, heldUntil: held.get(firing.id) ?? null })),
        now(),
      )
      if (state.hasDeleted) await forgetDeleted(tx)
      return to
    })
    state.evaluation = next
    state.hasDeleted = false
    return count > 0
  }

  function evaluateLine(state: Open, line: NumberedLine) {
    if (line.kind !== 'batch') return { outcome: NOTHING, annulled: [] }
    const annulled = toPricedDeals(line.annulled.map(({ deal }) => deal))
    const deals = toPricedDeals(line.deals.filter(({ annulment }) => annulment === null))
    return { outcome: state.book.evaluate({ id: line.id, deals, annulled }), annulled: annulled.map(({ id }) => id) }
  }

  /** Evaluates one line, and commits what it changed. */
  async function takeLine(state: Open, line: NumberedLine): Promise<boolean> {
    const { outcome, annulled } = evaluateLine(state, line)
    state.position = { line: line.id, sequences: 'sequences' in line ? line.sequences : state.position.sequences }
    const isChange = outcome.changes.size + annulled.length > 0 || line.kind === 'load'
    if (!isChange && line.id - state.evaluation.line < LINES_PER_POSITION) return false
    const fired = await commit(state, outcome, annulled, state.evaluation.trmFrom)
    // The prices of an import are in the tables only.
    if (line.kind === 'load') open = null
    return fired
  }

  /** Whether the log goes on after the position: after a restore of an older copy, it does not. */
  const isNext = (state: Open, [first]: readonly NumberedLine[]) => first?.id === state.position.line + 1

  /** Reads and evaluates a part of the lines. Returns null without new lines. */
  async function takePart(state: Open): Promise<boolean | null> {
    const found = await lines.readLines(state.position.line)
    if (found.length === 0) return null
    if (!isNext(state, found)) {
      await start(state.evaluation)
      open = null
      return false
    }
    let fired = false
    for (const line of found) if (open === state) fired = (await takeLine(state, line)) || fired
    return fired
  }

  async function takeLines(state: Open): Promise<boolean> {
    let fired = false
    while (open === state && lines.lastLine() > state.position.line) {
      const part = await takePart(state)
      if (part === null) break
      fired = part || fired
    }
    return fired
  }

  /** Fires the alerts of a TRM that is fixed or certified since the last one. */
  async function takeTrm(state: Open): Promise<boolean> {
    const { inForce, next } = lines.trmNow()
    const trm = next !== null && !next.estimated ? next : inForce
    const { trmFrom } = state.evaluation
    // The first evaluation fires nothing for a TRM that was published before it.
    if (trmFrom === null) return commit(state, NOTHING, [], trm?.from ?? '')
    if (trm === null || trm.from <= trmFrom) return false
    return commit(state, state.book.publishTrm({ ...trm, at: marketNow() }), [], trm.from)
  }

  async function runOpen(): Promise<boolean> {
    open ??= await openBook()
    const state = open
    const stored = await readEvaluation(db)
    if (stored === null || stored.line !== state.evaluation.line) throw new ChangedError('alerts: another evaluation')
    if (stored.revision !== state.revision) await loadChanges(state, stored)
    const fired = await takeLines(state)
    return open === state ? (await takeTrm(state)) || fired : fired
  }

  return {
    async run() {
      try {
        return await runOpen()
      } catch (error) {
        // The book may be ahead of what is stored.
        open = null
        if (error instanceof ChangedError) return false
        throw error
      }
    },

    reset() {
      open = null
    },
  }
}
