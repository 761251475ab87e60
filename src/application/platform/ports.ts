import type { Readable } from '#src/application/platform/readable.ts'
import type { AttachedFile } from '#src/domain/attachment.ts'
import type { CsvContent, CsvFailure } from '#src/domain/csv.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The real clock; sessions, timeouts and freshness use it. */
export interface Clock {
  now(): Instant
}

/** One-shot timers on the real clock, in ms. XState accepts this interface as an actor's clock. */
export interface Timers {
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(timer: unknown): void
}

/** The market's clock. The demo shifts its time (D41); server responses correct it (D52). */
export interface MarketClock {
  now(): Instant
  /** Since when the source of a market has been silent (D114); null while it sends. */
  frozenSince(market: Market): Instant | null
  /**
   * Calls `listener` after the clock was set, and after a source became silent or sends again; the
   * returned function unsubscribes.
   */
  subscribe(listener: () => void): () => void
}

/** A log that the user does not see (§8, D2). */
export interface Log {
  error(message: string, detail?: unknown): void
}

/** Whether the user can see the page, and whether the browser has a connection. */
export interface PageState {
  readonly visible: boolean
  readonly online: boolean
}

/** The browser page that shows the portal. */
export interface Page extends Readable<PageState> {
  /** True if a reload would interrupt the user: a dialog is open, or a field has focus (D18). */
  busy(): boolean
  reload(): void
  /** Opens an address in a window with this name. Returns false when the browser refuses it. */
  openWindow(address: string, name: string): boolean
}

/** The repaints of the display. */
export interface Frames {
  /** Runs `draw` once, before the next repaint; the returned function cancels it. */
  next(draw: () => void): () => void
}

export interface Clipboard {
  /** Copies a text. Returns false when the browser denies access (D10). */
  copy(text: string): Promise<boolean>
}

/** A text to save as a file. */
export interface TextFile {
  readonly name: string
  /** Media type, `text/csv;charset=utf-8`. */
  readonly type: string
  readonly text: string
}

/** A picture to save as a file. */
export interface PictureFile {
  readonly name: string
  readonly type: 'image/png'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Saves the files that the user requests. */
export interface Downloads {
  /** Saves a file. Returns false when the browser refuses the download. */
  save(file: TextFile | PictureFile): boolean
}

/** Reads CSV files of any common encoding and separator. */
export interface CsvReader {
  read(
    file: AttachedFile,
    limits: { readonly maxBytes: number; readonly maxRows: number },
  ): Promise<Result<CsvContent, CsvFailure>>
  /** Lets the page respond between two parts of a long computation. */
  pause(): Promise<void>
}

/** Stores when this tab last reloaded because of missing code. */
export interface ReloadMark {
  /** Returns the stored instant; null before the first write, NaN for an unreadable one. */
  read(): Instant | null
  /** Replaces the instant. Returns false when the browser cannot store it. */
  write(instant: Instant): boolean
}

/** Stores the page's scroll position for each entry of the browser history. */
export interface ScrollPositions {
  /**
   * Scrolls to the top or, after Back and Forward, to the stored position. Call it after the page
   * of a new URL has rendered.
   */
  restore(): void
}

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Stores the user's theme and applies it (cookie `tema`, D55). */
export interface ThemeStore extends Readable<{ readonly theme: Theme }> {
  write(theme: Theme): void
}

/** Stores how many rows the reader wants on a page of each list (cookie `filas`, D98). */
export interface PageSizeStore {
  /** Returns the unchecked number of a list; null if none is stored. */
  read(list: string): number | null
  write(list: string, size: number | null): void
}

/** The ports of the device and of the page that every UI needs. */
export interface PlatformPorts {
  readonly clock: Clock
  readonly timers: Timers
  readonly marketClock: MarketClock
  readonly page: Page
  readonly log: Log
}

/** The ports of the page that shows the portal. */
export interface PagePorts {
  readonly frames: Frames
  readonly downloads: Downloads
  readonly clipboard: Clipboard
  readonly theme: ThemeStore
  readonly scroll: ScrollPositions
  readonly reloadMark: ReloadMark
}
