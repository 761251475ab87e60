import { useLayoutEffect } from 'react'

import { NOT_REFRESHED } from '#src/application/market/market-messages.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

interface SectionProps {
  /** Whether the note follows another text. */
  readonly withSeparator: boolean
}

/** The note of one section that its last refresh failed. The page header shows it for several. */
export function SectionStaleNote({ withSeparator }: SectionProps) {
  const { staleSections } = useUseCases()
  const position = useView(staleSections)
  useLayoutEffect(() => staleSections.addSection(), [staleSections])
  return position === 'section' && (withSeparator ? ` · ${NOT_REFRESHED}` : NOT_REFRESHED)
}

/** The same note, once in the page header for all sections. */
export function HeaderStaleNote() {
  const { staleSections } = useUseCases()
  const position = useView(staleSections)
  useLayoutEffect(() => staleSections.addHeader(), [staleSections])
  return (
    <span className="meta empty:absolute" role="status">
      {position === 'header' && NOT_REFRESHED}
    </span>
  )
}
