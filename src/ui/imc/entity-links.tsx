import { isSamePath } from '#src/application/navigation/resolve.ts'
import { listMenuLinks, type ScreenName } from '#src/application/navigation/screens.ts'
import { useImcSession } from '#src/ui/imc/use-imc.ts'
import { IconDrawing } from '#src/ui/parts/icon.tsx'
import { MenuLink, type MenuLook } from '#src/ui/shell/menu-link.tsx'

const ICON_PATHS = {
  users:
    'M6 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M1.5 13.5c.3-2.7 2-4 4.5-4s4.2 1.3 4.5 4M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.8c1.5.5 2.3 1.8 2.5 3.7',
  packages: 'M2 3h12v8H2zM5.5 14h5M8 11v3',
  requests: 'M3 2h10v12H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  costs: 'M2 14V2M2 14h12M5 11V7M8.5 11V4M12 11V8.5',
  governance: 'M2 4.5h8M13 4.5h1M2 11.5h1M6 11.5h8M11.5 3v3M4.5 10v3',
  access: 'M5.5 7a3 3 0 1 1 3 3l-1 1H6v1.5H4.5V14H2v-2.5l3.6-3.6A3 3 0 0 1 5.5 7M9.8 6.2h.01',
  sessions: 'M2 3h12v8H2zM5.5 14h5M6 7l1.5 1.5L10.5 5.5',
  audit: 'M8 1.8 13.5 4v4c0 3.2-2.2 5.3-5.5 6.4C4.7 13.3 2.5 11.2 2.5 8V4zM5.5 8l2 2 3.5-4',
} as const

interface IconProps {
  readonly name: keyof typeof ICON_PATHS
  readonly className?: string
}

/** The icon of a section of the area, of the same size in the menu and in the drawer. */
export const EntityIcon = ({ name, className = '' }: IconProps) => (
  <IconDrawing path={ICON_PATHS[name]} className={`size-4 ${className}`} />
)

const ICONS: Partial<Readonly<Record<ScreenName, keyof typeof ICON_PATHS>>> = {
  imcUsers: 'users',
  imcPackages: 'packages',
  imcRequests: 'requests',
  imcCosts: 'costs',
  imcGovernance: 'governance',
  imcAccess: 'access',
  imcSessions: 'sessions',
  imcAudit: 'audit',
}

/**
 * Returns the `aria-current` of a link: 'page' for the current page, 'true' for a parent of the
 * current page.
 */
function toAriaCurrent(path: string, current: string): 'page' | 'true' | undefined {
  if (isSamePath(path, current)) return 'page'
  return current.toLowerCase().startsWith(`${path.toLowerCase()}/`) ? 'true' : undefined
}

interface Props {
  readonly look: MenuLook
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
  /** Called when the user follows a link. */
  readonly onFollow?: () => void
}

/** The links of the entity's menu, as list items. Only administrators see the audit. */
export function EntityLinks({ look, current, onFollow }: Props) {
  const { canWrite } = useImcSession()
  const links = [...listMenuLinks('entity'), ...(canWrite ? listMenuLinks('administration') : [])]
  return links.map(({ screen, path, label }) => {
    const icon = ICONS[screen]
    return (
      <MenuLink key={screen} look={look} href={path} onFollow={onFollow} aria-current={toAriaCurrent(path, current)}>
        {icon && <EntityIcon name={icon} />}
        {label}
      </MenuLink>
    )
  })
}
