import { createListeners } from '#src/application/platform/listeners.ts'
import type {
  Clipboard,
  Clock,
  Downloads,
  Frames,
  Log,
  MarketClock,
  Page,
  PageSizeStore,
  PageState,
  PictureFile,
  ReloadMark,
  ScrollPositions,
  TextFile,
  Theme,
  ThemeStore,
  Timers,
} from '#src/application/platform/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { marketPhase } from '#src/domain/trading/trading-hours.ts'

/** The real clock and its timers in memory; a test advances the time. */
export interface MemoryClock extends Clock, Timers {
  /** Advances the time and runs the timers that are due. */
  advance(milliseconds: number): void
  /** Advances the time without running timers, as on a suspended device. */
  suspend(milliseconds: number): void
  /** The number of pending timers. */
  timerCount(): number
}

interface MemoryTimer {
  readonly callback: () => void
  readonly dueAt: Instant
}

export function createMemoryClock(startsAt: Instant): MemoryClock {
  const timers = new Set<MemoryTimer>()
  let at = startsAt

  function findNextTimer(until: Instant): MemoryTimer | null {
    let next: MemoryTimer | null = null
    for (const timer of timers) if (timer.dueAt <= until && (next === null || timer.dueAt < next.dueAt)) next = timer
    return next
  }

  return {
    now: () => at,
    timerCount: () => timers.size,

    advance(milliseconds) {
      const end = at + milliseconds
      for (let timer = findNextTimer(end); timer !== null; timer = findNextTimer(end)) {
        at = Math.max(at, timer.dueAt)
        timers.delete(timer)
        timer.callback()
      }
      at = end
    },

    suspend(milliseconds) {
      at += milliseconds
    },

    setTimeout(callback, delay) {
      const timer: MemoryTimer = { callback, dueAt: at + Math.max(0, delay) }
      timers.add(timer)
      return timer
    },

    clearTimeout(timer) {
      for (const entry of timers) if (entry === timer) timers.delete(entry)
    },
  }
}

/** A market clock that runs with a real clock and can be set. */
export interface MemoryMarketClock extends MarketClock {
  /** Sets the market time and notifies the listeners. */
  set(now: Instant): void
  /** Stops the source of both markets, or starts it again, and notifies the listeners. */
  freeze(isFrozen: boolean): void
  /** The market time up to which the source has sent. */
  sourceNow(): Instant
}

export function createMemoryMarketClock({
  clock,
  startsAt,
}: {
  readonly clock: Clock
  readonly startsAt: Instant
}): MemoryMarketClock {
  const { notify, subscribe } = createListeners()
  let shift = startsAt - clock.now()
  let frozenAt: Instant | null = null
  const now = () => clock.now() + shift

  return {
    now,
    sourceNow: () => Math.min(now(), frozenAt ?? now()),
    frozenSince: (market) => (marketPhase(market, now()) === 'open' ? frozenAt : null),

    freeze(isFrozen) {
      frozenAt = isFrozen ? now() : null
      notify()
    },

    set(instant) {
      shift = instant - clock.now()
      frozenAt = null
      notify()
    },

    subscribe,
  }
}

/** A page without a browser. Tests set its visibility and connection. */
export interface MemoryPage extends Page {
  setVisible(visible: boolean): void
  setOnline(online: boolean): void
  /** Sets whether a dialog is open or a field has focus. */
  setBusy(busy: boolean): void
  /** The number of reloads. */
  reloads(): number
}

/** Creates a page that is visible, online and not busy. */
export function createMemoryPage(): MemoryPage {
  const state = createState<PageState>({ visible: true, online: true })
  let isBusy = false
  let reloads = 0
  const change = (next: Partial<PageState>) => state.set({ ...state.getSnapshot(), ...next })

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    reloads: () => reloads,
    setVisible: (visible) => change({ visible }),
    setOnline: (online) => change({ online }),
    busy: () => isBusy,
    setBusy: (busy) => {
      isBusy = busy
    },
    reload: () => {
      reloads += 1
    },
    openWindow: () => false,
  }
}

/** Animation frames that a test controls. */
export interface MemoryFrames extends Frames {
  /** Runs the waiting callbacks. */
  draw(): void
  /** The number of callbacks that wait for the next frame. */
  waitingCount(): number
}

export function createMemoryFrames(): MemoryFrames {
  const callbacks = new Set<() => void>()
  return {
    next(draw) {
      const uniqueDraw = () => draw()
      callbacks.add(uniqueDraw)
      return () => {
        callbacks.delete(uniqueDraw)
      }
    },
    draw() {
      const dueCallbacks = [...callbacks]
      callbacks.clear()
      for (const callback of dueCallbacks) callback()
    },
    waitingCount: () => callbacks.size,
  }
}

export interface MemoryScroll extends ScrollPositions {
  /** Number of calls of `restore`. */
  restoreCount(): number
}

/** Counts the calls of `restore`; does not scroll. */
export function createMemoryScroll(): MemoryScroll {
  let count = 0
  return {
    restore() {
      count += 1
    },
    restoreCount: () => count,
  }
}

/** Downloads in memory. Tests can read the files and deny downloads. */
export interface MemoryDownloads extends Downloads {
  files(): readonly TextFile[]
  pictures(): readonly PictureFile[]
  setAllowed(allowed: boolean): void
}

export function createMemoryDownloads(): MemoryDownloads {
  const files: TextFile[] = []
  const pictures: PictureFile[] = []
  let allowed = true
  return {
    save(file) {
      if (allowed && 'text' in file) files.push(file)
      if (allowed && 'bytes' in file) pictures.push(file)
      return allowed
    },
    files: () => [...files],
    pictures: () => [...pictures],
    setAllowed(value) {
      allowed = value
    },
  }
}

/** A clipboard in memory. Tests can read the text and deny access. */
export interface MemoryClipboard extends Clipboard {
  text(): string | null
  setAllowed(allowed: boolean): void
}

export function createMemoryClipboard(): MemoryClipboard {
  const state: { text: string | null; allowed: boolean } = { text: null, allowed: true }
  return {
    async copy(text) {
      if (state.allowed) state.text = text
      return state.allowed
    },
    text: () => state.text,
    setAllowed: (allowed) => {
      state.allowed = allowed
    },
  }
}

/** A theme store in memory. */
export function createMemoryThemeStore(): ThemeStore {
  const { set, ...readable } = createState<{ readonly theme: Theme }>({ theme: 'system' })
  return { ...readable, write: (theme) => set({ theme }) }
}

/** The page sizes of one browser, in memory. */
export function createMemoryPageSizes(): PageSizeStore {
  const sizes = new Map<string, number | null>()
  return { read: (list) => sizes.get(list) ?? null, write: (list, size) => void sizes.set(list, size) }
}

/** The mark of one tab, in memory. */
export function createMemoryReloadMark(): ReloadMark {
  let mark: Instant | null = null
  return {
    read: () => mark,
    write(instant) {
      mark = instant
      return true
    },
  }
}

interface LogEntry {
  readonly message: string
  readonly detail: unknown
}

/** A log that a test can read. */
export interface MemoryLog extends Log {
  entries(): readonly LogEntry[]
}

export function createMemoryLog(): MemoryLog {
  const entries: LogEntry[] = []
  return {
    error: (message, detail) => {
      entries.push({ message, detail })
    },
    entries: () => [...entries],
  }
}
