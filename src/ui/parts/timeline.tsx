import type { ReactNode } from 'react'

import { type ChipDisc, StatusDisc } from '#src/ui/parts/chip.tsx'
import '#src/ui/styles/timeline.css'

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

/** The steps of a request: reached steps with their time, and pending steps. */
export const Timeline = ({ name, steps }: Props) => (
  <ol className="timeline" aria-label={name}>
    {steps.map(({ id, title, state, disc, time, detail, reason }) => (
      <li key={id} className={`timeline-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
        <StatusDisc disc={disc} />
        <div>
          <h3>{title}</h3>
          {state === 'pending' && <span className="sr-only">Pendiente</span>}
          {time && <time dateTime={time.iso}>{time.text}</time>}
          {detail && <p>{detail}</p>}
          {reason && (
            <div className="timeline-reason">
              <b>Motivo</b>
              <p>{reason}</p>
            </div>
          )}
        </div>
      </li>
    ))}
  </ol>
)
