import type { ReactNode } from 'react'
import '#src/ui/styles/chip.css'

/** The drawing of the disc, so that the status is readable without colour. */
export type ChipDisc = 'empty' | 'quarter' | 'half' | 'full' | 'cross' | 'none'
export type ChipTone = 'accent' | 'plain' | 'outline-warning' | 'warning' | 'success' | 'danger' | 'muted'

const RING = 'M5 .75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5'

const FILL_PATHS: Readonly<Record<Exclude<ChipDisc, 'none'>, string>> = {
  empty: '',
  quarter: 'M5 5V.75A4.25 4.25 0 0 1 9.25 5z',
  half: 'M5 .75a4.25 4.25 0 0 1 0 8.5z',
  full: RING,
  cross: '',
}

/** The disc of a status, also the node of a timeline. */
export const StatusDisc = ({ disc }: { readonly disc: Exclude<ChipDisc, 'none'> }) => (
  <svg className="chip-disc" viewBox="0 0 10 10" aria-hidden="true">
    {disc === 'cross' ? <path d="m1.5 1.5 7 7m0-7-7 7" /> : <path d={RING} />}
    {FILL_PATHS[disc] !== '' && <path className="chip-fill" d={FILL_PATHS[disc]} />}
  </svg>
)

interface Props {
  readonly tone: ChipTone
  readonly disc: ChipDisc
  readonly children: ReactNode
}

/** The short text of a status. A chip is never a button. */
export const Chip = ({ tone, disc, children }: Props) => (
  <span className={`chip chip-${tone}`}>
    {disc !== 'none' && <StatusDisc disc={disc} />}
    {children}
  </span>
)
