import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

import { ChartHelp, findShortcut, SHORTCUT_TEXTS } from '#src/ui/market/chart-help.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

interface ChartScreen {
  readonly isFull: boolean
  readonly openFull: () => void
  readonly openHelp: () => void
}

const ChartScreenContext = createContext<ChartScreen | null>(null)

const HoldLayoutContext = createContext<(isHeld: boolean) => void>(() => undefined)

/** Gets true while a chart of the page is on the full screen, whose width is not that of the page (D128). */
export const HoldLayoutProvider = HoldLayoutContext.Provider

/**
 * Shows the browser without its frame while the chart is full. A browser that refuses or has no
 * Fullscreen API shows the dialog alone. Leaving the browser's full screen closes the dialog.
 */
function useBrowserFullScreen(isFull: boolean, onLeave: () => void): void {
  const holdLayout = use(HoldLayoutContext)
  useEffect(() => {
    if (!isFull) return
    holdLayout(true)
    const leave = () => {
      if (document.fullscreenElement === null) onLeave()
    }
    document.documentElement.requestFullscreen?.().catch(() => undefined)
    document.addEventListener('fullscreenchange', leave)
    return () => {
      document.removeEventListener('fullscreenchange', leave)
      // The window has its own width again when the browser has left the full screen.
      const left = document.fullscreenElement ? document.exitFullscreen().catch(() => undefined) : Promise.resolve()
      void left.then(() => holdLayout(false))
    }
  }, [isFull, onLeave, holdLayout])
}

const isField = (target: EventTarget) => target instanceof HTMLElement && target.matches('input,select,textarea')

/**
 * Where the focus returns from the full screen, the best first: the chart of a day without deals has only the tab of
 * its view. One selector of all would find the first in the document, which is the tab.
 */
const RETURN_TARGETS = ['[data-full-screen]', '.chart-plot[tabindex]', '[role=tab][aria-selected=true]']

/** Focuses the first that takes the focus. */
const focusFirst = (container: Element | null, selectors: readonly string[]) =>
  selectors.some((selector) => {
    const element = container?.querySelector<HTMLElement>(selector)
    element?.focus()
    return document.activeElement === element
  })

/** Creates the element that has the chart: its layout is that of its parent. */
function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'contents'
  return host
}

/** Shows the element of the chart here. */
function Place({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.append(host)
  }, [host])
  return <div ref={place} className="contents" />
}

interface Props {
  readonly title: string
  /** The place of the chart on the page while it is full. */
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/**
 * A chart that can be shown on the whole screen, with its sheet of keys (D132). Its element moves between the page and
 * the dialog: a chart that is mounted again would lose its earlier points and what is in view.
 */
export function ChartScreenFrame({ title, placeholder, children }: Props) {
  const [isFull, setFull] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [host] = useState(createHost)
  const frame = useRef<HTMLDivElement>(null)
  const wasFull = useRef(false)
  const close = useCallback(() => setFull(false), [])
  useBrowserFullScreen(isFull, close)

  useEffect(() => {
    const hasClosed = wasFull.current && !isFull
    wasFull.current = isFull
    if (!hasClosed) return
    // The page is inert until the dialog has gone.
    const timer = setTimeout(() => focusFirst(frame.current, RETURN_TARGETS))
    return () => clearTimeout(timer)
  }, [isFull])

  const screen = useMemo(() => ({ isFull, openFull: () => setFull(true), openHelp: () => setHelpOpen(true) }), [isFull])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
    const shortcut = findShortcut(event.key)
    if (shortcut === null) return
    event.preventDefault()
    if (shortcut === 'help') setHelpOpen(true)
    else setFull((current) => !current)
  }
  return (
    <ChartScreenContext value={screen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it receives the keys of the controls inside. */}
      <div ref={frame} className="contents" onKeyDown={onKeyDown}>
        {isFull ? (
          <>
            {placeholder}
            <Dialog title={title} size="full" onClose={close}>
              <Place host={host} />
              {isHelpOpen && <ChartHelp onClose={() => setHelpOpen(false)} />}
            </Dialog>
          </>
        ) : (
          <Place host={host} />
        )}
        {createPortal(children, host)}
      </div>
      {isHelpOpen && !isFull && <ChartHelp onClose={() => setHelpOpen(false)} />}
    </ChartScreenContext>
  )
}

/** Returns the screen of the chart; null outside of a frame. */
export const useChartScreen = (): ChartScreen | null => use(ChartScreenContext)

/** The buttons of the full screen and of the sheet of keys; none outside of a frame. */
export function ScreenTools() {
  const screen = useChartScreen()
  if (!screen) return null
  return (
    <>
      {!screen.isFull && (
        <Button
          variant="text"
          size="small"
          className="w-10 px-0"
          aria-label={SHORTCUT_TEXTS['full-screen']}
          data-full-screen
          onClick={screen.openFull}
        >
          <Icon name="full" />
        </Button>
      )}
      <Button
        variant="text"
        size="small"
        className="w-10 px-0"
        aria-label={SHORTCUT_TEXTS.help}
        onClick={screen.openHelp}
      >
        ?
      </Button>
    </>
  )
}
