import type { ComponentProps, MouseEvent } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

const INACTIVE = 'inactive:cursor-not-allowed inactive:border-line inactive:bg-sunken inactive:text-muted'

/**
 * The `row-…` variants are the actions of a table's row; on a phone they are lighter. An action that
 * most rows refuse is quiet, so that the possible ones stand out; a press on it says why.
 */
const VARIANTS = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line-strong bg-raised text-ink hover:bg-sunken',
  danger: 'border-danger bg-raised text-danger hover:bg-danger-soft',
  text: 'border-transparent text-accent hover:bg-accent-soft',
  plain: 'border-transparent text-ink hover:bg-accent-soft',
  menu: 'border-line-strong bg-raised text-ink hover:bg-sunken max-sm:border-transparent max-sm:bg-transparent',
  'row-primary':
    'border-transparent bg-accent text-on-accent hover:bg-accent-hover max-sm:border-accent max-sm:bg-raised max-sm:text-accent',
  'row-secondary':
    'border-line-strong bg-raised text-ink hover:bg-sunken max-sm:border-transparent max-sm:bg-transparent',
  'row-refused': 'cursor-help border-transparent text-muted hover:bg-sunken',
  'row-danger': 'border-line-strong bg-raised text-danger hover:bg-danger-soft',
  'row-waiting': 'cursor-help border-transparent bg-same-soft text-muted',
} as const

const SIZES = {
  medium: 'min-h-control text-base/none',
  compact:
    "min-h-9 text-sm/none max-sm:relative max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-inset-y-1.25 max-sm:after:content-['']",
  small: 'min-h-7.5 text-sm/none wdth-table max-sm:min-h-10',
} as const

const PADDINGS = { medium: 'px-4', compact: 'px-3.5 max-[360px]:px-2.25', small: 'px-2.5' } as const

const SQUARES = { medium: 'w-control', compact: 'w-9 max-sm:w-11 pointer-coarse:w-11' } as const

export type ButtonVariant = keyof typeof VARIANTS
export type ButtonSize = keyof typeof SIZES

interface Look {
  readonly variant: ButtonVariant
  readonly size?: ButtonSize
}

const commonClass = ({ variant, size = 'medium' }: Look) =>
  `inline-flex items-center justify-center gap-2 border font-550 whitespace-nowrap no-underline transition-colors pointer-coarse:min-h-11 print:hidden ${VARIANTS[variant]} ${SIZES[size]} ${variant === 'row-waiting' || variant === 'row-refused' ? '' : INACTIVE}`

/** The classes of a link or a label that looks like a button. */
export const buttonClass = (look: Look): string => {
  const { variant, size = 'medium' } = look
  const padding = variant === 'text' && size === 'medium' ? 'px-2.5' : PADDINGS[size]
  return `${commonClass(look)} rounded-sm ${padding}`
}

/** Ignores the second click of a double click: it would answer what the first one just opened. */
export const onSingleClick =
  (press: () => void) =>
  ({ detail }: MouseEvent) => {
    if (detail <= 1) press()
  }

interface ButtonProps extends ComponentProps<'button'>, Look {}

/** A button with a text. A `className` only places it. */
export const Button = ({ variant, size = 'medium', className = '', type = 'button', ...props }: ButtonProps) => (
  <button type={type} className={`${buttonClass({ variant, size })} ${className}`} {...props} />
)

const EDGES = { both: 'rounded-sm', left: 'rounded-l-xs', right: 'rounded-r-xs' } as const

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'type'> {
  readonly variant: ButtonVariant
  readonly size?: keyof typeof SQUARES
  readonly label: string
  readonly icon: ComponentProps<typeof Icon>['name']
  /** The sides with round corners, next to a field. */
  readonly edge?: keyof typeof EDGES
}

/** A square button with an icon in place of a text. */
export const IconButton = ({
  variant,
  size = 'medium',
  label,
  icon,
  edge = 'both',
  className = '',
  ...props
}: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={`${commonClass({ variant, size })} ${SQUARES[size]} ${EDGES[edge]} ${className}`}
    {...props}
  >
    <Icon name={icon} size={edge === 'both' ? 20 : 16} />
  </button>
)
