/** Resolved colours and text of the page, because a canvas cannot read custom properties. */
export interface Palette {
  readonly line: string
  /** Tint between the line and the baseline, where the line is above the baseline. */
  readonly over: string
  /** Tint where the line is below the baseline. */
  readonly under: string
  readonly bar: string
  readonly barOn: string
  readonly grid: string
  /** The bottom line of the plot. */
  readonly base: string
  readonly axis: string
  readonly cross: string
  /** The baseline. */
  readonly horizon: string
  readonly tag: string
  readonly onTag: string
  readonly ink: string
  readonly surface: string
  readonly overview: string
  readonly short: string
  readonly long: string
  readonly middle: string
  readonly simple: string
  readonly exponential: string
  readonly bands: string
  readonly index: string
  readonly trm: string
  readonly previous: string
  readonly other: string
  readonly date: string
  readonly band: string
  readonly bandEdge: string
  readonly up: string
  readonly down: string
  readonly same: string
  readonly font: string
  /** The browser's text size as a multiple of 16 px. */
  readonly textScale: number
}

const PROPERTIES: Record<Exclude<keyof Palette, 'textScale'>, string> = {
  line: '--md-chart-price',
  over: '--md-chart-area',
  under: '--md-chart-under',
  bar: '--md-chart-amount',
  barOn: '--md-chart-amount-on',
  grid: '--md-chart-grid',
  base: '--md-line-strong',
  axis: '--md-chart-axis',
  cross: '--md-chart-cross',
  horizon: '--md-ink-soft',
  tag: '--md-accent',
  onTag: '--md-on-accent',
  ink: '--md-ink',
  surface: '--md-surface',
  overview: '--md-muted',
  short: '--md-chart-avg-a',
  long: '--md-chart-avg-b',
  middle: '--md-ink-soft',
  simple: '--md-chart-simple',
  exponential: '--md-chart-exponential',
  bands: '--md-chart-band-line',
  index: '--md-chart-index',
  trm: '--md-ink-soft',
  previous: '--md-muted',
  other: '--md-chart-avg-a',
  date: '--md-chart-avg-b',
  band: '--md-chart-band',
  bandEdge: '--md-chart-band-line',
  up: '--md-up',
  down: '--md-down',
  same: '--md-same',
  font: '--md-font',
}

const NORMAL_TEXT_PX = 16

/**
 * Reads the palette of paper, which is light in every theme (D71). Sets the page's theme to light
 * meanwhile.
 */
function readLightPalette(): Palette {
  const { dataset } = document.documentElement
  const { theme } = dataset
  dataset['theme'] = 'light'
  const palette = readPalette()
  if (theme === undefined) delete dataset['theme']
  else dataset['theme'] = theme
  return palette
}

/** Reads the palette from `<html>`. A missing property is empty, which a canvas ignores. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const read = (name: keyof typeof PROPERTIES) => style.getPropertyValue(PROPERTIES[name]).trim()
  return {
    line: read('line'),
    over: read('over'),
    under: read('under'),
    bar: read('bar'),
    barOn: read('barOn'),
    grid: read('grid'),
    base: read('base'),
    axis: read('axis'),
    cross: read('cross'),
    horizon: read('horizon'),
    tag: read('tag'),
    onTag: read('onTag'),
    ink: read('ink'),
    surface: read('surface'),
    overview: read('overview'),
    short: read('short'),
    long: read('long'),
    middle: read('middle'),
    simple: read('simple'),
    exponential: read('exponential'),
    bands: read('bands'),
    index: read('index'),
    trm: read('trm'),
    previous: read('previous'),
    other: read('other'),
    date: read('date'),
    band: read('band'),
    bandEdge: read('bandEdge'),
    up: read('up'),
    down: read('down'),
    same: read('same'),
    font: read('font') || 'sans-serif',
    textScale: Number.parseFloat(style.fontSize) / NORMAL_TEXT_PX || 1,
  }
}

/**
 * Calls back when the browser's text size changes. No event reports the text size, so the function
 * observes the size of a hidden element.
 */
function watchTextSize(onChange: () => void): () => void {
  const probe = document.createElement('span')
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', width: '1rem', height: '0' })
  document.body.append(probe)
  let lastWidth: number | null = null
  const observer = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? null
    // The first notification reports the initial size.
    if (lastWidth !== null && width !== lastWidth) onChange()
    lastWidth = width
  })
  observer.observe(probe)
  return () => {
    observer.disconnect()
    probe.remove()
  }
}

/**
 * Calls back with the palette when the theme, the fonts or the text size change. Returns a function
 * that stops.
 */
export function watchPalette(onChange: (palette: Palette) => void): () => void {
  const update = () => onChange(readPalette())
  const themeObserver = new MutationObserver(update)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const systemTheme = matchMedia('(prefers-color-scheme: dark)')
  systemTheme.addEventListener('change', update)
  const fonts = 'fonts' in document ? document.fonts : null
  fonts?.addEventListener('loadingdone', update)
  const stopTextSize = watchTextSize(update)
  return () => {
    stopTextSize()
    themeObserver.disconnect()
    systemTheme.removeEventListener('change', update)
    fonts?.removeEventListener('loadingdone', update)
  }
}

let printPalette: Palette | null = null

/** Returns the palette of paper while the page is being printed, else null. */
export const readPrintedPalette = (): Palette | null => printPalette

/**
 * Calls back before and after the page is printed, when `readPrintedPalette` has changed. Returns a
 * function that stops.
 */
export function watchPrint(onChange: () => void): () => void {
  const handleBeforePrint = () => {
    printPalette = readLightPalette()
    onChange()
  }
  const handleAfterPrint = () => {
    printPalette = null
    onChange()
  }
  addEventListener('beforeprint', handleBeforePrint)
  addEventListener('afterprint', handleAfterPrint)
  return () => {
    removeEventListener('beforeprint', handleBeforePrint)
    removeEventListener('afterprint', handleAfterPrint)
  }
}
