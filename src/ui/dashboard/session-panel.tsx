import { dateOf } from '#src/domain/market/bogota.ts'
import { dayName } from '#src/domain/text.ts'
import { SessionView, type SessionViewProps } from '#src/ui/dashboard/session-view.tsx'

/** The chart of the day, without other views and periods. */
export function SessionPanel(session: SessionViewProps) {
  const { intraday, status } = session
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
