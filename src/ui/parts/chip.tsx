import type { ReactNode } from 'react'

/** The drawing of the disc, so that the status is readable without colour. */
export type ChipDisc = 'empty' | 'quarter' | 'half' | 'full' | 'cross' | 'none'

const TONES = {
  accent: 'bg-raised text-accent inset-ring inset-ring-accent',
  plain: 'bg-raised text-ink-soft inset-ring inset-ring-line-strong',
  'outline-warning': 'bg-raised text-warning inset-ring inset-ring-warning-line',
  warning: 'bg-warning-soft text-warning',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  muted: 'bg-same-soft text-muted',
} as const

export type ChipTone = keyof typeof TONES

const RING = 'M5 .75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5'

const FILL_PATHS: Readonly<Record<Exclude<ChipDisc, 'none'>, string>> = {
  empty: '',
  quarter: 'M5 5V.75A4.25 4.25 0 0 1 9.25 5z',
  half: 'M5 .75a4.25 4.25 0 0 1 0 8.5z',
  full: RING,
  cross: '',
}

interface DiscProps {
  readonly disc: Exclude<ChipDisc, 'none'>
  /** Width and height in px. */
  readonly size?: number
  readonly className?: string
}

/** The disc of a status, also the node of a timeline. */
export const StatusDisc = ({ disc, size = 9, className = '' }: DiscProps) => (
  <svg
    className={`flex-none overflow-visible ${className}`}
    width={size}
    height={size}
    viewBox="0 0 10 10"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    {disc === 'cross' ? <path d="m1.5 1.5 7 7m0-7-7 7" /> : <path d={RING} />}
    {FILL_PATHS[disc] !== '' && <path fill="currentColor" stroke="none" d={FILL_PATHS[disc]} />}
  </svg>
)

interface Props {
  readonly tone: ChipTone
  readonly disc: ChipDisc
  readonly children: ReactNode
}

/** The short text of a status. A chip is never a button. */
export const Chip = ({ tone, disc, children }: Props) => (
  <span
    className={`inline-flex h-5.5 items-center gap-1.5 rounded-xs pr-2 pl-1.75 text-xs/none font-570 wdth-table whitespace-nowrap ${TONES[tone]}`}
  >
    {disc !== 'none' && <StatusDisc disc={disc} />}
    {children}
  </span>
)
