import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import { NOT_REFRESHED } from '#src/application/platform/failure-messages.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface SectionProps {
  /** The separator from the text before the note; `spoken` for a note at another place. */
  readonly separator: 'shown' | 'spoken' | null
}

/**
 * A note that the last refresh of the section failed. Mount it only while the section is stale:
 * each mounted note counts as one failed section. If several sections failed and the page has a
 * `HeaderStaleNote`, only the header shows the note.
 */
export function SectionStaleNote({ separator }: SectionProps) {
  const { staleSections } = usePortal()
  const position = useSelector(staleSections, (state) => state.position)
  useLayoutEffect(() => staleSections.addSection(), [staleSections])
  if (position !== 'section') return null
  return (
    <>
      {separator && <span className={separator === 'spoken' ? 'sr-only' : undefined}> · </span>}
      {NOT_REFRESHED}
    </>
  )
}

/** The note of the page header, shown if the last refresh of several sections failed. */
export function HeaderStaleNote({ className = 'empty:absolute' }: { readonly className?: string }) {
  const { staleSections } = usePortal()
  const position = useSelector(staleSections, (state) => state.position)
  useLayoutEffect(() => staleSections.addHeader(), [staleSections])
  return (
    <span className={`text-xs text-muted ${className}`} role="status">
      {position === 'header' && NOT_REFRESHED}
    </span>
  )
}
