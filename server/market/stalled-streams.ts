import type { ConnectionEndpoints, ReadUnacknowledgedBytes } from '#server/http/unacknowledged-bytes.ts'
import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** A stream is closed when its oldest unsent bytes have this age, in milliseconds (D51). */
export const MAX_UNSENT_MS = 30 * SECOND_MS

/** Time between two checks, in milliseconds. A stream closes at most this time later. */
export const STALLED_CHECK_MS = 5 * SECOND_MS

/** The socket of a stream. */
export interface StreamConnection extends ConnectionEndpoints {
  /** All written bytes, including bytes that still wait. */
  readonly bytesWritten: number
  /** Bytes that wait in this process. */
  readonly writableLength: number
  readonly destroyed: boolean
  resetAndDestroy(): unknown
}

export interface StalledStreamCheckParts {
  /** The connections of the open streams. */
  readonly connections: () => Iterable<StreamConnection>
  readonly readUnacknowledgedBytes: ReadUnacknowledgedBytes
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: { warn(detail: object, message: string): void }
}

/** The bytes up to `position` were written at `at` or before. */
interface Mark {
  readonly position: number
  readonly at: Instant
}

type MeasureAge = (at: Instant, bytes: { readonly written: number; readonly unsent: number }) => number

/**
 * Creates a meter for the age of a connection's oldest unsent bytes since a check first saw them.
 */
function createAgeMeter(): MeasureAge {
  let marks: readonly Mark[] = []
  return (at, { written, unsent }) => {
    const sent = written - unsent
    marks = [...marks, { position: written, at }].filter(({ position }) => position > sent)
    const [oldest] = marks
    return oldest === undefined ? 0 : at - oldest.at
  }
}

/**
 * Creates the check that closes the streams whose readers do not read. Bytes count as sent when the
 * peer has acknowledged them. A slow reader may be `MAX_UNSENT_MS` behind.
 */
export function createStalledStreamCheck(parts: StalledStreamCheckParts): () => Promise<void> {
  const { connections, readUnacknowledgedBytes, now, logger } = parts
  const meters = new WeakMap<StreamConnection, MeasureAge>()

  function findMeter(connection: StreamConnection): MeasureAge {
    const meter = meters.get(connection) ?? createAgeMeter()
    meters.set(connection, meter)
    return meter
  }

  async function check() {
    const at = now()
    // Read `bytesWritten` before the kernel's figures: bytes written meanwhile are not old.
    const streams = [...connections()].map((connection) => ({ connection, written: connection.bytesWritten }))
    if (streams.length === 0) return
    const getUnacknowledgedBytes = await readUnacknowledgedBytes()
    const stalledStreams = streams.filter(({ connection, written }) => {
      if (connection.destroyed) return false
      const unsent = connection.writableLength + getUnacknowledgedBytes(connection)
      return findMeter(connection)(at, { written, unsent }) >= MAX_UNSENT_MS
    })
    // A reset frees the kernel's queue immediately; a normal close would wait for the reader.
    for (const { connection } of stalledStreams) connection.resetAndDestroy()
    if (stalledStreams.length > 0)
      logger.warn({ streams: stalledStreams.length }, 'closed streams whose readers did not read')
  }

  let isChecking = false

  return async () => {
    if (isChecking) return
    isChecking = true
    try {
      await check()
    } finally {
      isChecking = false
    }
  }
}
