import type { ComponentProps, ReactNode } from 'react'

import { DIRECTION_WORDS, NO_DATA } from '#src/application/market/market-messages.ts'
import { MISSING, splitPrice } from '#src/domain/money.ts'
import type { Direction } from '#src/domain/trading/market.ts'
import { useFlash } from '#src/ui/parts/use-flash.ts'

const SIZES = {
  sm: 'text-figure-sm',
  md: 'text-figure-md',
  lg: 'block text-figure-lg',
  xl: 'text-figure-xl',
  /** The caller sets the size. */
  custom: 'tracking-figure',
} as const

interface FigureProps extends Pick<ComponentProps<'span'>, 'className' | 'children'> {
  readonly size: keyof typeof SIZES
  readonly as?: 'span' | 'p' | 'dd'
  /** Large text may take two lines. */
  readonly wraps?: boolean
}

/** The type of a price, an amount or a total. */
export const Figure = ({ as: Tag = 'span', size, wraps = false, className = '', children }: FigureProps) => (
  <Tag className={`font-600 wdth-figure ${wraps ? '' : 'whitespace-nowrap'} ${SIZES[size]} ${className}`}>
    {children}
  </Tag>
)

/** The heading of one figure. A mark in it has its own space. */
export const FigureTitle = ({ children }: { readonly children: ReactNode }) => (
  <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-550 wdth-text tracking-normal text-ink-soft">
    {children}
  </h2>
)

/** Shown for an unknown value (D4). */
export const Missing = ({ className = '' }: { readonly className?: string }) => (
  <span className={`font-400 text-muted ${className}`} role="img" aria-label={NO_DATA}>
    {MISSING}
  </span>
)

/** The muted symbol before an amount of pesos. */
export const CurrencySign = () => <span className="mr-[.14em] font-400 text-muted">$</span>

/** The symbol before the largest figure, at the height of its digits. */
const RaisedCurrencySign = () => (
  <span className="mr-[.12em] align-[.82em] text-[.42em] font-400 tracking-normal text-muted">$</span>
)

/** The small unit after a figure. */
export const Unit = ({ text }: { readonly text: string }) => (
  <span className="ml-[.3em] text-[.58em] font-450 tracking-normal text-muted">{text}</span>
)

interface PriceProps {
  /** The number that is shown. A change of the number flashes the background. */
  readonly value: number | null
  readonly size: 'sm' | 'md' | 'lg'
}

/** A price in pesos with a muted currency sign; the largest size has smaller decimals. */
export function Price({ value, size }: PriceProps) {
  const flash = useFlash(value)
  const parts = splitPrice(value)
  const isLarge = size === 'lg'
  return (
    <Figure size={size}>
      {parts ? (
        <span key={flash.count} className={flash.className}>
          {isLarge ? <RaisedCurrencySign /> : <CurrencySign />}
          {parts.whole}
          <span className={isLarge ? 'text-[.58em] font-560 tracking-[-.01em]' : ''}>{parts.decimals}</span>
        </span>
      ) : (
        <Missing className={isLarge ? 'text-[.5em]' : ''} />
      )}
    </Figure>
  )
}

interface QuantityProps extends PriceProps {
  readonly format: (value: number | null) => string
  readonly unit?: string
}

/** A number of dollars or deals, followed by its unit in small text. */
export function Quantity({ value, size, format, unit }: QuantityProps) {
  const flash = useFlash(value)
  const text = format(value)
  if (text === MISSING) return <Missing />
  return (
    <Figure size={size}>
      <span key={flash.count} className={flash.className}>
        {text}
        {unit && <Unit text={unit} />}
      </span>
    </Figure>
  )
}

const ARROWS: Readonly<Record<Direction, string>> = {
  UP: 'M5 1 9.5 9h-9z',
  DOWN: 'M5 9 .5 1h9z',
  SAME: 'M.5 3.8h9v2.4h-9z',
}
const TONES: Readonly<Record<Direction, string>> = { UP: 'text-up', DOWN: 'text-down', SAME: 'text-same' }
const SPOKEN_WORDS: Readonly<Record<Direction, string>> = { UP: 'sube ', DOWN: 'baja ', SAME: 'sin cambio ' }

const Arrow = ({ direction }: { readonly direction: Direction }) => (
  <svg
    className="flex-none self-center"
    width={9}
    height={9}
    viewBox="0 0 10 10"
    fill="currentColor"
    aria-hidden="true"
  >
    <path d={ARROWS[direction]} />
  </svg>
)

/** The arrow and the word of a direction, without a number. */
export const DirectionWord = ({ direction }: { readonly direction: Direction }) => (
  <span
    className={`inline-flex items-baseline gap-1.25 text-xs font-550 wdth-table whitespace-nowrap ${TONES[direction]}`}
  >
    <Arrow direction={direction} />
    {DIRECTION_WORDS[direction]}
  </span>
)

/** The arrow of a direction, next to a price. Only screen readers get the word. */
export const DirectionMark = ({ direction }: { readonly direction: Direction }) => (
  <span className={`inline-flex items-baseline ${TONES[direction]}`}>
    <Arrow direction={direction} />
    <span className="sr-only">{SPOKEN_WORDS[direction]}</span>
  </span>
)

interface ChangeProps {
  /** Formatted with its sign: `+0,82%`. */
  readonly text: string
  readonly direction: Direction
  /** A second, lighter form in brackets: `(+0,28%)`. */
  readonly aside?: string
  /** A table has lighter figures. */
  readonly isInTable?: boolean
}

/** A change: arrow, sign and number. */
export function Change({ text, direction, aside, isInTable = false }: ChangeProps) {
  if (text === MISSING) return <Missing />
  return (
    <span
      className={`inline-flex items-baseline gap-1.25 whitespace-nowrap ${isInTable ? 'font-550' : 'font-600'} ${TONES[direction]}`}
    >
      <Arrow direction={direction} />
      <span className="sr-only">{SPOKEN_WORDS[direction]}</span>
      {text}
      {aside && <span className="font-450">{aside}</span>}
    </span>
  )
}
