import type { ComponentProps, ReactNode } from 'react'

const SIZES = { part: 'max-w-[44ch] pt-2.5 pb-2', page: 'max-w-[60ch] py-16' } as const

interface Props extends ComponentProps<'div'> {
  readonly lead: string
  readonly rest?: ReactNode
  /** The next step for the user, such as a button. */
  readonly action?: ReactNode
  /** A page has its lead as its heading. */
  readonly size?: keyof typeof SIZES
}

/** An empty state: the reason for it, and the next step for the user. */
export const Empty = ({ lead, rest, action, size = 'part', children, ...props }: Props) => (
  <div className={`grid justify-items-start gap-1.5 wrap-anywhere ${SIZES[size]}`} {...props}>
    {size === 'page' ? <h1>{lead}</h1> : <b>{lead}</b>}
    {rest !== undefined && <p className="text-sm text-muted">{rest}</p>}
    {children}
    {action && <div className="mt-2 flex gap-2">{action}</div>}
  </div>
)

/** An empty state that one sentence explains. */
export const EmptyLine = ({ text }: { readonly text: string }) => (
  <p className="max-w-[44ch] pt-2.5 pb-2 text-xs wrap-anywhere text-muted">{text}</p>
)
