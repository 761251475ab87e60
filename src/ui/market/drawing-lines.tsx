import { drawingLabel } from '#src/application/market/drawings.ts'
import type { PlacedDrawing } from '#src/domain/charting/drawing-plane.ts'

interface PartProps {
  readonly placed: PlacedDrawing
  readonly isSelected: boolean
  /** The price to which distances are measured. */
  readonly lastPrice: number
}

/** The line of a drawing. */
function Line({ placed: { segment }, isSelected }: PartProps) {
  if (!segment) return null
  const ends = { x1: segment.from.x, y1: segment.from.y, x2: segment.to.x, y2: segment.to.y }
  return <line {...ends} className={`stroke-ink ${isSelected ? 'stroke-[2.5]' : 'stroke-[1.5]'}`} />
}

/** The distance of a drawing to the price. */
const Label = ({ placed: { label, drawing, price }, lastPrice }: PartProps) =>
  label && (
    <text
      x={label.x}
      y={label.y}
      textAnchor="end"
      className="fill-ink stroke-surface text-[11px] whitespace-pre font-600 wdth-table [paint-order:stroke] stroke-[3]"
    >
      {drawingLabel(drawing, price, lastPrice)}
    </text>
  )

/** The lines of all drawings, and over them their texts: a text may stand on the line of a close one. */
export const DrawingLines = ({ parts }: { readonly parts: readonly PartProps[] }) => (
  <svg className="absolute size-full overflow-visible" aria-hidden="true">
    {parts.map((part) => (
      <Line key={part.placed.drawing.id} {...part} />
    ))}
    {parts.map((part) => (
      <Label key={part.placed.drawing.id} {...part} />
    ))}
  </svg>
)
