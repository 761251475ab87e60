import type { ReactNode } from 'react'

import type { SortOrder } from '#src/domain/list.ts'

/** The order of a table, and the change of the order by its headings. */
export interface Sorting {
  readonly order: SortOrder<string> | null
  readonly isSortable: (id: string) => boolean
  readonly onSort: (id: string) => void
}

interface Props {
  /** Undefined while another column is sorted. */
  readonly direction: SortOrder['direction'] | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/**
 * The heading of a sortable column. The arrow points up for an ascending order. It is in the gap
 * after the column; the last column has it before its title.
 */
export const SortButton = ({ direction, onPress, children }: Props) => (
  <button
    type="button"
    className={`relative min-h-7.75 text-xs font-550 hover:text-ink pointer-coarse:min-h-10.75 print:min-h-0 print:text-[length:inherit] print:leading-[inherit] ${direction ? 'text-ink' : 'text-muted'}`}
    onClick={onPress}
  >
    {children}
    <svg
      className={`absolute top-[calc(50%-4px)] left-[calc(100%+2px)] group-last/heading:right-[calc(100%+2px)] group-last/heading:left-auto ${direction ? '' : 'invisible'} ${direction === 'descending' ? 'rotate-180' : ''}`}
      width={8}
      height={8}
      viewBox="0 0 10 10"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M5 1 9.5 9h-9z" />
    </svg>
  </button>
)
