import type { MouseEvent, ReactNode } from 'react'

import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** The content of a record, which shows one row of a table on a phone. */
export interface RecordContent {
  /** A link in the title is followed by a tap anywhere on the record. */
  readonly title: ReactNode
  /** The status, at the right of the title. */
  readonly status?: ReactNode
  readonly detail: ReactNode
}

interface Props<Row> {
  readonly name: string
  /** Null while the rows load. */
  readonly rows: readonly Row[] | null
  /** Number of skeletons while the rows load. */
  readonly skeletonRows: number
  readonly toId: (row: Row) => string
  readonly toRecord: (row: Row) => RecordContent
  readonly actions?: ((row: Row) => ReactNode) | undefined
  /** The actions are on a separate line. */
  readonly wideActions?: boolean | undefined
  /** Renders the checkbox of a row. */
  readonly renderCheckbox?: ((row: Row) => ReactNode) | undefined
  /** Returns the content under an expanded record; null for a collapsed record. */
  readonly expansion?: ((row: Row) => ReactNode) | undefined
  readonly currentId?: string | null | undefined
  readonly selectedIds: ReadonlySet<string>
}

const ITEM = 'border-b border-line text-sm'

/** The second line is aligned with the title, not with the checkbox. */
const INDENTS = { none: '', checkbox: 'pl-7.5' } as const

interface LineProps {
  readonly indent?: keyof typeof INDENTS
  readonly children: ReactNode
}

const Line = ({ indent = 'none', children }: LineProps) => (
  <div className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 ${INDENTS[indent]}`}>{children}</div>
)

const RecordsSkeleton = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, i) => `${i}`).map((key) => (
    <li key={key} className={ITEM}>
      <div className="grid gap-1 py-3">
        <Line>
          <Skeleton width="w-40" height="h-4.5" />
        </Line>
        <Line>
          <Skeleton width="w-3/4" />
        </Line>
      </div>
    </li>
  ))

const MARKS = {
  none: '',
  selected: 'bg-accent-soft',
  current: 'border-l-3 border-accent bg-accent-soft px-2.25',
} as const

const CONTROLS = 'a,button,input,label,select'

/**
 * Follows the link of the title. The record itself is no link, so that its buttons are in no link and
 * its text can be selected; keyboard and screen reader use the link.
 */
function followTitle({ target, currentTarget }: MouseEvent<HTMLElement>) {
  const isControl = target instanceof Element && target.closest(CONTROLS) !== null
  const isSelecting = getSelection()?.isCollapsed === false
  if (!isControl && !isSelecting) currentTarget.querySelector<HTMLElement>('b a[href]')?.click()
}

interface RecordProps<Row> extends Pick<Props<Row>, 'toRecord' | 'renderCheckbox' | 'actions' | 'wideActions'> {
  readonly row: Row
  readonly mark: keyof typeof MARKS
}

function RecordItem<Row>({ row, mark, toRecord, renderCheckbox, actions, wideActions = false }: RecordProps<Row>) {
  const { title, status, detail } = toRecord(row)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link of the title is the control.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard follows the link of the title.
    <div className={`grid gap-1 py-3 has-[b_a]:cursor-pointer ${MARKS[mark]}`} onClick={followTitle}>
      <Line>
        {renderCheckbox?.(row)}
        <b className="min-w-0 flex-1 text-base font-600 wrap-anywhere">{title}</b>
        {status}
      </Line>
      <Line indent={renderCheckbox ? 'checkbox' : 'none'}>
        {/* Below 6rem the actions wrap instead of the text. */}
        <span className="min-w-0 flex-[1_1_6rem] wrap-anywhere text-muted">{detail}</span>
        {actions && (
          <span className={`flex gap-2 ${wideActions ? 'flex-[1_0_100%] pt-1.5 [&>button]:flex-1' : ''}`}>
            {actions(row)}
          </span>
        )}
      </Line>
    </div>
  )
}

/** The rows of a table as records with actions, for phones. */
export const RecordList = <Row,>({
  name,
  rows,
  skeletonRows,
  toId,
  selectedIds,
  currentId,
  expansion,
  ...content
}: Props<Row>) => (
  <ul className="border-t border-rule" aria-label={name}>
    {rows === null && <RecordsSkeleton count={skeletonRows} />}
    {rows?.map((row) => {
      const id = toId(row)
      const isCurrent = id === currentId
      const selectedMark = selectedIds.has(id) ? 'selected' : 'none'
      return (
        <li key={id} aria-current={isCurrent || undefined} className={ITEM}>
          <RecordItem row={row} mark={isCurrent ? 'current' : selectedMark} {...content} />
          {expansion?.(row)}
        </li>
      )
    })}
  </ul>
)
