import { DIRECTION_WORDS, NO_DATA } from '#src/application/market/market-messages.ts'
import { MISSING, splitPrice } from '#src/domain/money.ts'
import type { Direction } from '#src/domain/trading/market.ts'
import { useFlash } from '#src/ui/parts/use-flash.ts'

/** Shown for an unknown value (D4). */
export const Missing = () => (
  <span className="fig-none" role="img" aria-label={NO_DATA}>
    {MISSING}
  </span>
)

interface FigureProps {
  /** The number that is shown. A change of the number flashes the background. */
  readonly value: number | null
  readonly size: 'sm' | 'md' | 'lg'
}

/** A price in pesos with a muted currency sign; the largest size has smaller decimals. */
export function Price({ value, size }: FigureProps) {
  const flash = useFlash(value)
  const parts = splitPrice(value)
  return (
    <span className={`fig ${size}`}>
      {parts ? (
        <span key={flash.count} {...flash.props}>
          <span className="fig-currency">$</span>
          {parts.whole}
          <span className="fig-decimals">{parts.decimals}</span>
        </span>
      ) : (
        <Missing />
      )}
    </span>
  )
}

interface QuantityProps extends FigureProps {
  readonly format: (value: number | null) => string
  readonly unit?: string
}

/** A number of dollars or deals, followed by its unit in small text. */
export function Quantity({ value, size, format, unit }: QuantityProps) {
  const flash = useFlash(value)
  const text = format(value)
  if (text === MISSING) return <Missing />
  return (
    <span className={`fig ${size}`}>
      <span key={flash.count} {...flash.props}>
        {text}
        {unit && <span className="fig-unit">{unit}</span>}
      </span>
    </span>
  )
}

const ARROWS: Readonly<Record<Direction, string>> = {
  UP: 'M5 1 9.5 9h-9z',
  DOWN: 'M5 9 .5 1h9z',
  SAME: 'M.5 3.8h9v2.4h-9z',
}
const TONES: Readonly<Record<Direction, string>> = { UP: 'up', DOWN: 'down', SAME: 'same' }
const SPOKEN_WORDS: Readonly<Record<Direction, string>> = { UP: 'sube ', DOWN: 'baja ', SAME: 'sin cambio ' }

const Arrow = ({ direction }: { readonly direction: Direction }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true">
    <path d={ARROWS[direction]} />
  </svg>
)

/** The arrow and the word of a direction, without a number. */
export const DirectionWord = ({ direction }: { readonly direction: Direction }) => (
  <span className={`chg word ${TONES[direction]}`}>
    <Arrow direction={direction} />
    {DIRECTION_WORDS[direction]}
  </span>
)

/** The arrow of a direction, next to a price. Only screen readers get the word. */
export const DirectionMark = ({ direction }: { readonly direction: Direction }) => (
  <span className={`chg ${TONES[direction]}`}>
    <Arrow direction={direction} />
    <span className="sr-only">{SPOKEN_WORDS[direction]}</span>
  </span>
)

/** Returns the direction of a formatted change. A change that rounds to zero has no sign. */
function findDirection(text: string): Direction {
  if (text.startsWith('+')) return 'UP'
  return text.startsWith('\u2212') ? 'DOWN' : 'SAME'
}

interface ChangeProps {
  /** Formatted with its sign: `+0,82%`. */
  readonly text: string
  /** A second, lighter form in brackets: `(+0,28%)`. */
  readonly aside?: string
}

/** A change: arrow, sign and number. */
export function Change({ text, aside }: ChangeProps) {
  if (text === MISSING) return <Missing />
  const direction = findDirection(text)
  return (
    <span className={`chg ${TONES[direction]}`}>
      <Arrow direction={direction} />
      <span className="sr-only">{SPOKEN_WORDS[direction]}</span>
      {text}
      {aside && <span className="chg-second">{aside}</span>}
    </span>
  )
}
