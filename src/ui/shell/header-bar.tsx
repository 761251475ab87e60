import type { ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
}

/** The header of every page. Enlarged text wraps into a second line. */
export const HeaderBar = ({ children }: Props) => (
  <header className="relative z-header border-b border-line bg-surface print:hidden">
    <div className="page flex min-h-header flex-wrap items-center gap-x-7 max-sm:gap-x-3 max-[360px]:gap-x-1.5">
      {children}
    </div>
  </header>
)

/** The controls at the end of the header. */
export const HeaderEnd = ({ children }: Props) => (
  <div className="ml-auto flex items-center gap-2 max-sm:gap-1">{children}</div>
)
