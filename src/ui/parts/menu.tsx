import { MenuButton, MenuItem, MenuItems, Menu as Surface } from '@headlessui/react'
import type { MouseEvent, ReactNode } from 'react'

import { buttonClass } from '#src/ui/parts/button.tsx'

export interface MenuAction {
  readonly id: string
  readonly text: string
  /** A choice by keyboard has a click without `detail`. */
  readonly onChoose: (event: MouseEvent) => void
}

interface Props {
  /** The accessible name of the button. */
  readonly name: string
  /** The content of the button. */
  readonly button: ReactNode
  /** Text above the actions, such as a user's name. */
  readonly heading?: string
  readonly actions: readonly MenuAction[]
  /** `tool`: a button among the tools of a panel. */
  readonly look?: 'plain' | 'tool'
}

const LOOKS = {
  plain: 'flex min-h-control items-center gap-2.5 text-sm/6 font-550',
  tool: buttonClass({ variant: 'text', size: 'small' }),
} as const

/** A button with a menu of actions. Its code loads on demand, together with Headless UI. */
export const Menu = ({ name, button, heading, actions, look = 'plain' }: Props) => (
  <Surface as="div" className="relative inline-block">
    <MenuButton className={LOOKS[look]} aria-label={name}>
      {button}
    </MenuButton>
    <MenuItems
      className="absolute top-[calc(100%+4px)] right-0 z-sticky w-max max-w-[min(280px,100vw-2*var(--md-gutter))] min-w-46 rounded-md border border-line-strong bg-raised p-1 shadow-menu outline-none"
      modal={false}
    >
      {heading && <div className="p-2 text-xs wrap-anywhere text-muted">{heading}</div>}
      {actions.map(({ id, text, onChoose }) => (
        <MenuItem key={id}>
          <button
            type="button"
            className="flex min-h-9 w-full items-center rounded-xs px-2 text-left text-sm/6 data-focus:bg-accent-soft pointer-coarse:min-h-11"
            onClick={onChoose}
          >
            {text}
          </button>
        </MenuItem>
      ))}
    </MenuItems>
  </Surface>
)
