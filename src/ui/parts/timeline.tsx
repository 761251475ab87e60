import type { ReactNode } from 'react'

import { type ChipDisc, StatusDisc } from '#src/ui/parts/chip.tsx'

export interface TimelineStep {
  readonly id: string
  readonly title: string
  /** A settled request ends with `good` or `bad`; an open request has a `current` step. */
  readonly state: 'done' | 'current' | 'pending' | 'good' | 'bad'
  readonly disc: Exclude<ChipDisc, 'none'>
  /** Time of the step: the visible text and the machine-readable instant. */
  readonly time?: { readonly text: string; readonly iso: string } | null
  readonly detail?: ReactNode
  /** The reason why the request was refused. */
  readonly reason?: ReactNode
}

interface Props {
  readonly name: string
  readonly steps: readonly TimelineStep[]
}

const DISC_COLORS = {
  done: 'text-ink',
  current: 'text-warning',
  pending: 'text-muted',
  good: 'text-success',
  bad: 'text-danger',
} as const

/** The steps of a request: reached steps with their time, and pending steps. */
export const Timeline = ({ name, steps }: Props) => (
  <ol aria-label={name}>
    {steps.map(({ id, title, state, disc, time, detail, reason }, index) => (
      <li
        key={id}
        className={`relative grid grid-cols-[14px_1fr] gap-x-3 gap-y-px pb-5 text-sm not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-[6.5px] not-last:before:border-l not-last:before:content-[''] last:pb-0 ${steps[index + 1]?.state === 'pending' ? 'not-last:before:border-dashed not-last:before:border-line-strong' : 'not-last:before:border-ink-soft'}`}
        aria-current={state === 'current' ? 'step' : undefined}
      >
        <StatusDisc disc={disc} size={14} className={`mt-0.75 ${DISC_COLORS[state]}`} />
        <div>
          <h3
            className={`text-sm tracking-normal wdth-text ${state === 'pending' ? 'font-500 text-muted' : 'font-600'}`}
          >
            {title}
          </h3>
          {state === 'pending' && <span className="sr-only">Pendiente</span>}
          {time && (
            <time className="block text-xs text-muted" dateTime={time.iso}>
              {time.text}
            </time>
          )}
          {detail && <p className="mt-0.75 wrap-anywhere text-ink-soft">{detail}</p>}
          {reason && (
            <div className="mt-2 border-l-3 border-danger bg-danger-soft px-3 py-2">
              <b className="block">Motivo</b>
              <p className="wrap-anywhere">{reason}</p>
            </div>
          )}
        </div>
      </li>
    ))}
  </ol>
)
