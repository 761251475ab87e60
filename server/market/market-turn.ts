import type { DealLog } from '#server/market/deal-log.ts'
import { type Lease, type LeaseState, NotWriterError, type WriterNotice } from '#server/market/store/lease-store.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** Interval at which a turn is extended during a long step. */
const RENEWAL_MS = SECOND_MS

/** Time without a notification after which a follower reads the lease itself. */
const QUIET_MS = 600

/** Time without a notice of a writer after which the market of a follower counts as frozen. */
const SILENCE_MS = 6 * SECOND_MS

interface MarketTurnParts {
  readonly lease: Lease
  readonly dealLog: DealLog
  /** Market time, set by the writer. */
  readonly clock: {
    now(): Instant
    shift(): number
    /** Sets the market time of a real instant. */
    set(shift: number, at: Instant): void
  }
  /** The real clock. */
  readonly realNow: () => Instant
  /** Prepares the turn of this process: it has the lease and all lines of the log. */
  readonly startWriting: () => Promise<void>
  /** Writes what is due at an instant of the market clock. */
  readonly write: (instant: Instant) => Promise<void>
  /** Called when the writer has moved the clock of the market. */
  readonly onClockMoved: () => void
  /** Finishes a step of the writer, after its events are emitted. */
  readonly endStep: () => Promise<void>
}

/**
 * Runs the steps of the market in this process. While the process has the lease, a step writes what
 * is due and notifies the other processes. Otherwise a step follows the log, and takes the lease when
 * its turn has ended.
 */
export interface MarketTurn {
  isWriter(): boolean
  /** Address of the writer; null when it is unknown, or this process. */
  writerAddress(): string | null
  step(): Promise<void>
  /**
   * Moves the market of the writer to an instant: the other processes get the notice first, so that
   * no client of the writer is ahead of theirs. Throws a NotWriterError without the turn, and then
   * moves nothing.
   */
  moveClock(instant: Instant): Promise<void>
  /** Applies the lines of the log up to this one, after a notification. */
  onNotification(lastId: number, notice: WriterNotice | null): Promise<void>
  /** Reads the lease and the log, after the connection for notifications was lost. */
  poll(): Promise<void>
}

export function createMarketTurn(parts: MarketTurnParts): MarketTurn {
  const { lease, dealLog, clock, realNow } = parts
  /** The turn for which this process is prepared; null before the first. */
  let preparedTurn: number | null = null
  let recordedUntil: Instant = 0
  /** The turn of the last known writer, and its address. */
  let writer: Pick<LeaseState, 'turn' | 'address'> | null = null
  // Waits are measured by a clock that is never set.
  const createdAt = performance.now()
  /** When the last notice of the writer came; the first step of a follower reads the lease. */
  let lastNoticeAt = Number.NEGATIVE_INFINITY
  let lastWork: Promise<unknown> = Promise.resolve()

  /** Runs steps and notifications one after the other. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = lastWork.then(work)
    lastWork = result.catch(() => undefined)
    return result
  }

  const publish = (until: Instant) =>
    lease.publish({ recordedUntil: until, shift: clock.shift(), shiftAt: Math.floor(realNow()) })

  /** Runs work that may last longer than a turn, such as the load of a file, and extends the turn. */
  async function extendTurnDuring(work: () => Promise<void>) {
    // A failure means that the turn has ended, which the next write of the work finds out.
    const timer = setInterval(() => void publish(recordedUntil).catch(() => undefined), RENEWAL_MS)
    try {
      await work()
    } finally {
      clearInterval(timer)
    }
  }

  const isPrepared = () => preparedTurn !== null && preparedTurn === lease.turn()

  async function startWriting() {
    const turn = lease.turn()
    await dealLog.synchronize()
    // The log is complete at least as far as the last writer has published.
    recordedUntil = Math.max(recordedUntil, (await lease.read())?.recordedUntil ?? 0)
    await extendTurnDuring(parts.startWriting)
    preparedTurn = turn
  }

  async function writeStep() {
    if (!isPrepared()) await startWriting()
    const instant = clock.now()
    await extendTurnDuring(() => parts.write(instant))
    recordedUntil = dealLog.completeUntil(instant)
    // Only a process whose turn lasts may emit events: those of another writer could come first.
    await publish(recordedUntil)
    dealLog.advance(instant)
    await parts.endStep()
  }

  function advance() {
    // 0 before the first notice of a writer.
    if (recordedUntil > 0) dealLog.advance(Math.min(clock.now(), recordedUntil))
  }

  async function follow(lastId: number, notice: WriterNotice | null) {
    if (lastId > dealLog.lastId()) await dealLog.synchronize()
    if (notice === null) return
    // The turn may have changed since the lease was read, and the earlier writer may be gone. A writer
    // takes its turn before it listens, so its address may follow.
    if (notice.turn !== writer?.turn || writer.address === null) writer = await lease.read()
    recordedUntil = notice.recordedUntil
    const shift = clock.shift()
    clock.set(notice.shift, notice.shiftAt)
    lastNoticeAt = performance.now()
    // The new day starts before the streams get the new time.
    advance()
    if (Math.abs(clock.shift() - shift) > SECOND_MS) parts.onClockMoved()
  }

  /** Follows the lease, or takes it when the turn of the writer has ended. */
  async function readLease() {
    const state: LeaseState | null = await lease.read()
    const isFree = state === null || state.isExpired
    if (isFree && (await lease.take())) return
    if (state === null) return
    writer = state
    await follow(state.lastId, isFree ? null : state)
  }

  async function followStep() {
    if (performance.now() - lastNoticeAt > QUIET_MS) await readLease()
    if (lease.isHeld()) return writeStep()
    if (performance.now() - Math.max(lastNoticeAt, createdAt) > SILENCE_MS)
      throw new Error('market: no process writes the market')
    advance()
  }

  async function step() {
    if (!lease.isHeld()) return followStep()
    try {
      await writeStep()
    } catch (error) {
      if (!(error instanceof NotWriterError)) throw error
      await readLease()
    }
  }

  return {
    isWriter: () => lease.isCurrent() && isPrepared(),
    writerAddress: () => (lease.isHeld() ? null : (writer?.address ?? null)),
    step: () => enqueue(step),

    async moveClock(instant) {
      const at = Math.floor(realNow())
      const until = dealLog.completeUntil(instant)
      await lease.publish({ recordedUntil: until, shift: instant - at, shiftAt: at })
      clock.set(instant - at, at)
      recordedUntil = until
      dealLog.advance(instant)
      parts.onClockMoved()
    },

    onNotification: (lastId, notice) =>
      enqueue(async () => {
        if (!lease.isHeld()) await follow(lastId, notice)
      }),
    poll: () =>
      enqueue(async () => {
        if (!lease.isHeld()) await readLease()
      }),
  }
}
