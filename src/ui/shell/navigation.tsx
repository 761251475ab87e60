import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PATHS } from '#src/domain/page-paths.ts'
import { ExternalLink } from '#src/ui/parts/external-link.tsx'
import { useConfig } from '#src/ui/shell/config-context.tsx'

export interface MenuProps {
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
  /** Called when the user follows a link. */
  readonly onFollow?: () => void
  /** More items, at the end of the menu. */
  readonly children?: ReactNode
}

/** True if two addresses are equal except for case and slashes (D42). */
export const isSamePath = (path: string, current: string) =>
  path.replaceAll('/', '').toLowerCase() === current.replaceAll('/', '').toLowerCase()

/** The links of the portal's menu, as list items. */
export function MainLinks({ current, onFollow }: MenuProps) {
  const { links } = useConfig()
  const toLinkProps = (path: string) => ({
    href: path,
    onClick: onFollow,
    'aria-current': isSamePath(path, current) ? ('page' as const) : undefined,
  })
  return (
    <>
      <li>
        <Link {...toLinkProps(PATHS.home)}>Inicio</Link>
      </li>
      {links.exchange !== null && (
        <li>
          <ExternalLink href={links.exchange}>Divisas</ExternalLink>
        </li>
      )}
      {links.contact !== null && (
        <li>
          <ExternalLink href={links.contact}>Contacto</ExternalLink>
        </li>
      )}
      <li>
        <Link {...toLinkProps(PATHS.statistics)}>IMCs/Clientes</Link>
      </li>
    </>
  )
}
