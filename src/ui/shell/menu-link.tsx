import type { ComponentProps } from 'react'
import { Link } from 'wouter'

/** The looks of a link in a menu: in the header's bar, in a drawer, and next to the screen. */
const LOOKS = {
  bar: 'h-header gap-1.25 text-sm font-500 hover:text-ink hover:shadow-[inset_0_-2px_var(--md-line-strong)] aria-[current]:shadow-[inset_0_-2px_var(--md-accent)]',
  drawer: 'min-h-12 gap-1.75 border-b border-line hover:text-ink aria-[current]:shadow-[inset_0_-2px_var(--md-accent)]',
  side: 'min-h-10 gap-2.5 border-l-2 border-transparent px-3 font-480 hover:bg-sunken aria-[current]:border-accent [&>svg]:text-muted [&[aria-current]>svg]:text-accent',
} as const

export type MenuLook = keyof typeof LOOKS

/** The classes of a menu's link that leads to another site. */
export const menuLinkClass = (look: MenuLook): string =>
  `flex items-center text-ink-soft no-underline aria-[current]:text-ink aria-[current]:font-600 ${LOOKS[look]}`

interface Props extends Pick<ComponentProps<typeof Link>, 'aria-current' | 'children'> {
  readonly look: MenuLook
  readonly href: string
  /** Classes of the list item. */
  readonly className?: string
  /** Called when the user follows the link. */
  readonly onFollow?: (() => void) | undefined
}

/** A link of a menu, as a list item. */
export const MenuLink = ({ look, className, onFollow, ...link }: Props) => (
  <li className={className}>
    <Link className={menuLinkClass(look)} onClick={onFollow} {...link} />
  </li>
)
