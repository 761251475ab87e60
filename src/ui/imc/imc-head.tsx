import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { MISSING } from '#src/domain/money.ts'
import { CurrencySign, Figure, Missing, Unit } from '#src/ui/parts/figures.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface ImcFigure {
  readonly name: string
  /** The formatted figure; null while it loads. */
  readonly text: string | null
  readonly isPesos?: boolean
  readonly unit?: string
}

function renderFigure({ text, isPesos, unit }: ImcFigure): ReactNode {
  if (text === null) return <Skeleton width="w-16" height="h-4.5" />
  if (text === MISSING) return <Missing />
  return (
    <>
      {isPesos && <CurrencySign />}
      {text}
      {unit && <Unit text={unit} />}
    </>
  )
}

/** The totals of a screen, side by side below its header. */
export const ImcFigures = ({ figures }: { readonly figures: readonly ImcFigure[] }) => (
  <dl className="mt-5 grid grid-cols-4 gap-x-grid gap-y-3.5 border-t-2 border-b border-t-rule border-b-line pt-3 pb-3.5 max-[720px]:grid-cols-2 max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]">
    {figures.map((figure) => (
      <div key={figure.name}>
        <dt className="mb-1 text-sm text-muted">{figure.name}</dt>
        <Figure as="dd" size="sm" wraps>
          {renderFigure(figure)}
        </Figure>
      </div>
    ))}
  </dl>
)

/** A link to a parent screen. */
interface Crumb {
  readonly text: string
  readonly href: string
}

interface Props {
  readonly title: string
  /** One line under the title. */
  readonly intro?: ReactNode
  readonly crumbs?: readonly Crumb[]
  /** The name of this screen in the breadcrumbs. */
  readonly current?: string
  /** The main action of the screen, at the right. */
  readonly action?: ReactNode
}

const Separator = () => (
  <svg className="size-2.5" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d="m6 3 5 5-5 5" />
  </svg>
)

/** The page header of a back-office screen: breadcrumbs, title and main action. */
export const ImcHead = ({ title, intro, crumbs = [], current, action }: Props) => (
  <div className="pt-6.5 max-sm:pt-4">
    {crumbs.length > 0 && (
      <nav className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm/6 text-muted" aria-label="Ruta">
        {crumbs.map(({ text, href }) => (
          <Fragment key={href}>
            <Link className="text-ink-soft" href={href}>
              {text}
            </Link>
            <Separator />
          </Fragment>
        ))}
        <span aria-current="page">{current}</span>
      </nav>
    )}
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1>{title}</h1>
        {intro && <p className="mt-0.75 wrap-anywhere text-ink-soft">{intro}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">{action}</div>}
    </div>
  </div>
)
