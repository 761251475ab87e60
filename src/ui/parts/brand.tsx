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
    className={compact ? 'brand brand-compact' : 'brand'}
    href={SCREENS.home.path}
    aria-label={area === undefined ? 'Mercado Dólar, inicio' : `Mercado Dólar ${area}, inicio`}
  >
    <svg viewBox="0 0 26 26" aria-hidden="true">
      <path d="M12 0h2v26h-2zM4 4h8v8H4zM14 4h8v3h-8zM4 19h8v3H4z" />
      <path className="brand-tone" d="M14 14h8v8h-8z" />
    </svg>
    <span>
      Mercado <b>Dólar</b>
    </span>
    {area !== undefined && ' '}
    {area !== undefined && <span className="brand-area">{area}</span>}
  </Link>
)
