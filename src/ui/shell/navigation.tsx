import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { isSamePath } from '#src/application/navigation/resolve.ts'
import { listMenuLinks, type MenuLink, type MenuName } from '#src/application/navigation/screens.ts'
import { ExternalLink } from '#src/ui/parts/external-link.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'

export interface MenuProps {
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
  /** Called when the user follows a link. */
  readonly onFollow?: () => void
  /** More items, at the end of the menu. */
  readonly children?: ReactNode
}

interface MenuItemsProps extends MenuProps {
  readonly links: readonly MenuLink[]
}

const MenuItems = ({ links, current, onFollow }: MenuItemsProps) =>
  links.map(({ screen, path, label }) => (
    <li key={screen}>
      <Link href={path} onClick={onFollow} aria-current={isSamePath(path, current) ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  ))

interface MenuLinksProps extends MenuProps {
  readonly menu: MenuName
}

/** The links of a menu, as list items. */
export const MenuLinks = ({ menu, ...props }: MenuLinksProps) => <MenuItems links={listMenuLinks(menu)} {...props} />

/** The links of the portal's menu, as list items. The external pages follow the home. */
export function MainLinks(props: MenuProps) {
  const { links } = useConfig()
  const pages = listMenuLinks('main')
  return (
    <>
      <MenuItems links={pages.slice(0, 1)} {...props} />
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
      <MenuItems links={pages.slice(1)} {...props} />
    </>
  )
}
