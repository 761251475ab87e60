import { NEXT_PAGE, PREVIOUS_PAGE, pageText, type RowNames } from '#src/application/platform/list-messages.ts'
import type { ListPage } from '#src/domain/list.ts'
import { IconDrawing } from '#src/ui/parts/icon.tsx'
import '#src/ui/styles/pager.css'

interface Props {
  readonly page: ListPage<unknown>
  /** The noun for the rows: 'usuario', 'usuarios'. */
  readonly names: RowNames
  readonly onPage: (pageNumber: number) => void
}

interface PageButtonProps {
  readonly name: string
  readonly path: string
  readonly available: boolean
  readonly onPress: () => void
}

/** A button to another page. It is never `disabled`, because a disabled button loses the focus. */
const PageButton = ({ name, path, available, onPress }: PageButtonProps) => (
  <button
    type="button"
    className="pager-step"
    aria-label={name}
    aria-disabled={!available}
    onClick={available ? onPress : undefined}
  >
    <IconDrawing path={path} />
  </button>
)

/** The range of the visible rows, and the buttons to the previous and the next page. */
export const Pager = ({ page, names, onPage }: Props) => (
  <div className="pager">
    <span aria-live="polite">{pageText(page, names)}</span>
    <span className="pager-steps print:hidden">
      <PageButton
        name={PREVIOUS_PAGE}
        path="M10 3 5 8l5 5"
        available={page.number > 1}
        onPress={() => onPage(page.number - 1)}
      />
      <PageButton
        name={NEXT_PAGE}
        path="m6 3 5 5-5 5"
        available={page.number < page.pages}
        onPress={() => onPage(page.number + 1)}
      />
    </span>
  </div>
)
