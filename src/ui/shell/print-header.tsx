import { useCallback, useRef, useSyncExternalStore } from 'react'

import { formatClock, formatLongDate } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Source of a printed page; `address` is its URL without the protocol. */
const formatPrintSource = (address: string): string => `Fuente: Mercado Dólar, ${address}`

/** Time of printing; `day` as 'Viernes, 20 de noviembre de 2026', `time` as '12:43:15'. */
const formatPrintTime = (day: string, time: string): string => `Impreso: ${day}, ${time}, hora de Bogotá`

/** Parameters that grant access. A query with such a parameter is not printed. */
const SECRET_PARAMETERS = /\b(acceso|token)/

interface PrintTexts {
  readonly source: string
  readonly time: string
}

/** The address and the Bogotá time of a printed page (D71). They are visible only on a print. */
export function PrintHeader() {
  const { marketNow } = usePortal()
  const latestTexts = useRef<PrintTexts | null>(null)
  const subscribe = useCallback(
    (onChange: () => void) => {
      const update = () => {
        const now = marketNow()
        const { host, pathname, search } = document.location
        latestTexts.current = {
          source: formatPrintSource(host + pathname + (SECRET_PARAMETERS.test(search) ? '' : search)),
          time: formatPrintTime(formatLongDate(toDate(now)), formatClock(now)),
        }
        onChange()
      }
      addEventListener('beforeprint', update)
      return () => removeEventListener('beforeprint', update)
    },
    [marketNow],
  )
  const texts = useSyncExternalStore(
    subscribe,
    () => latestTexts.current,
    () => null,
  )
  return (
    texts && (
      <div
        className="mb-3 hidden border-b border-line-strong pb-2 text-xs wrap-anywhere text-ink-soft print:block"
        data-print-header
      >
        <p>{texts.source}</p>
        <p>{texts.time}</p>
      </div>
    )
  )
}
