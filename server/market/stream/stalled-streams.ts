import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'

/** A stream is closed when its oldest unsent bytes have this age, in milliseconds (D51). */
const MAX_UNSENT_MS = 30 * SECOND_MS

/** Time between two checks, in milliseconds. A stream closes at most this time later. */
export const STALLED_CHECK_MS = 5 * SECOND_MS

/** The socket of a stream. */
interface StreamConnection {
  /** All written bytes, including bytes that still wait. */
  readonly bytesWritten: number
  /** Bytes that wait in this process. */
  readonly writableLength: number
  readonly destroyed: boolean
  resetAndDestroy(): unknown
}

interface StalledStreamCheckParts {
  /** The connections of the open streams. */
  readonly connections: () => Iterable<StreamConnection>
  /** The real clock. */
  readonly now: () => Instant
  readonly logger: { warn(detail: object, message: string): void }
}

/** The bytes up to `position` were written at `at` or before. */
interface Mark {
  readonly position: number
  readonly at: Instant
}

/**
 * Creates a meter for the age of a connection's oldest unsent bytes since a check first saw them.
 */
function createAgeMeter() {
  let marks: readonly Mark[] = []
  return (at: Instant, { bytesWritten, writableLength }: StreamConnection): number => {
    const sent = bytesWritten - writableLength
    marks = [...marks, { position: bytesWritten, at }].filter(({ position }) => position > sent)
    const [oldest] = marks
    return oldest === undefined ? 0 : at - oldest.at
  }
}

/**
 * Creates the check that closes the streams whose readers do not read. Bytes count as sent when the
 * socket has taken them. A slow reader may be `MAX_UNSENT_MS` behind.
 */
export function createStalledStreamCheck({ connections, now, logger }: StalledStreamCheckParts): () => void {
  const meters = new WeakMap<StreamConnection, ReturnType<typeof createAgeMeter>>()

  function measureAge(connection: StreamConnection, at: Instant): number {
    const meter = meters.get(connection) ?? createAgeMeter()
    meters.set(connection, meter)
    return meter(at, connection)
  }

  return () => {
    const at = now()
    const stalled = [...connections()].filter(
      (connection) => !connection.destroyed && measureAge(connection, at) >= MAX_UNSENT_MS,
    )
    // A reset frees the queue of the kernel immediately; a normal close would wait for the reader.
    for (const connection of stalled) connection.resetAndDestroy()
    if (stalled.length > 0) logger.warn({ streams: stalled.length }, 'closed streams whose readers did not read')
  }
}
