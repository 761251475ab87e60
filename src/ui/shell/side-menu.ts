import { createContext } from 'react'

/** Whether wide pages of the dashboard show its menu beside the screen. */
export const SideMenuContext = createContext(true)
