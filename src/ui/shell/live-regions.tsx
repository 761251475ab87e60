import { useSelector } from '@xstate/react'
import { createPortal } from 'react-dom'
import { TOAST_KEY, type ToastAction } from '#src/application/platform/notices.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'
import { useToastFocus } from '#src/ui/shell/use-toast-focus.ts'

interface ToastButtonProps {
  readonly action: ToastAction
  readonly onDone: () => void
}

const ToastButton = ({ action, onDone }: ToastButtonProps) => (
  <button
    type="button"
    aria-keyshortcuts={TOAST_KEY}
    className="-my-2 min-h-9 rounded-xs px-1.5 font-600 text-surface underline underline-offset-3 touch:min-h-11"
    onClick={() => {
      onDone()
      action.run()
    }}
  >
    {action.text}
  </button>
)

/** Over a dialog it is above the foot, with its buttons. */
const OVER_DIALOG = 'in-[body:has(.dialog-layer)]:bottom-32'

/**
 * The current toast. Its animation lasts five seconds and pauses on hover and focus. The end of the
 * animation removes the toast.
 */
function CurrentToast({ onAction }: { readonly onAction: () => void }) {
  const { toasts } = usePortal()
  const toast = useSelector(toasts, (state) => state.current)
  if (toast === null) return null
  return (
    <div
      key={toast.number}
      className={`fixed bottom-6 left-gutter z-toast flex max-w-[calc(100%-2*var(--md-gutter))] animate-toast items-center gap-2.5 rounded-md bg-ink px-3.5 py-3 text-sm font-500 text-surface shadow-menu focus-within:[animation-play-state:paused] hover:[animation-play-state:paused] max-sm:right-gutter max-sm:mx-auto max-sm:w-max ${OVER_DIALOG}`}
      onAnimationEnd={() => toasts.dismiss(toast.number)}
    >
      <Icon name="check" />
      {toast.text}
      {toast.action && (
        <ToastButton
          action={toast.action}
          onDone={() => {
            onAction()
            toasts.dismiss(toast.number)
          }}
        />
      )}
    </div>
  )
}

/**
 * The two live regions of the portal. They exist before their texts, so that screen readers
 * announce the first text too. They are no part of the page below a dialog, which is inert: a toast is over
 * the dialog and can be pressed.
 */
export function LiveRegions() {
  const { announcer } = usePortal()
  const recent = useSelector(announcer, (state) => state.recent)
  const isHydrated = useHydrated()
  const { goBack, props } = useToastFocus()
  const regions = (
    <>
      {/* An announcement does not replace the one before: a screen reader reads each when it is added, and only then. */}
      <div id="anuncios" className="sr-only" aria-live="polite" aria-relevant="additions">
        {recent.map(({ text, number }) => (
          <p key={number}>{text}</p>
        ))}
      </div>
      <div role="status" className="print:hidden" {...props}>
        <CurrentToast onAction={goBack} />
      </div>
    </>
  )
  return isHydrated ? createPortal(regions, document.body) : regions
}
