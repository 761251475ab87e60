import type { ComponentProps } from 'react'

import { dateOf } from '#src/domain/market/bogota.ts'
import { dayName } from '#src/domain/text.ts'
import { useLiveMarket } from '#src/ui/dashboard/live-market.ts'
import { SessionView } from '#src/ui/dashboard/session-view.tsx'

/** The chart of the day, without other views and periods. */
export function SessionPanel(session: ComponentProps<typeof SessionView>) {
  const { intraday, status } = useLiveMarket()
  const day = intraday.value?.session ?? null
  return (
    <section className="panel chart-panel" aria-label="Gráfica">
      <div className="head">
        <h2>Precio y monto, {day === null || day === dateOf(status.now) ? 'hoy' : dayName(day)}</h2>
      </div>
      <SessionView {...session} />
    </section>
  )
}
