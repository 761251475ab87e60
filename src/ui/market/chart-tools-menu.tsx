import type { MouseEvent, RefObject } from 'react'

import { DRAWING_NAMES, DRAWINGS_TITLE } from '#src/application/market/drawings.ts'
import { SHORTCUT_TEXTS } from '#src/ui/market/chart-help.tsx'
import { openDrawingsList, useDrawingTool } from '#src/ui/market/drawing-tools.tsx'
import type { ChartDrawings } from '#src/ui/market/drawings-context.ts'
import { useChartScreen } from '#src/ui/market/full-screen.tsx'
import { CHART_TOOLS, ToolsLabel } from '#src/ui/market/tools-label.tsx'
import { Menu, type MenuAction } from '#src/ui/parts/menu.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'

interface Props {
  readonly chart: RefObject<ShownChart | null>
  readonly drawings: ChartDrawings
  readonly downloads: readonly MenuAction[]
  /** Without points, only the screen has tools. */
  readonly hasPoints: boolean
}

/** All tools of a chart in one menu, for a phone. */
export function ChartToolsMenu({ chart, drawings, downloads, hasPoints }: Props) {
  const level = useDrawingTool('level', drawings, chart)
  const line = useDrawingTool('line', drawings, chart)
  const screen = useChartScreen()
  const toAction = (kind: 'level' | 'line', { isChosen, choose }: typeof level) => ({
    id: kind,
    text: isChosen ? `Dejar de dibujar: ${DRAWING_NAMES[kind]}` : DRAWING_NAMES[kind],
    onChoose: (event: MouseEvent) => choose(event),
  })
  return (
    <Menu
      name={CHART_TOOLS}
      look="tool"
      button={<ToolsLabel />}
      actions={[
        ...(hasPoints
          ? [
              toAction('level', level),
              toAction('line', line),
              { id: 'list', text: DRAWINGS_TITLE, onChoose: () => openDrawingsList(drawings, chart) },
              ...downloads,
            ]
          : []),
        ...(screen && !screen.isFull
          ? [{ id: 'full', text: SHORTCUT_TEXTS['full-screen'], onChoose: screen.openFull }]
          : []),
        ...(screen ? [{ id: 'help', text: SHORTCUT_TEXTS.help, onChoose: screen.openHelp }] : []),
      ]}
    />
  )
}
