import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import {
  ANSWER_NOT_SAVED,
  answeredText,
  answerName,
  FINISHED,
  finishedText,
  KEEP,
  NO_REVIEW_ITEMS,
  nextReviewText,
  OPEN_ITEM,
  openUntilText,
  progressText,
  RELEASE,
  REVIEW_COLUMN_TITLES,
  REVIEW_COLUMNS,
  REVIEW_FAILED,
  REVIEW_INTRO,
  REVIEW_OFF,
  REVIEW_ROWS,
  type ReviewState,
  type ReviewView,
  reviewCostText,
  reviewScreenText,
  reviewUseText,
  SEARCH_REVIEW,
  UNDO,
} from '#src/application/imc/reviews/review.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { type ReviewItem, toItemId } from '#src/domain/imc/reviews/review.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'

const { title } = SCREENS.imcReview

/** The decision about a row, with who and when. */
const Answer = ({ item }: { readonly item: ReviewItem }) =>
  item.answer === null ? (
    <span className="text-muted">{OPEN_ITEM}</span>
  ) : (
    <span className="grid">
      <span className={item.answer === 'keep' ? 'text-success' : 'text-danger'}>{answerName(item)}</span>
      <span className="text-xs text-muted">{answeredText(item)}</span>
    </span>
  )

const COLUMNS: readonly ListColumn<ReviewItem>[] = [
  { id: 'fullName', title: REVIEW_COLUMN_TITLES.fullName, isRowHeading: true, cell: ({ fullName }) => fullName },
  { id: 'screen', title: REVIEW_COLUMN_TITLES.screen, cell: reviewScreenText },
  { id: 'code', title: REVIEW_COLUMN_TITLES.code, className: 'max-md:hidden', cell: ({ code }) => code },
  { id: 'monthlyCost', title: REVIEW_COLUMN_TITLES.monthlyCost, className: 'max-md:hidden', cell: reviewCostText },
  { id: 'lastUse', title: REVIEW_COLUMN_TITLES.lastUse, cell: (item) => reviewUseText(item) ?? <Missing /> },
  { id: 'answer', title: REVIEW_COLUMN_TITLES.answer, cell: (item) => <Answer item={item} /> },
]

const toRecord = (item: ReviewItem) => ({
  title: item.fullName,
  detail: (
    <span className="grid gap-0.5">
      <span>
        {reviewScreenText(item)} · {item.code} · {reviewCostText(item)}
      </span>
      {item.isUseReported && (
        <span>
          {REVIEW_COLUMN_TITLES.lastUse}: {reviewUseText(item)}
        </span>
      )}
      <Answer item={item} />
    </span>
  ),
})

/** Moves the focus to the next row: the pressed button disappears with the decision. */
function focusNextRow() {
  const row = document.activeElement?.closest('tr, li')
  row?.nextElementSibling?.querySelector<HTMLElement>('button')?.focus()
}

interface ActionsProps {
  readonly view: ReviewView
  readonly item: ReviewItem
}

/** The decisions of a row. 'Conservar' becomes 'Deshacer' in its place, so that it keeps the focus. */
function Actions({ view, item }: ActionsProps) {
  if (item.answer === 'release') return null
  const rowName = `${item.fullName}, ${reviewScreenText(item)}`
  const isKept = item.answer === 'keep'
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <RowButton rowName={rowName} onPress={() => view.answer(item, isKept ? null : 'keep')}>
        {isKept ? UNDO : KEEP}
      </RowButton>
      {!isKept && (
        <RowButton
          variant="row-danger"
          rowName={rowName}
          onPress={() => {
            focusNextRow()
            view.answer(item, 'release')
          }}
        >
          {RELEASE}
        </RowButton>
      )}
    </span>
  )
}

/** How far the review is, or why there is none. */
function Status({ state: { review, reviewed, all, failure } }: { readonly state: ReviewState }) {
  const isFinished = review?.isOpen === true && all > 0 && reviewed === all
  return (
    <>
      {failure !== null && (
        <div className="mt-4.5">
          <Notice icon="warning" tone="err" lead={ANSWER_NOT_SAVED}>
            {failure}
          </Notice>
        </div>
      )}
      <div className="mt-4.5" role="status">
        {review?.isOpen && !isFinished && (
          <Notice icon="clock" tone="info" lead={`${progressText(reviewed, all)}.`}>
            {review.period && openUntilText(review.period)}
          </Notice>
        )}
        {isFinished && review?.period && (
          <Notice icon="check" tone="ok" lead={FINISHED}>
            {progressText(reviewed, all)}. {finishedText(review.period)}
          </Notice>
        )}
        {review?.period && !review.isOpen && <p>{nextReviewText(review.period)}</p>}
        {review !== null && review.period === null && (
          <Notice icon="info" tone="info" lead={REVIEW_OFF.lead}>
            {REVIEW_OFF.rest} <Link href={SCREENS.imcGovernance.path}>{SCREENS.imcGovernance.title}</Link>
          </Notice>
        )}
      </div>
    </>
  )
}

/** The page of the yearly review: who still needs what (D110). */
export function ReviewScreen() {
  const { createReview } = useImc()
  const { canWrite } = useImcSession()
  const query = useSearch()
  const [view] = useState(() => createReview(query))
  const state = useSelector(view, (snapshot) => snapshot)
  useListAddress(view.list)
  const { rows, review, downloadFailed } = state
  const hasList = review === null || review.isOpen
  return (
    <Main title={title}>
      <ImcHead title={review?.period ? `${title} ${review.period.year}` : title} intro={REVIEW_INTRO} />
      <Status state={state} />
      {hasList && (
        <ListPanel title={title} downloadFailed={downloadFailed}>
          <ListTable
            list={view.list}
            heading={<ListHeading title={title} stale={rows.stale} />}
            caption={title}
            names={REVIEW_ROWS}
            columns={COLUMNS}
            sortableColumns={REVIEW_COLUMNS}
            toId={toItemId}
            toName={({ fullName }) => fullName}
            toRecord={toRecord}
            skeletonRows={10}
            wideActions
            search={SEARCH_REVIEW}
            empty={<Empty {...NO_REVIEW_ITEMS} />}
            failure={toListFailure(rows, REVIEW_FAILED)}
            onDownload={view.download}
            {...(canWrite && { actions: (item: ReviewItem) => <Actions view={view} item={item} /> })}
          />
        </ListPanel>
      )}
    </Main>
  )
}
