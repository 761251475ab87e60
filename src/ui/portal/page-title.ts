import { createContext, use, useEffect } from 'react'

/** Receives the title during server rendering, which has no document. */
const TitleContext = createContext<((title: string) => void) | null>(null)

export const TitleProvider = TitleContext.Provider

/** Returns the title of the browser's tab for the title of a screen. */
export const toPageTitle = (screenTitle: string): string => `${screenTitle} | Mercado Dólar`

/** Sets the title of the browser's tab, or passes it to the server that renders the page. */
export function usePageTitle(title: string): void {
  const onTitle = use(TitleContext)
  onTitle?.(title)
  useEffect(() => {
    document.title = title
  }, [title])
}
