import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'

/** Marks the history entry that the next Back removes instead of leaving the page. */
const MARK = 'unsavedInput'

const isMarked = (): boolean => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && MARK in state
}

const LEAVE = 'leavescreen'

/** The user wants to leave the screen. Who prevents the event asks first, and then calls `leave`, or not. */
class LeaveEvent extends Event {
  readonly leave: () => void

  constructor(leave: () => void) {
    super(LEAVE, { cancelable: true })
    this.leave = leave
  }
}

/** Leaves the screen by another way than a link, such as the button of a toast. Unsaved input is asked about first (D105). */
export function leaveScreen(leave: () => void): void {
  if (dispatchEvent(new LeaveEvent(leave))) leave()
}

/** The link away from the screen at `path` that a click follows in this tab; null for any other click. */
function findLeavingLink(event: MouseEvent, path: string): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const isHere = link.origin === location.origin && link.target === '' && !link.hasAttribute('download')
  return isHere && decodeURI(link.pathname) !== path ? link : null
}

/**
 * Calls `ask` when the user presses Back or a link to another screen while there is unsaved input, and lets the browser
 * ask before it closes or reloads the page (D105). Back then removes an entry that this hook added, and the page stays.
 * The entry remains after the input is saved, so that one Back more is needed. `leave` goes on to where a link leads.
 */
export function useLeaveQuestion(hasUnsavedInput: boolean, ask: (leave?: () => void) => void): void {
  const [path] = useLocation()
  const findLink = useEffectEvent((event: MouseEvent) => findLeavingLink(event, path))
  const onLeave = useEffectEvent(ask)
  useEffect(() => {
    if (!hasUnsavedInput) return
    const controller = new AbortController()
    const { signal } = controller
    const addEntry = () => {
      if (!isMarked()) history.pushState({ ...history.state, [MARK]: true }, '')
    }
    const askFirst = (event: Event, leave: () => void) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      onLeave(() => {
        controller.abort()
        leave()
      })
    }
    addEntry()
    addEventListener(
      'popstate',
      () => {
        addEntry()
        onLeave()
      },
      { signal },
    )
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    addEventListener(LEAVE, (event) => event instanceof LeaveEvent && askFirst(event, event.leave), { signal })
    // Before the link handles its click.
    addEventListener(
      'click',
      (event) => {
        const link = findLink(event)
        if (link) askFirst(event, () => link.click())
      },
      { signal, capture: true },
    )
    return () => controller.abort()
  }, [hasUnsavedInput])
}
