import type { ComponentProps } from 'react'

import { isSamePath } from '#src/application/navigation/resolve.ts'
import { listMenuLinks, type MenuName, SCREENS, type ScreenName } from '#src/application/navigation/screens.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { MenuLink, type MenuLook } from '#src/ui/shell/menu-link.tsx'

const ICONS: Partial<Readonly<Record<ScreenName, ComponentProps<typeof Icon>['name']>>> = {
  spot: 'line',
  nextDay: 'calendar',
  dashboardStatistics: 'table',
  alerts: 'clock',
  payments: 'check',
  secondFactor: 'lock',
  apiKeys: 'key',
}

/**
 * Returns the `aria-current` of a link. The spot link is also current on the dashboard's start
 * page, which shows the spot market.
 */
function toAriaCurrent(path: string, current: string): 'page' | 'true' | undefined {
  if (isSamePath(path, current)) return 'page'
  return path === SCREENS.spot.path && isSamePath(SCREENS.dashboard.path, current) ? 'true' : undefined
}

interface Props {
  readonly look: MenuLook
  readonly menu: Extract<MenuName, 'market' | 'account'>
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
  /** Called when the user follows a link. */
  readonly onFollow?: () => void
}

/** The links of a menu of the dashboard, as list items. */
export const DashboardLinks = ({ look, menu, current, onFollow }: Props) =>
  listMenuLinks(menu).map(({ screen, path, label }) => {
    const icon = ICONS[screen]
    return (
      <MenuLink key={screen} look={look} href={path} onFollow={onFollow} aria-current={toAriaCurrent(path, current)}>
        {icon && <Icon name={icon} size={look === 'drawer' ? 12 : 16} />}
        {label}
      </MenuLink>
    )
  })
