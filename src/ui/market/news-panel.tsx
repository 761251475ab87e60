import { memo, type RefObject, useRef, useState } from 'react'
import type { HomeState } from '#src/application/market/home.ts'
import { formatLateDataTime } from '#src/application/market/late-data-time.ts'
import { updatedAtText } from '#src/application/platform/failure-messages.ts'
import { excerpt, type NewsItem } from '#src/domain/quotes/news.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { IconButton } from '#src/ui/parts/button.tsx'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** Number of news items; the first item is the largest. */
const ITEM_COUNT = 5
const SKELETON_KEYS = Array.from({ length: ITEM_COUNT }, (_, i) => `${i}`)

const NewsSkeleton = () => (
  <div className="news-grid">
    {SKELETON_KEYS.map((key) => (
      <article key={key} className="grid content-start gap-3">
        <Skeleton width="w-3/4" height="h-4.5" />
        <Skeleton width="w-full" />
        <Skeleton width="w-full" />
        <Skeleton width="w-40" />
      </article>
    ))}
  </div>
)

interface ArticleProps {
  readonly item: NewsItem
  readonly onRead: () => void
}

/** A link to the item's source, or a button that opens a dialog if the item has no link (D20). */
function ReadMore({ item, onRead }: ArticleProps) {
  const label = `Leer mas... ${item.headline}`
  return item.link === null ? (
    <button type="button" aria-label={label} aria-haspopup="dialog" onClick={onRead}>
      Leer mas...
    </button>
  ) : (
    <a href={item.link} target="_blank" rel="noopener" aria-label={label}>
      Leer mas...
    </a>
  )
}

function Article({ item, onRead }: ArticleProps) {
  const { text, cut } = excerpt(item.body)
  return (
    <article>
      <h3>{item.headline}</h3>
      <p>
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
  <dialog ref={dialog} className="reader" aria-label={item?.headline ?? 'Noticia'} closedby="any">
    <div className="reader-head">
      <div>
        <h2>{item?.headline}</h2>
        {item && item.time !== null && (
          <p className="text-xs text-muted mt-1">
            {formatLongDate(toDate(item.time))}, {formatShortClock(item.time)}
          </p>
        )}
      </div>
      <IconButton variant="text" label="Cerrar" icon="close" onClick={() => dialog.current?.close()} />
    </div>
    <p className="reader-text">{item?.body}</p>
  </dialog>
)

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
      className="mt-11 lazy-layout-400 max-sm:lazy-layout-840 xl:lazy-layout-248"
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
            <div className="news-grid">
              {items.slice(0, ITEM_COUNT).map((item) => (
                <Article
                  key={item.id}
                  item={hasSourceLinks ? item : { ...item, link: null }}
                  onRead={() => openReader(item)}
                />
              ))}
            </div>
          )
        }
      </ResourceView>
      <NewsItemDialog dialog={dialog} item={currentItem} />
    </Panel>
  )
})
