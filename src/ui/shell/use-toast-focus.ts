import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { TOAST_KEY } from '#src/application/platform/notices.ts'

/**
 * Moves the focus to the button of a toast with F6, and back with F6 or Esc: the Tab key does not leave a dialog, which
 * a toast is over. The browser keeps its F6 while there is no such button.
 */
export function useToastFocus() {
  const region = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)

  function goBack() {
    if (!region.current?.contains(document.activeElement)) return
    if (before.current?.isConnected) before.current.focus({ preventScroll: true })
    else region.current.querySelector<HTMLElement>(':focus')?.blur()
  }

  const move = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const button = region.current?.querySelector('button')
    if (event.key !== TOAST_KEY || !button) return
    event.preventDefault()
    if (document.activeElement === button) return goBack()
    before.current = null
    button.focus()
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => move(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return {
    goBack,
    props: {
      ref: region,
      onFocus({ relatedTarget }: FocusEvent) {
        // There is none when the user comes back to the page.
        if (relatedTarget instanceof HTMLElement) before.current = relatedTarget
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape') return
        // The Esc of a dialog would close it.
        event.preventDefault()
        event.stopPropagation()
        goBack()
      },
    },
  }
}
