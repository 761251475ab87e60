import type { ReactNode } from 'react'

import { Figure } from '#src/ui/parts/figures.tsx'

interface Props {
  readonly className?: string
  /** A `div` with a `dt` and a `dd` for each pair. */
  readonly children: ReactNode
}

/** Names with their values, one pair per line. */
export const Pairs = ({ className = '', children }: Props) => (
  <dl
    className={`*:flex *:justify-between *:gap-4 *:border-b *:border-line *:py-2 *:text-sm [&_dd]:min-w-0 [&_dd]:text-right [&_dd]:wrap-anywhere [&_dt]:text-ink-soft ${className}`}
  >
    {children}
  </dl>
)

interface TotalProps {
  readonly name: string
  readonly children: ReactNode
}

/** The total of an order, under its pairs. */
export const PairsTotal = ({ name, children }: TotalProps) => (
  <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-4">
    <b className="text-sm/6 font-620">{name}</b>
    <Figure size="xl">{children}</Figure>
  </p>
)
