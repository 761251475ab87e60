import { type RefObject, useState } from 'react'

import type { ChartSubject } from '#src/application/market/chart-files.ts'
import { DASHBOARD_DELAY } from '#src/application/market/dashboard.ts'
import { ChartToolsMenu } from '#src/ui/market/chart-tools-menu.tsx'
import { DrawingTools, TOOL_TEXT } from '#src/ui/market/drawing-tools.tsx'
import { useDrawings } from '#src/ui/market/drawings-context.ts'
import { ScreenTools } from '#src/ui/market/full-screen.tsx'
import { useMarket } from '#src/ui/market/use-market.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Menu, type MenuAction } from '#src/ui/parts/menu.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'
import { usePhone } from '#src/ui/parts/use-media-query.ts'
import { useConfig } from '#src/ui/portal/config-context.tsx'

interface SubjectProps extends ChartSubject {
  readonly chart: RefObject<ShownChart | null>
}

interface DownloadsProps extends SubjectProps {
  readonly delay: number
}

/** The files of a chart: its picture and its points (D129). */
function useDownloads({ chart, delay, ...subject }: DownloadsProps): readonly MenuAction[] {
  const { createChartFiles } = useMarket()
  const [files] = useState(createChartFiles)
  const drawings = useDrawings()
  const isSimulated = useConfig().simulated.includes('market')

  async function savePicture() {
    const note = files.describePicture({ delay, isSimulated })
    const marks = drawings?.marks.current ?? []
    files.savePicture(subject, (await chart.current?.toPicture(note, marks)) ?? null)
  }
  function savePoints() {
    const content = chart.current?.read()
    if (content) files.savePoints(subject, content.points, content.range)
  }
  return [
    { id: 'picture', text: 'Imagen PNG', onChoose: () => void savePicture() },
    { id: 'points', text: 'Puntos en CSV', onChoose: savePoints },
  ]
}

interface Props extends SubjectProps {
  /** False while the chart loads: the tools that need points have their place, but are not visible. */
  readonly hasPoints: boolean
  /** Delay of the data, in minutes; by default that of a client. */
  readonly delay?: number
}

/**
 * The tools of a chart, in a row; on a phone in a menu. Those of the screen need no points: the focus returns to
 * them at once.
 */
export function ChartTools({ hasPoints, delay = DASHBOARD_DELAY, ...subject }: Props) {
  const { chart } = subject
  const downloads = useDownloads({ ...subject, delay })
  const drawings = useDrawings()
  const isPhone = usePhone()
  return (
    <div className="ml-auto flex items-center gap-1 print:hidden">
      {isPhone && drawings ? (
        <ChartToolsMenu chart={chart} drawings={drawings} downloads={downloads} hasPoints={hasPoints} />
      ) : (
        <>
          <div className={hasPoints ? 'contents' : 'invisible contents'}>
            <DrawingTools chart={chart} />
            <Menu
              name="Descargar"
              look="tool"
              button={
                <>
                  <Icon name="download" />
                  <span className={TOOL_TEXT}>Descargar</span>
                </>
              }
              actions={downloads}
            />
          </div>
          <ScreenTools />
        </>
      )}
    </div>
  )
}
