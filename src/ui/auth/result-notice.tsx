import { type ComponentProps, useEffect, useRef } from 'react'

import { Notice } from '#src/ui/parts/notice.tsx'

/** What came of a try. The button that was pressed may be gone, so the focus comes here. */
export function ResultNotice(props: ComponentProps<typeof Notice>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} className="verdict" tabIndex={-1}>
      <Notice {...props} />
    </div>
  )
}
