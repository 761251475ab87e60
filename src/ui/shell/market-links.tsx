import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { PATHS } from '#src/domain/page-paths.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { isSamePath } from '#src/ui/shell/navigation.tsx'

const LINKS: readonly (readonly [path: string, name: string, icon: ComponentProps<typeof Icon>['name']])[] = [
  [PATHS.spot, 'Spot USD/COP', 'line'],
  [PATHS.nextDay, 'Next day USD/COP', 'calendar'],
  [PATHS.dashboardStatistics, 'Estadísticas', 'table'],
]

/**
 * Returns the `aria-current` of a link. The spot link is also current on the dashboard's start
 * page, which shows the spot market.
 */
function toAriaCurrent(path: string, current: string): 'page' | 'true' | undefined {
  if (isSamePath(path, current)) return 'page'
  return path === PATHS.spot && isSamePath(PATHS.dashboard, current) ? 'true' : undefined
}

interface Props {
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
  /** Called when the user follows a link. */
  readonly onFollow?: () => void
}

/** The three links of the dashboard's menu, as list items. */
export const MarketLinks = ({ current, onFollow }: Props) =>
  LINKS.map(([path, name, icon]) => (
    <li key={path}>
      <Link href={path} onClick={onFollow} aria-current={toAriaCurrent(path, current)}>
        <Icon name={icon} />
        {name}
      </Link>
    </li>
  ))

/** The link to the client's payments, as a list item. */
export const PaymentsLink = ({ current, onFollow }: Props) => (
  <li>
    <Link
      href={PATHS.payments}
      onClick={onFollow}
      aria-current={isSamePath(PATHS.payments, current) ? 'page' : undefined}
    >
      <Icon name="check" />
      Mis pagos
    </Link>
  </li>
)
