import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

/** Every page of the back-office has the button, and few openings of a page use it. */
const SearchDialog = lazyPart(async () => (await import('#src/ui/imc/search-dialog.tsx')).SearchDialog)

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

const isDialogOpen = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null

/** The button of the back-office's header that opens the search, and its keys Ctrl+K and ⌘K (D107). */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return
    // The browser would open its own search, also while the dialog is open.
    if (isOpen || !isDialogOpen()) event.preventDefault()
    if (!isDialogOpen()) setIsOpen(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <>
      <Button
        variant="menu"
        size="compact"
        className="sm:mr-2 max-sm:w-11 max-sm:px-0"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        <span className="max-sm:sr-only">Buscar</span>
        <span className="text-xs text-muted max-lg:hidden pointer-coarse:hidden" aria-hidden="true">
          {isApple() ? '⌘ K' : 'Ctrl K'}
        </span>
      </Button>
      {isOpen && (
        <GuardedRegion>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </GuardedRegion>
      )}
    </>
  )
}
