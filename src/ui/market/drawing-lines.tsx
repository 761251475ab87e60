import { useId } from 'react'

import { drawingLabel } from '#src/application/market/drawings.ts'
import type { PlotPlane } from '#src/charts/view/chart-props.ts'
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

/** The room of a text, px: it ends `pad` px after the text, and has its baseline `ascent` px below its top. */
const LABEL = { width: 220, height: 13, ascent: 10, pad: 2 }

/** The distance of a drawing to the price, on the background of the page: no line is seen between its words. */
const Label = ({ placed: { label, drawing, price }, lastPrice }: PartProps) =>
  label && (
    <foreignObject
      x={label.x + LABEL.pad - LABEL.width}
      y={label.y - LABEL.ascent}
      width={LABEL.width}
      height={LABEL.height}
    >
      <p className="ml-auto w-max bg-surface px-0.5 text-[11px]/[13px] font-600 whitespace-pre text-ink wdth-table print:[print-color-adjust:exact]">
        {drawingLabel(drawing, price, lastPrice)}
      </p>
    </foreignObject>
  )

const toPath = ({ left, top, right, bottom }: PlotPlane['area']) => `M${left} ${top}H${right}V${bottom}H${left}Z`

interface Props {
  readonly parts: readonly PartProps[]
  readonly plane: PlotPlane
}

/**
 * The lines of all drawings, and over them their texts: a text may stand on the line of a close one. The lines leave the
 * chart's own label free, which is on the canvas below them. On paper all are scaled like the canvas.
 */
export const DrawingLines = ({ parts, plane: { width, height, area, label } }: Props) => {
  const clip = useId()
  return (
    <svg
      className="absolute size-full overflow-visible print:h-auto"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <path d={toPath(area) + (label ? toPath(label) : '')} clipRule="evenodd" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {parts.map((part) => (
          <Line key={part.placed.drawing.id} {...part} />
        ))}
      </g>
      {parts.map((part) => (
        <Label key={part.placed.drawing.id} {...part} />
      ))}
    </svg>
  )
}
