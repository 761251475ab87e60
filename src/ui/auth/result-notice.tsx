import { type ComponentProps, useEffect, useId, useRef } from 'react'

import { Notice } from '#src/ui/parts/notice.tsx'

/**
 * The result of a form. It gets the focus, because the pressed button may be removed. Screen readers
 * read it because of the focus, and not a second time as an alert.
 */
export function ResultNotice(props: ComponentProps<typeof Notice>) {
  const container = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => container.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div
      ref={container}
      role="group"
      aria-labelledby={id}
      className="mb-4 focus-visible:outline-offset-0"
      tabIndex={-1}
    >
      <Notice {...props} announced={false} textId={id} />
    </div>
  )
}
