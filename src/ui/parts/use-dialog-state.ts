import { useState } from 'react'

interface DialogState<T> {
  /** The content of the open dialog; null while no dialog is open. */
  readonly dialog: T | null
  /** A React key for the region of the dialog. Changes with each opening. */
  readonly key: number
  open(dialog: T): void
  close(): void
}

/**
 * The state of a dialog that buttons of the page open. `initial` returns the content of a dialog
 * that is open in the first render. After a failure of the dialog, another opening mounts its
 * region again.
 */
export function useDialogState<T>(initial: () => T | null = () => null): DialogState<T> {
  const [state, setState] = useState(() => ({ dialog: initial(), key: 0 }))
  return {
    ...state,
    open: (dialog) => setState(({ key }) => ({ dialog, key: key + 1 })),
    close: () => setState(({ key }) => ({ dialog: null, key })),
  }
}
