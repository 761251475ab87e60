import { Icon } from '#src/ui/parts/icon.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

/**
 * The current toast. Its animation lasts five seconds and pauses on hover and focus. The end of the
 * animation removes the toast.
 */
function CurrentToast() {
  const { toasts } = useUseCases()
  const toast = useView(toasts)
  if (toast === null) return null
  return (
    <div key={toast.number} className="toast" onAnimationEnd={() => toasts.dismiss(toast.number)}>
      <Icon name="check" />
      {toast.text}
    </div>
  )
}

/**
 * The two live regions of the portal. They exist before their texts, so that screen readers
 * announce the first text too.
 */
export function LiveRegions() {
  const { announcer } = useUseCases()
  const { text, number } = useView(announcer)
  return (
    <>
      <div id="anuncios" className="sr-only" aria-live="polite">
        <span key={number}>{text}</span>
      </div>
      <div role="status" className="print:hidden">
        <CurrentToast />
      </div>
    </>
  )
}
