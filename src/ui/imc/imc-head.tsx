import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import '#src/ui/styles/imc-figures.css'
import '#src/ui/styles/imc-head.css'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { MISSING } from '#src/domain/money.ts'
import { CurrencySign, Figure, Missing, Unit } from '#src/ui/parts/figures.tsx'

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
  <dl className="imc-figures">
    {figures.map((figure) => (
      <div key={figure.name}>
        <dt>{figure.name}</dt>
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
  <svg className="imc-head-step" viewBox="0 0 16 16" aria-hidden="true">
    <path d="m6 3 5 5-5 5" />
  </svg>
)

/** The page header of a back-office screen: breadcrumbs, title and main action. */
export const ImcHead = ({ title, intro, crumbs = [], current, action }: Props) => (
  <div className="imc-head">
    {crumbs.length > 0 && (
      <nav className="imc-head-crumbs" aria-label="Ruta">
        {crumbs.map(({ text, href }) => (
          <Fragment key={href}>
            <Link href={href}>{text}</Link>
            <Separator />
          </Fragment>
        ))}
        <span aria-current="page">{current}</span>
      </nav>
    )}
    <div className="imc-head-title">
      <div>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      {action && <div className="imc-head-action">{action}</div>}
    </div>
  </div>
)
