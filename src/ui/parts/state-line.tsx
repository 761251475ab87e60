import type { ComponentProps } from 'react'

/** The mark before the text: a dot for current data, a ring for late data, a dash for none. */
const MARKS = {
  live: 'before:size-1.75 before:rounded-full before:bg-success',
  late: 'before:size-2 before:rounded-full before:border-[1.5px] before:border-warning',
  off: 'before:h-0.5 before:w-2.25 before:bg-line-strong before:align-middle',
} as const

/** How a long text wraps: not at all, beside the mark, or below the mark. */
const WRAPS = {
  never: 'inline-flex items-center gap-1.75 whitespace-nowrap',
  beside: 'inline-flex items-center gap-1.75',
  below: 'block before:mr-1.75 before:inline-block',
} as const

interface Props extends Pick<ComponentProps<'p'>, 'role' | 'className' | 'children'> {
  readonly as?: 'p' | 'span'
  readonly tone: keyof typeof MARKS
  readonly wraps?: keyof typeof WRAPS
}

/** The state of data, such as 'En tiempo real', with a mark in the colour of the state. */
export const StateLine = ({ as: Tag = 'p', tone, wraps = 'never', className = '', ...props }: Props) => (
  <Tag className={`text-xs text-muted before:content-[''] ${MARKS[tone]} ${WRAPS[wraps]} ${className}`} {...props} />
)
