import type { ComponentProps, ReactNode } from 'react'

import { Notice } from '#src/ui/parts/notice.tsx'

interface Props extends ComponentProps<typeof Notice> {
  /** The buttons, at the right. */
  readonly action?: ReactNode
}

/**
 * A notice over the bottom of the page. It is in view at every scroll position and moves no content.
 * The space below it is for toasts. On paper it is a part of the page.
 */
export const PinnedNotice = (props: Props) => (
  <div className="pinned-notice fixed bottom-20 left-(--md-gutter) z-(--md-z-header) max-w-[min(640px,calc(100%-2*var(--md-gutter)))] shadow-menu print:static print:max-w-none print:shadow-none">
    <Notice {...props} />
  </div>
)
