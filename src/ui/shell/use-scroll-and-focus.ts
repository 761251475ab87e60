import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useChange } from '#src/ui/shell/use-change.ts'

/**
 * Focuses the main element of the screen, or the part of it that asks for the focus, and keeps the
 * scroll position.
 */
export const focusMain = () =>
  (document.querySelector<HTMLElement>('main [data-focus]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  })

/**
 * Sets the scroll position and focuses the main element after a navigation. The position is the
 * top, or after Back the stored position. The first screen is ignored.
 */
export function useScrollAndFocus(path: string): void {
  const { scroll } = usePortal()
  useChange(path, path, () => {
    scroll.restore()
    focusMain()
  })
}
