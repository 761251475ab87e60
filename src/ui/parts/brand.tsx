import { Link } from 'wouter'

import { SCREENS } from '#src/application/navigation/screens.ts'

interface Props {
  /** The brand is smaller on the narrowest phones. */
  readonly compact?: boolean
  /** The name of the area, after the wordmark. */
  readonly area?: string
}

/** The mark and the wordmark, as a link to the home. */
export const Brand = ({ compact = false, area }: Props) => (
  <Link
    className={`inline-flex items-center gap-2.5 text-[19px] leading-none font-450 font-stretch-82% tracking-[-.004em] whitespace-nowrap text-ink no-underline pointer-coarse:min-h-11 ${compact ? 'max-[360px]:gap-1.75 max-[360px]:text-[16px]' : ''}`}
    href={SCREENS.home.path}
    aria-label={area === undefined ? 'Mercado Dólar, inicio' : `Mercado Dólar ${area}, inicio`}
  >
    <svg className="fill-ink" width={26} height={26} viewBox="0 0 26 26" aria-hidden="true">
      <path d="M12 0h2v26h-2zM4 4h8v8H4zM14 4h8v3h-8zM4 19h8v3H4z" />
      <path className="fill-accent" d="M14 14h8v8h-8z" />
    </svg>
    <span>
      Mercado <b>Dólar</b>
    </span>
    {area !== undefined && ' '}
    {area !== undefined && (
      <span className="rounded-xs border border-line-strong px-1.25 py-0.75 text-[11px] font-650 wdth-text tracking-[.04em] text-ink-soft">
        {area}
      </span>
    )}
  </Link>
)
