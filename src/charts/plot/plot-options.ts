import type { Scale } from 'chart.js'

import { LABEL_GAP, TAG_GAP, textSizes } from '#src/charts/draw/axes.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import { roundTicks } from '#src/charts/draw/steps.ts'
import type { Marks } from '#src/charts/plot/marks.ts'
import type { AxisKind, AxisTick, Span } from '#src/charts/view/chart-props.ts'

/** What every plot shows. */
export interface PlotScene extends Marks {
  readonly view: Span
  readonly axis: AxisKind
  /** Returns the labels of the x axis for the part `view` on `width` CSS px. */
  readonly ticks: (view: Span, width: number) => readonly AxisTick[]
  readonly lineTick: (value: number) => string
  /** Width of the axis of the line, CSS px. */
  readonly axisWidth: number
  /** Device px per CSS px. */
  readonly ratio: number
}

/** Returns true when the options of both scenes differ only in the ranges of the axes. */
export const hasSameStyle = (one: PlotScene, other: PlotScene): boolean =>
  one.palette === other.palette && one.axisWidth === other.axisWidth && one.axis === other.axis

/** Space above the plot for half a tag, CSS px at normal text size. */
const TOP_SPACE = 10

/** Space below the plot for the labels of the x axis, CSS px at normal text size. */
const BOTTOM_SPACE = 28

/** Maximum number of steps between the ticks of the line's axis. */
const LINE_STEPS = 5

/** Minimum height of a step between two ticks, CSS px at normal text size. */
const STEP_HEIGHT = 40

/** Line height of Chart.js, as a multiple of the font size. */
const LINE_HEIGHT = 1.2

/** Distance from the middle of the font to the middle of digits, as a multiple of the font size. */
const DIGIT_DROP = 0.03

/**
 * Chart.js has no option for the width of letters. It writes the weight into the CSS font, where a
 * width may follow it.
 */
const LABEL_WEIGHT = '400 semi-condensed' as 'normal'

/** Returns the options of a chart without animation and events. */
export const createPlotOptions = ({ palette: { textScale }, ratio }: PlotScene) => ({
  responsive: true,
  devicePixelRatio: ratio,
  maintainAspectRatio: false,
  animation: false as const,
  events: [],
  layout: { autoPadding: false, padding: { top: TOP_SPACE * textScale, right: 0, bottom: 0, left: 0 } },
})

/** Lets labels extend beyond their axis, so that they do not change the size of the plot. */
function removePadding(scale: Scale): void {
  scale.paddingTop = 0
  scale.paddingRight = 0
  scale.paddingBottom = 0
  scale.paddingLeft = 0
}

const createAxis = ({ from, to }: Span, palette: Palette, padding: number) => ({
  type: 'linear' as const,
  min: from,
  max: to,
  offset: false,
  border: { display: false },
  grid: { drawTicks: false, color: palette.grid },
  ticks: {
    autoSkip: false,
    maxRotation: 0,
    // The labels do not change the size of the axis, so measuring one of them is enough.
    sampleSize: 1,
    padding,
    color: palette.axis,
    font: { family: palette.font, size: textSizes(palette.textScale).font, weight: LABEL_WEIGHT },
  },
})

/** Returns the options of the x axis. `read` returns the current scene. */
export function createBottomAxis(view: Span, read: () => PlotScene) {
  const { palette, axis } = read()
  const { tagHeight, font } = textSizes(palette.textScale)
  const options = createAxis(view, palette, TAG_GAP + (tagHeight - LINE_HEIGHT * font) / 2 + DIGIT_DROP * font)
  return {
    ...options,
    axis: 'x' as const,
    position: 'bottom' as const,
    border: { display: true, color: palette.base, z: 1 },
    // Labels of an ordinal axis name points, not instants: they have no grid line.
    grid: { ...options.grid, display: axis === 'time' },
    ticks: {
      ...options.ticks,
      callback: (_value: unknown, index: number, ticks: Scale['ticks']) => ticks[index]?.label,
    },
    afterBuildTicks(scale: Scale) {
      const {
        ticks,
        palette: { textScale },
      } = read()
      const labels = ticks({ from: scale.min, to: scale.max }, scale.width / textScale)
      scale.ticks = labels.map(({ at, text }) => ({ value: at, label: text }))
    },
    afterFit(scale: Scale) {
      scale.height = BOTTOM_SPACE * palette.textScale
      removePadding(scale)
    },
  }
}

/** Returns the options of an axis on the right. The first axis of a stack is the top one. */
function createSideAxis(range: Span, { palette, axisWidth }: PlotScene) {
  const options = createAxis(range, palette, LABEL_GAP)
  return {
    ...options,
    ticks: { ...options.ticks, labelOffset: DIGIT_DROP * options.ticks.font.size },
    axis: 'y' as const,
    position: 'right' as const,
    stack: 'panes',
    afterFit(scale: Scale) {
      scale.width = axisWidth
      removePadding(scale)
    },
  }
}

/** Returns the options of the axis of the line. `hasTicks` returns false without points. */
export function createLineAxis(range: Span, read: () => PlotScene, hasTicks: () => boolean) {
  const options = createSideAxis(range, read())
  return {
    ...options,
    stackWeight: 4,
    ticks: { ...options.ticks, callback: (value: unknown) => read().lineTick(Number(value)) },
    afterBuildTicks(scale: Scale) {
      const { textScale } = read().palette
      const steps = Math.max(1, Math.min(LINE_STEPS, Math.floor(scale.chart.height / (STEP_HEIGHT * textScale))))
      scale.ticks = hasTicks() ? roundTicks(scale.min, scale.max, steps).map((value) => ({ value })) : []
    },
  }
}

interface BarTexts {
  readonly barTick: (value: number) => string
}

/** Returns the options of the axis of the bars. It has one label, without a grid line. */
export function createBarAxis(range: Span, read: () => PlotScene & BarTexts, readTick: () => number | null) {
  const options = createSideAxis(range, read())
  return {
    ...options,
    stackWeight: 1,
    grid: { ...options.grid, display: false },
    ticks: { ...options.ticks, callback: (value: unknown) => read().barTick(Number(value)) },
    afterBuildTicks(scale: Scale) {
      const tick = readTick()
      scale.ticks = tick === null ? [] : [{ value: tick }]
    },
  }
}

/** The usual levels of the relative strength index. */
const INDEX_LEVELS = [30, 70]

/** Returns the options of the axis of an index from 0 to 100, in the lowest pane. */
export function createIndexAxis(read: () => PlotScene) {
  return {
    ...createSideAxis({ from: 0, to: 100 }, read()),
    stackWeight: 1.25,
    afterBuildTicks(scale: Scale) {
      scale.ticks = INDEX_LEVELS.map((value) => ({ value }))
    },
  }
}
