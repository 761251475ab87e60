import { useEffect, useRef } from 'react'
import type { FailedOverlay } from '#src/application/market/chart-overlays.ts'
import { FailedLine } from '#src/ui/parts/resource-view.tsx'

interface Props {
  readonly failed: readonly FailedOverlay[]
}

/** Below a chart: its lines that could not be loaded. After a retry that worked, the chart has the focus. */
export function FailedOverlays({ failed }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const wasFocused = useRef(false)
  const count = failed.length
  useEffect(() => {
    if (count > 0 && list.current?.contains(document.activeElement)) return
    if (wasFocused.current && document.activeElement === document.body)
      list.current?.parentElement?.querySelector<HTMLElement>('.chart-plot')?.focus()
    wasFocused.current = false
  }, [count])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it receives the focus events of the buttons inside.
    <div
      ref={list}
      className="flex flex-wrap gap-x-5 print:hidden"
      onFocus={() => {
        wasFocused.current = true
      }}
      onBlur={() => {
        wasFocused.current = false
      }}
    >
      {failed.map(({ title, resource }) => (
        <FailedLine key={title} title={title} resource={resource} />
      ))}
    </div>
  )
}
