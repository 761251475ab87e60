import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly intro: string
  readonly className?: string
  /** Facts such as the day, beside the title if the page is wide. */
  readonly children: ReactNode
}

/** The title of a screen and what the screen shows. */
export const ScreenHead = ({ title, intro, className = '', children }: Props) => (
  <div className={`grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto] md:items-end ${className}`}>
    <div>
      <h1>{title}</h1>
      <p className="mt-1 max-w-[72ch] text-ink-soft">{intro}</p>
    </div>
    {children}
  </div>
)
