import { useSyncExternalStore } from 'react'

import type { View } from '#src/application/platform/view.ts'

/**
 * The view's snapshot; renders again when it changes. The view runs while the component is mounted.
 */
export const useView = <S>(view: View<S>): S => useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
