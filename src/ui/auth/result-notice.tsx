import { type ComponentProps, useEffect, useRef } from 'react'

import { Notice } from '#src/ui/parts/notice.tsx'

/** The result of a form. It gets the focus, because the pressed button may be removed. */
export function ResultNotice(props: ComponentProps<typeof Notice>) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} className="mb-4 focus-visible:outline-offset-0" tabIndex={-1}>
      <Notice {...props} />
    </div>
  )
}
