import { MenuButton, MenuItem, MenuItems, Menu as Surface } from '@headlessui/react'
import type { ReactNode } from 'react'
import '#src/ui/styles/menu.css'

interface MenuAction {
  readonly id: string
  readonly text: string
  readonly onChoose: () => void
}

interface Props {
  /** The accessible name of the button. */
  readonly name: string
  /** The content of the button. */
  readonly button: ReactNode
  /** Text above the actions, such as a user's name. */
  readonly heading?: string
  readonly actions: readonly MenuAction[]
}

/** A button with a menu of actions. Its code loads on demand, together with Headless UI. */
export const Menu = ({ name, button, heading, actions }: Props) => (
  <Surface as="div" className="menu">
    <MenuButton className="menu-button" aria-label={name}>
      {button}
    </MenuButton>
    <MenuItems className="menu-items" modal={false}>
      {heading && <div className="menu-heading">{heading}</div>}
      {actions.map(({ id, text, onChoose }) => (
        <MenuItem key={id}>
          <button type="button" className="menu-item" onClick={onChoose}>
            {text}
          </button>
        </MenuItem>
      ))}
    </MenuItems>
  </Surface>
)
