import { memo, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { HomeState } from '#src/application/market/home.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { updatedAtText } from '#src/application/platform/failure-messages.ts'
import { excerpt, type NewsItem } from '#src/domain/quotes/news.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { Button, IconButton } from '#src/ui/parts/button.tsx'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** Number of items that the collapsed list shows; the first item is the largest. */
const COLLAPSED_COUNT = 5
/** The items beside the first one if the page is wide. */
const TOP_COUNT = 3

const toRank = (index: number) => {
  if (index === 0) return 'first'
  return index < TOP_COUNT ? 'top' : 'other'
}
type Rank = ReturnType<typeof toRank>

/** On a wide page the items stand in one row if their panel is wide too: on a desk it may be narrow. */
const IN_ROW = 'wide:@min-[1150px]:border-t-0 wide:@min-[1150px]:pt-0'
const PLACES: Readonly<Record<Rank, string>> = {
  first: 'sm:max-md:col-span-full md:max-wide:row-span-2 wide:@min-[1150px]:col-span-2',
  top: `border-t border-line pt-4 md:max-wide:border-t-0 md:max-wide:pt-0 ${IN_ROW}`,
  other: `border-t border-line pt-4 ${IN_ROW}`,
}
const SKELETON_KEYS = Array.from({ length: COLLAPSED_COUNT }, (_, i) => `${i}`)

/** One column on a phone, two from 600 px with the first item above, three from 970 px, a row on wide pages. */
const NewsGrid = ({ children }: { readonly children: ReactNode }) => (
  <div className="@container">
    <div className="grid grid-cols-1 gap-x-grid gap-y-5 sm:grid-cols-2 md:grid-cols-3 wide:grid-cols-1 wide:@min-[1150px]:grid-cols-6">
      {children}
    </div>
  </div>
)

const NewsSkeleton = () => (
  <NewsGrid>
    {SKELETON_KEYS.map((key, index) => (
      <article key={key} className={`grid content-start gap-3 ${PLACES[toRank(index)]}`}>
        <Skeleton width="w-3/4" height="h-4.5" />
        <Skeleton width="w-full" />
        <Skeleton width="w-full" />
        <Skeleton width="w-40" />
      </article>
    ))}
  </NewsGrid>
)

interface ReadMoreProps {
  readonly item: NewsItem
  readonly onRead: () => void
}

/** On a touch screen the area of the link is larger than its text. */
const READ_MORE =
  "whitespace-nowrap text-accent underline decoration-1 underline-offset-3 hover:text-accent-hover pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3.5 pointer-coarse:after:content-[''] print:hidden"

/** A link to the item's source, or a button that opens a dialog if the item has no link (D20). */
function ReadMore({ item, onRead }: ReadMoreProps) {
  const label = `Leer mas... ${item.headline}`
  return item.link === null ? (
    <button type="button" className={READ_MORE} aria-label={label} aria-haspopup="dialog" onClick={onRead}>
      Leer mas...
    </button>
  ) : (
    <a className={READ_MORE} href={item.link} target="_blank" rel="noopener" aria-label={label}>
      Leer mas...
    </a>
  )
}

interface ArticleProps extends ReadMoreProps {
  readonly rank: Rank
}

/** An item of the news. Long words of a provider must not widen the page (D72). */
function Article({ item, rank, onRead }: ArticleProps) {
  const { text, cut } = excerpt(item.body)
  const isFirst = rank === 'first'
  return (
    <article className={`min-w-0 wrap-anywhere print:break-inside-avoid ${PLACES[rank]}`}>
      <h3
        className={`text-pretty ${isFirst ? 'text-[clamp(1.375rem,1rem+1vw,1.75rem)]/[1.15] font-stretch-84%' : 'text-base/[1.35]'}`}
      >
        {item.headline}
      </h3>
      <p className={`text-ink-soft ${isFirst ? 'mt-2 max-w-[70ch] text-base/[1.55]' : 'mt-1.25 text-sm/[1.5]'}`}>
        {text}
        {cut && '…'} <ReadMore item={item} onRead={onRead} />
      </p>
    </article>
  )
}

interface NewsItemDialogProps {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly item: NewsItem | null
}

/** A dialog with the full text of a news item. */
const NewsItemDialog = ({ dialog, item }: NewsItemDialogProps) => (
  <dialog
    ref={dialog}
    className="mx-auto mt-10 mb-auto max-h-[calc(100dvh-80px)] w-[min(640px,100%-48px)] rounded-md bg-raised text-ink shadow-dialog wrap-anywhere open:animate-rise max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none"
    aria-label={item?.headline ?? 'Noticia'}
    closedby="any"
  >
    <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3.5 max-sm:px-4 max-sm:pt-3.5 max-sm:pb-2">
      <div className="min-w-0">
        <h2>{item?.headline}</h2>
        {item && item.time !== null && (
          <p className="text-xs text-muted mt-1">
            {formatLongDate(toDate(item.time))}, {formatShortClock(item.time)}
          </p>
        )}
      </div>
      <IconButton
        variant="text"
        label="Cerrar"
        icon="close"
        className="-mt-1.5 -mr-2.5 flex-none"
        onClick={() => dialog.current?.close()}
      />
    </div>
    <p className="px-6 pb-7 whitespace-pre-line max-sm:px-4 max-sm:pb-6">{item?.body}</p>
  </dialog>
)

interface NewsListProps {
  readonly items: readonly NewsItem[]
  readonly onRead: (item: NewsItem) => void
}

/**
 * The whole list. Its last items follow the button that shows them, so that the button and the text
 * above it stay where the user reads.
 */
function NewsList({ items, onRead }: NewsListProps) {
  const moreId = useId()
  const [isExpanded, setExpanded] = useState(false)
  const more = items.slice(COLLAPSED_COUNT)
  const toArticle = (item: NewsItem, rank: Rank) => (
    <Article key={item.id} rank={rank} item={item} onRead={() => onRead(item)} />
  )
  return (
    <>
      <NewsGrid>{items.slice(0, COLLAPSED_COUNT).map((item, index) => toArticle(item, toRank(index)))}</NewsGrid>
      {more.length > 0 && (
        <>
          <Button
            variant="secondary"
            className="mt-5 max-sm:w-full"
            aria-expanded={isExpanded}
            aria-controls={moreId}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Ver menos noticias' : 'Ver más noticias'}
          </Button>
          <div id={moreId} className="mt-5 empty:hidden">
            {isExpanded && <NewsGrid>{more.map((item) => toArticle(item, 'other'))}</NewsGrid>}
          </div>
        </>
      )}
    </>
  )
}

interface Props extends Pick<HomeState, 'news' | 'feeds' | 'status'> {
  /** True if items link to their source; otherwise they open in a dialog (§3, D20). */
  readonly hasSourceLinks: boolean
}

/** The latest news; the first item is the newest and the largest. */
export const NewsPanel = memo(({ news, feeds, status, hasSourceLinks }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [currentItem, setCurrentItem] = useState<NewsItem | null>(null)
  const openReader = (item: NewsItem) => {
    setCurrentItem(item)
    dialog.current?.showModal()
  }
  return (
    <Panel
      name="Noticias"
      className="mt-11 wide:mt-10 lazy-layout-460 max-sm:lazy-layout-904 xl:lazy-layout-308"
      simulatedKind="news"
      meta={
        formatLateDataTime(feeds, 'news', status.today) ??
        (news.receivedAt !== null && updatedAtText(formatShortClock(news.receivedAt)))
      }
      busy={isBusy(news)}
      stale={news.stale}
    >
      <ResourceView resource={news} failureTitle="No pudimos consultar las noticias" skeleton={<NewsSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyLine text="Sin noticias por ahora." />
          ) : (
            <NewsList
              items={hasSourceLinks ? items : items.map((item) => ({ ...item, link: null }))}
              onRead={openReader}
            />
          )
        }
      </ResourceView>
      <NewsItemDialog dialog={dialog} item={currentItem} />
    </Panel>
  )
})
