import type { SortOrder } from '#src/domain/list.ts'
import type { RenderHeading } from '#src/ui/parts/data-table.tsx'
import '#src/ui/styles/sort.css'

interface Sorting<Column extends string> {
  readonly order: SortOrder<Column> | null
  readonly onSort: (column: Column) => void
}

/**
 * Returns a renderer of table headings. The heading of a sortable column is a button; others are
 * plain text. The arrow points up for an ascending order.
 */
export const createSortableHeading =
  <Row, Column extends string>(
    { order, onSort }: Sorting<Column>,
    isSortable: (id: string) => id is Column,
  ): RenderHeading<Row, string> =>
  ({ id, title, className }) => {
    const direction = order?.column === id ? order.direction : undefined
    return (
      <th scope="col" aria-sort={direction} className={className}>
        {isSortable(id) ? (
          <button type="button" className="sort" onClick={() => onSort(id)}>
            {title}
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <path d="M5 1 9.5 9h-9z" />
            </svg>
          </button>
        ) : (
          title
        )}
      </th>
    )
  }
