import { NEXT_PAGE, PREVIOUS_PAGE, pageText, type RowNames } from '#src/application/platform/list-messages.ts'
import type { ListPage } from '#src/domain/list.ts'
import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly page: ListPage<unknown>
  /** The noun for the rows: 'usuario', 'usuarios'. */
  readonly names: RowNames
  readonly onPage: (pageNumber: number) => void
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

/** The range of the visible rows, and the buttons to the previous and the next page. */
export const Pager = ({ page, names, onPage }: Props) => (
  <div className="flex items-center justify-between gap-3 pt-3 text-xs text-muted">
    <span aria-live="polite">{pageText(page, names)}</span>
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
  </div>
)
