import { type StatusCounts, statusCountsText } from '#src/application/imc/screens/screen-messages.ts'
import { formatCount } from '#src/domain/money.ts'
import '#src/ui/styles/status-map.css'

/** Above this number of screens, no cells are shown: they would be too narrow. */
const MAX_CELLS = 60

const renderCells = (count: number, className: string) =>
  Array.from({ length: count }, (_, i) => `${className}-${i}`).map((key) => <i key={key} className={className} />)

/** The number of screens of each status, and a cell for each of a few screens. */
export function StatusMap({ counts }: { readonly counts: StatusCounts | null }) {
  if (counts === null) {
    return (
      <div className="status-map">
        <span className="skeleton h-4.5 w-40" aria-hidden="true" />
      </div>
    )
  }
  const { assigned, transit, available, screens } = counts
  return (
    <div className="status-map">
      <ul>
        <li>
          <b>{formatCount(assigned)}</b> asignadas
        </li>
        <li>
          <b>{formatCount(transit)}</b> en tránsito
        </li>
        <li>
          <b>{formatCount(available)}</b> disponibles
        </li>
      </ul>
      {screens > 0 && screens <= MAX_CELLS && (
        <div className="status-map-cells" role="img" aria-label={statusCountsText(counts)}>
          {renderCells(assigned, 'status-map-assigned')}
          {renderCells(transit, 'status-map-transit')}
          {renderCells(available, 'status-map-available')}
        </div>
      )}
    </div>
  )
}
