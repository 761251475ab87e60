import { type ReactNode, useId } from 'react'

import { isSamePath } from '#src/application/navigation/resolve.ts'
import { type MenuLink as Item, listMenuLinks, type MenuName } from '#src/application/navigation/screens.ts'
import { isOwnPath } from '#src/ui/parts/contact.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { useConfig } from '#src/ui/portal/config-context.tsx'
import { MenuLink, type MenuLook, menuLinkClass } from '#src/ui/shell/menu-link.tsx'

export interface MenuProps {
  readonly look: MenuLook
  /** Address of the current screen; case and slashes are ignored. */
  readonly current: string
  /** Called when the user follows a link. */
  readonly onFollow?: () => void
  /** More items, at the end of the menu. */
  readonly children?: ReactNode
}

interface MenuItemsProps extends MenuProps {
  readonly links: readonly Item[]
}

const MenuItems = ({ links, current, look, onFollow }: MenuItemsProps) =>
  links.map(({ screen, path, label }) => (
    <MenuLink
      key={screen}
      look={look}
      href={path}
      onFollow={onFollow}
      aria-current={isSamePath(path, current) ? 'page' : undefined}
    >
      {label}
    </MenuLink>
  ))

interface MenuLinksProps extends MenuProps {
  readonly menu: MenuName
}

/** The links of a menu, as list items. */
export const MenuLinks = ({ menu, ...props }: MenuLinksProps) => <MenuItems links={listMenuLinks(menu)} {...props} />

interface ExternalLinkProps {
  readonly look: MenuLook
  readonly href: string
  readonly children: string
}

/** A link to another site. The note is its description, not a part of its accessible name. */
function ExternalLink({ look, href, children }: ExternalLinkProps) {
  const noteId = useId()
  return (
    <li>
      <a className={menuLinkClass(look)} href={href} rel="noopener" aria-describedby={noteId}>
        {children}
        <Icon name="external" size={12} />
        <span id={noteId} hidden>
          Abre otro sitio
        </span>
      </a>
    </li>
  )
}

interface ConfiguredLinkProps extends MenuProps {
  /** Null when not configured. */
  readonly href: string | null
  readonly label: string
}

/** A configured page (D62): a screen of the portal or another site. */
function ConfiguredLink({ href, label, current, look, onFollow }: ConfiguredLinkProps) {
  if (href === null) return null
  if (!isOwnPath(href)) return <ExternalLink {...{ look, href }}>{label}</ExternalLink>
  return (
    <MenuLink look={look} href={href} onFollow={onFollow} aria-current={isSamePath(href, current) ? 'page' : undefined}>
      {label}
    </MenuLink>
  )
}

/** The links of the portal's menu, as list items. The configured pages follow the home. */
export function MainLinks(props: MenuProps) {
  const { links } = useConfig()
  const pages = listMenuLinks('main')
  return (
    <>
      <MenuItems links={pages.slice(0, 1)} {...props} />
      <ConfiguredLink href={links.exchange} label="Divisas" {...props} />
      <ConfiguredLink href={links.contact} label="Contacto" {...props} />
      <MenuItems links={pages.slice(1)} {...props} />
    </>
  )
}
