import { useEffect, useEffectEvent } from 'react'

/** Marks the history entry that the next Back removes instead of leaving the page. */
const MARK = 'unsavedInput'

const isMarked = (): boolean => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && MARK in state
}

/**
 * Calls `ask` when the user presses Back while there is unsaved input, and lets the browser ask
 * before it closes or reloads the page (D105). Back then removes an entry that this hook added, and
 * the page stays. The entry remains after the input is saved, so that one Back more is needed.
 */
export function useLeaveQuestion(hasUnsavedInput: boolean, ask: () => void): void {
  const onBack = useEffectEvent(ask)
  useEffect(() => {
    if (!hasUnsavedInput) return
    const addEntry = () => {
      if (!isMarked()) history.pushState({ ...history.state, [MARK]: true }, '')
    }
    const askAgain = () => {
      addEntry()
      onBack()
    }
    const prevent = (event: BeforeUnloadEvent) => event.preventDefault()
    addEntry()
    addEventListener('popstate', askAgain)
    addEventListener('beforeunload', prevent)
    return () => {
      removeEventListener('popstate', askAgain)
      removeEventListener('beforeunload', prevent)
    }
  }, [hasUnsavedInput])
}
