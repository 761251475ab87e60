import type { ComponentType } from 'react'

import { Home } from '#src/ui/home/home.tsx'
import type { Destination, ScreenName } from '#src/ui/routes.ts'

/** What a screen is given: the values of its address. */
export type ScreenProps = Pick<Destination, 'params'>

/** The screens there are; an address of another one leads home. */
export const SCREENS: Partial<Readonly<Record<ScreenName, ComponentType<ScreenProps>>>> = { home: Home }

export const isBuilt = (screen: ScreenName): boolean => screen in SCREENS
