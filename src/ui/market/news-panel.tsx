import { memo, type RefObject, useRef, useState } from 'react'
import type { HomeState } from '#src/application/market/home-view.ts'

import { updatedAt } from '#src/application/market/market-messages.ts'
import { excerpt, type NewsItem } from '#src/domain/quotes/news.ts'
import { formatLongDate, formatShortClock } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import { formatFeedAge } from '#src/ui/market/feed-age.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** Number of news items on the home; the first one is large. */
const ITEM_COUNT = 5
const SLOTS = ['1', '2', '3', '4', '5'] as const

const NewsSkeleton = () => (
  <div className="news-grid">
    {SLOTS.map((slot) => (
      <article key={slot} className="grid content-start gap-3">
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

/** Links to the full text at its source; without a source it opens a dialog (D20). */
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

interface ReaderProps {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly item: NewsItem | null
}

/** A dialog with the full text of a news item. */
const Reader = ({ dialog, item }: ReaderProps) => (
  <dialog ref={dialog} className="reader" aria-label={item?.headline ?? 'Noticia'} closedby="any">
    <div className="reader-head">
      <div>
        <h2>{item?.headline}</h2>
        {item && item.time !== null && (
          <p className="meta mt-1">
            {formatLongDate(toDate(item.time))}, {formatShortClock(item.time)}
          </p>
        )}
      </div>
      <button type="button" className="btn txt square" aria-label="Cerrar" onClick={() => dialog.current?.close()}>
        <Icon name="close" large />
      </button>
    </div>
    <p className="reader-text">{item?.body}</p>
  </dialog>
)

interface Props extends Pick<HomeState, 'news' | 'feeds' | 'status'> {
  /** Whether an item links to its source. Items of the dashboard open in a dialog (§3, D20). */
  readonly linked: boolean
}

/** The latest news; the first item is the newest and the largest. */
export const NewsPanel = memo(({ news, feeds, status, linked }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [openItem, setOpenItem] = useState<NewsItem | null>(null)
  const read = (item: NewsItem) => {
    setOpenItem(item)
    dialog.current?.showModal()
  }
  return (
    <Panel
      name="Noticias"
      className="mt-11 offscreen-400 max-sm:offscreen-840 xl:offscreen-248"
      data="news"
      meta={
        formatFeedAge(feeds, 'news', status.today) ??
        (news.receivedAt !== null && updatedAt(formatShortClock(news.receivedAt)))
      }
      busy={isBusy(news)}
      stale={isStale(news)}
    >
      <ResourceView resource={news} failureTitle="No pudimos consultar las noticias" skeleton={<NewsSkeleton />}>
        {(items) =>
          items.length === 0 ? (
            <p className="blank meta">Sin noticias por ahora.</p>
          ) : (
            <div className="news-grid">
              {items.slice(0, ITEM_COUNT).map((item) => (
                <Article key={item.id} item={linked ? item : { ...item, link: null }} onRead={() => read(item)} />
              ))}
            </div>
          )
        }
      </ResourceView>
      <Reader dialog={dialog} item={openItem} />
    </Panel>
  )
})
