import { useLayoutEffect } from 'react'

import { NOT_REFRESHED } from '#src/application/market/market-messages.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

/** A section's note that its last refresh failed, unless the head shows it for several sections. */
export function SectionStaleNote({ separated }: { readonly separated: boolean }) {
  const { staleSections } = useUseCases()
  const place = useView(staleSections)
  useLayoutEffect(() => staleSections.addSection(), [staleSections])
  return place === 'section' && (separated ? ` · ${NOT_REFRESHED}` : NOT_REFRESHED)
}

/** The same note, once for all sections of the page. */
export function HeadStaleNote() {
  const { staleSections } = useUseCases()
  const place = useView(staleSections)
  useLayoutEffect(() => staleSections.addHead(), [staleSections])
  return (
    <span className="meta empty:absolute" role="status">
      {place === 'head' && NOT_REFRESHED}
    </span>
  )
}
