import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import { NOT_REFRESHED } from '#src/application/platform/failure-messages.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface SectionProps {
  /** Whether the note follows another text. */
  readonly withSeparator: boolean
}

/**
 * A note that the last refresh of the section failed. Mount it only while the section is stale:
 * each mounted note counts as one failed section. If several sections failed and the page has a
 * `HeaderStaleNote`, only the header shows the note.
 */
export function SectionStaleNote({ withSeparator }: SectionProps) {
  const { staleSections } = usePortal()
  const position = useSelector(staleSections, (state) => state.position)
  useLayoutEffect(() => staleSections.addSection(), [staleSections])
  return position === 'section' && (withSeparator ? ` · ${NOT_REFRESHED}` : NOT_REFRESHED)
}

/** The note of the page header, shown if the last refresh of several sections failed. */
export function HeaderStaleNote() {
  const { staleSections } = usePortal()
  const position = useSelector(staleSections, (state) => state.position)
  useLayoutEffect(() => staleSections.addHeader(), [staleSections])
  return (
    <span className="text-xs text-muted empty:absolute" role="status">
      {position === 'header' && NOT_REFRESHED}
    </span>
  )
}
