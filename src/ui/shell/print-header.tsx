import { useCallback, useRef, useSyncExternalStore } from 'react'

import { formatPrintSource, formatPrintTime } from '#src/application/platform/print-messages.ts'
import { formatClock, formatLongDate } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Parameters whose values grant access: a query with one is not printed. */
const SECRET = /\b(acceso|token)/

interface Printed {
  readonly source: string
  readonly time: string
}

/** The source and the Bogotá time of a printed page (D71). The screen does not show it. */
export function PrintHeader() {
  const { marketNow } = useUseCases()
  const latest = useRef<Printed | null>(null)
  const subscribe = useCallback(
    (onChange: () => void) => {
      const update = () => {
        const now = marketNow()
        const { host, pathname, search } = document.location
        latest.current = {
          source: formatPrintSource(host + pathname + (SECRET.test(search) ? '' : search)),
          time: formatPrintTime(formatLongDate(toDate(now)), formatClock(now)),
        }
        onChange()
      }
      addEventListener('beforeprint', update)
      return () => removeEventListener('beforeprint', update)
    },
    [marketNow],
  )
  const printed = useSyncExternalStore(
    subscribe,
    () => latest.current,
    () => null,
  )
  return (
    printed && (
      <div className="print-head">
        <p>{printed.source}</p>
        <p>{printed.time}</p>
      </div>
    )
  )
}
