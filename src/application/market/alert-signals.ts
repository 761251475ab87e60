import type { MarketStream } from '#src/application/market/ports.ts'
import { createListeners } from '#src/application/platform/listeners.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import { endsStream, type StreamEvent } from '#src/domain/live/stream-event.ts'

/** The events about alerts on the streams that a page follows for its market data (D125). */
export interface AlertSignals {
  /** Whether such a stream is open or opening, or the service has none. */
  readonly followed: Readable<{ readonly isFollowed: boolean }>
  /** Calls the listener for each `alert`, and for each stream that opened: it may have missed some. */
  subscribe(listener: (event: StreamEvent) => void): () => void
}

export const isAlertSignal = ({ kind }: StreamEvent): boolean => kind === 'alert' || kind === 'opened'

/** Returns the same stream, and what it says about alerts. */
export function watchAlertSignals(stream: MarketStream): {
  readonly marketStream: MarketStream
  readonly signals: AlertSignals
} {
  const { notify, subscribe } = createListeners<[StreamEvent]>()
  const followed = createState({ isFollowed: false })
  let count = 0

  function add(change: 1 | -1) {
    count += change
    followed.set({ isFollowed: count > 0 })
  }

  const marketStream: MarketStream = {
    follow(cursor, emit) {
      let isCounted = true
      const leave = () => {
        if (isCounted) add(-1)
        isCounted = false
      }
      add(1)
      const close = stream.follow(cursor, (event) => {
        // A service without streams would refuse another one too: it counts until the page is reloaded.
        if (event.kind === 'unavailable') isCounted = false
        else if (endsStream(event)) leave()
        emit(event)
        if (isAlertSignal(event)) notify(event)
      })
      return () => {
        close()
        leave()
      }
    },
  }
  return { marketStream, signals: { followed, subscribe } }
}
