import type { Replica } from '#server/market/replica.ts'
import type { LogLine } from '#server/market/store/log-store.ts'
import { BehindError, type MarketStore, type MarketTransaction } from '#server/market/store/market-store.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

interface MarketWriterParts {
  readonly store: Pick<MarketStore, 'write'>
  readonly replica: Replica
  /** Market time. */
  readonly now: () => Instant
  /** Emits the events that are due at an instant to the audiences. */
  readonly advance: (instant: Instant) => void
}

/** Runs the writes of the market in this process, one after the other, against the newest state. */
export interface MarketWriter {
  /** Runs writes, and the application of other lines, one after the other. */
  enqueue<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs a write against the newest state. After the commit of an earlier write whose reply was
   * lost, and after the writes of other processes, it applies their lines and runs the write again.
   */
  writeNext<T>(attempt: () => Promise<T>): Promise<T>
  /** Commits the line after the last one, and applies it. */
  writeLine(work: (tx: MarketTransaction) => Promise<LogLine>): Promise<void>
  /** Runs a commit after the earlier writes. The audiences do not advance meanwhile. */
  runCommit<T>(work: () => Promise<T>, asOf?: Instant): Promise<T>
  /**
   * The market time of the next batch: later than that of the last one, so that its order decides
   * what a visitor could see. A clock that was set back stays where it is.
   */
  nextInstant(): Instant
  /** Emits the events that are due at `instant`, up to the instant of the running commit. */
  advance(instant: Instant): void
  /** `instant`, or that of the running commit if it is earlier. */
  completeUntil(instant: Instant): Instant
}

export function createMarketWriter({ store, replica, now, ...parts }: MarketWriterParts): MarketWriter {
  let lastWork: Promise<unknown> = Promise.resolve()
  /** The instant of the running commit, and the instant of the last `advance` during the commit. */
  let runningCommit: { readonly asOf: Instant; advancedTo: Instant | null } | null = null

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = lastWork.then(work)
    lastWork = result.catch(() => undefined)
    return result
  }

  /** Applies the lines that are missing. Reads the tables when the database is behind this process. */
  async function findLine() {
    const { lastId } = replica
    await replica.catchUp()
    // After a failover of PostgreSQL that lost commits, or a restore.
    if (replica.lastId === lastId) await replica.load()
    if (replica.lastId === lastId) throw new Error(`market: the log cannot go on after line ${lastId}`)
  }

  async function writeNext<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof BehindError)) throw error
        await findLine()
      }
    }
  }

  async function writeLine(work: (tx: MarketTransaction) => Promise<LogLine>): Promise<void> {
    await replica.apply(await store.write(replica.lastId, work))
  }

  /**
   * While a batch is being committed, the audiences see the market as of the batch's instant.
   * Otherwise an event that is due meanwhile would get an id before the ids of the batch. In
   * another process, and after a restart, its id would follow them.
   */
  async function holdAudiences<T>(asOf: Instant, work: () => Promise<T>): Promise<T> {
    runningCommit = { asOf, advancedTo: null }
    try {
      return await work()
    } finally {
      const { advancedTo } = runningCommit
      runningCommit = null
      if (advancedTo !== null) advance(advancedTo)
    }
  }

  function nextInstant(): Instant {
    const instant = now()
    const behind = replica.lastRecordedAt - instant
    return behind >= 0 && behind < SECOND_MS ? replica.lastRecordedAt + 1 : instant
  }

  const runCommit = <T>(work: () => Promise<T>, asOf?: Instant) =>
    enqueue(() => holdAudiences(asOf ?? nextInstant(), () => writeNext(work)))

  const completeUntil = (instant: Instant) => (runningCommit ? Math.min(instant, runningCommit.asOf) : instant)

  function advance(instant: Instant) {
    if (runningCommit) runningCommit.advancedTo = instant
    parts.advance(completeUntil(instant))
  }

  return { enqueue, writeNext, writeLine, runCommit, nextInstant, advance, completeUntil }
}
