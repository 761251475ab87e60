import type { ComponentProps, ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

const TONES = {
  info: { box: 'border-accent bg-accent-soft', icon: '', lead: '' },
  warn: { box: 'border-warning-line bg-warning-soft', icon: 'text-warning', lead: '' },
  err: { box: 'border-danger bg-danger-soft', icon: 'text-danger', lead: 'block' },
  ok: { box: 'border-success bg-success-soft', icon: 'text-success', lead: 'block' },
} as const

interface Props {
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly tone: keyof typeof TONES
  /** The first words, in bold. */
  readonly lead: string
  readonly children?: ReactNode
  /** The buttons, at the right. On a phone, two or more buttons are below the text. */
  readonly action?: ReactNode
  /**
   * False for an error that screen readers read without an alert: the focus moves to it or to a
   * control that it describes, or it is in a live region.
   */
  readonly announced?: boolean
  /** Id of the text, for an element that the text names. */
  readonly textId?: string
}

/**
 * A message that is visible until its cause ends. An error is an alert. Other messages belong in an
 * element with `role="status"` that exists before them: screen readers often ignore one that is
 * inserted together with its text.
 */
export const Notice = ({ icon, tone, lead, children, action, announced = true, textId }: Props) => (
  <div
    className={`grid grid-cols-[16px_1fr_auto] items-start gap-x-2.5 gap-y-0.5 border-l-3 px-3.5 py-2.75 text-sm ${TONES[tone].box}`}
    role={announced && tone === 'err' ? 'alert' : undefined}
  >
    <Icon name={icon} className={`mt-0.5 ${TONES[tone].icon}`} />
    <p id={textId}>
      <b className={TONES[tone].lead}>{lead}</b> {children}
    </p>
    {action && (
      <div className="col-3 flex flex-wrap gap-2 self-center max-sm:has-[>*+*]:col-2 max-sm:has-[>*+*]:pt-2 max-sm:has-[>*+*]:pb-0.5">
        {action}
      </div>
    )}
  </div>
)
