import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { Icon } from '#src/ui/parts/icon.tsx'
import { isSame } from '#src/ui/shell/navigation.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'

const PLACES: readonly (readonly [path: string, name: string, icon: ComponentProps<typeof Icon>['name']])[] = [
  [PATHS.spot, 'Spot USD/COP', 'line'],
  [PATHS.nextDay, 'Next day USD/COP', 'calendar'],
  [PATHS.dashboardStatistics, 'Estadísticas', 'table'],
]

/** The dashboard itself shows the spot market, on another page than the menu's. */
function currencyOf(path: string, current: string): 'page' | 'true' | undefined {
  if (isSame(path, current)) return 'page'
  return path === PATHS.spot && isSame(PATHS.dashboard, current) ? 'true' : undefined
}

interface Props {
  /** Address of the screen shown, in any form. */
  readonly current: string
  readonly onFollow?: () => void
}

/** The three places of the dashboard's menu, as list items. */
export const MarketLinks = ({ current, onFollow }: Props) =>
  PLACES.map(([path, name, icon]) => (
    <li key={path}>
      <Link href={path} onClick={onFollow} aria-current={currencyOf(path, current)}>
        <Icon name={icon} />
        {name}
      </Link>
    </li>
  ))
