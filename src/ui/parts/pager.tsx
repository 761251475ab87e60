import {
  NEXT_PAGE,
  PAGE_SIZE,
  PREVIOUS_PAGE,
  pageText,
  type RowNames,
} from '#src/application/platform/list-messages.ts'
import type { ListPage } from '#src/domain/list.ts'
import { Icon } from '#src/ui/parts/icon.tsx'

interface PageSize {
  readonly value: number
  readonly choices: readonly number[]
  readonly onChange: (size: number) => void
}

interface Props {
  readonly page: ListPage<unknown>
  /** The noun for the rows: 'usuario', 'usuarios'. */
  readonly names: RowNames
  /** Goes to another page; omitted for a list without pages. */
  readonly onPage?: ((pageNumber: number) => void) | undefined
  /** The rows per page; omitted if the reader cannot choose them. */
  readonly size?: PageSize | undefined
}

interface PageButtonProps {
  readonly name: string
  readonly icon: 'previous' | 'next'
  readonly available: boolean
  readonly onPress: () => void
}

/** A button to another page. It is never `disabled`, because a disabled button loses the focus. */
const PageButton = ({ name, icon, available, onPress }: PageButtonProps) => (
  <button
    type="button"
    className="grid size-8 place-items-center rounded-sm border border-line-strong text-ink hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-muted touch:size-11"
    aria-label={name}
    aria-disabled={!available}
    onClick={available ? onPress : undefined}
  >
    <Icon name={icon} />
  </button>
)

/** The system's own list: it is short, and the same in every page's foot. */
const SizeField = ({ value, choices, onChange }: PageSize) => (
  <label className="flex items-center gap-2 max-sm:order-last max-sm:basis-full max-sm:justify-between sm:ml-auto print:hidden">
    {PAGE_SIZE}
    <select
      className="min-h-8 rounded-sm border border-line-strong bg-raised px-1.5 text-ink hover:bg-sunken touch:min-h-11"
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {choices.map((size) => (
        <option key={size}>{size}</option>
      ))}
    </select>
  </label>
)

/** The range of the visible rows, their number, and the buttons to the previous and the next page. */
export const Pager = ({ page, names, onPage, size }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 pt-3 text-xs text-muted">
    <span aria-live="polite">{pageText(page, names)}</span>
    {size && <SizeField {...size} />}
    {onPage && (
      <span className="flex gap-1 print:hidden">
        <PageButton
          name={PREVIOUS_PAGE}
          icon="previous"
          available={page.number > 1}
          onPress={() => onPage(page.number - 1)}
        />
        <PageButton
          name={NEXT_PAGE}
          icon="next"
          available={page.number < page.pages}
          onPress={() => onPage(page.number + 1)}
        />
      </span>
    )}
  </div>
)
