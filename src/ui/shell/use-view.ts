import { useSyncExternalStore } from 'react'

import type { View } from '#src/application/platform/view.ts'

/**
 * Returns the snapshot of a view; renders again when the snapshot changes. The view runs while the
 * component is mounted.
 */
export const useView = <S>(view: View<S>): S => useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
