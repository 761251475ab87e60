import type { Chart } from 'chart.js'

import { type Context, textSizes } from '#src/charts/draw/axes.ts'
import type { Area } from '#src/charts/draw/paint.ts'
import type { Palette } from '#src/charts/draw/palette.ts'
import type { PictureTexts, PlotMark } from '#src/charts/view/chart-props.ts'

/** Device px per CSS px of a picture, at least: it is sharp on every screen and on paper. */
const PICTURE_RATIO = 2

/** Space around the content, CSS px. */
const MARGIN = 20
const TITLE = { size: 17, lineHeight: 23, weight: 600 } as const
const TEXT = { size: 12.5, lineHeight: 18, weight: 400 } as const
const GAP = 10
/** Around the text of a line, CSS px. */
const LABEL_PADDING = 2

type Style = typeof TITLE | typeof TEXT

/** Splits a text into lines that are at most `width` long. `measure` returns the width of a text. */
export function wrapText(text: string, width: number, measure: (text: string) => number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || measure(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Draws the chart with more device pixels, and calls `use` with its canvas meanwhile. */
function withRatio(chart: Chart, ratio: number, use: (canvas: HTMLCanvasElement) => void): void {
  const shownRatio = chart.currentDevicePixelRatio
  const setRatio = (value: number) => {
    if (value === chart.currentDevicePixelRatio) return
    chart.options.devicePixelRatio = value
    chart.resize()
  }
  setRatio(Math.max(ratio, shownRatio))
  try {
    use(chart.canvas)
  } finally {
    setRatio(shownRatio)
  }
}

function setTextStyle(context: Context, { font }: Palette, { size, weight }: Style): void {
  context.font = `${weight} ${size}px ${font}`
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
}

/** Converts a canvas to a PNG file; null when it is too large for the browser. */
const toPng = (canvas: HTMLCanvasElement) =>
  new Promise<Uint8Array<ArrayBuffer> | null>((resolve) =>
    canvas.toBlob(async (blob) => resolve(blob && new Uint8Array(await blob.arrayBuffer())), 'image/png'),
  )

/** What the user drew, and the chart's own label, which the lines leave free. */
interface PictureMarks {
  readonly marks: readonly PlotMark[]
  readonly label: Area | null
}

/** Paints the marks of the user. Their texts have the background of the page, over all lines. */
function paintMarks(context: Context, palette: Palette, chart: Chart, { marks, label }: PictureMarks): void {
  const sizes = textSizes(palette.textScale)
  context.save()
  if (label) {
    context.beginPath()
    context.rect(0, 0, chart.width, chart.height)
    context.rect(label.left, label.top, label.right - label.left, label.bottom - label.top)
    context.clip('evenodd')
  }
  context.strokeStyle = palette.ink
  context.lineWidth = 1.5
  for (const { from, to } of marks) {
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
  }
  context.restore()
  context.font = `600 ${sizes.font}px ${palette.font}`
  context.textAlign = 'right'
  for (const {
    label: { text, x, y },
  } of marks) {
    const width = context.measureText(text).width + 2 * LABEL_PADDING
    context.fillStyle = palette.surface
    context.fillRect(x + LABEL_PADDING - width, y - sizes.ascent, width, sizes.font + LABEL_PADDING)
    context.fillStyle = palette.ink
    context.fillText(text, x, y)
  }
}

/** Creates a PNG file of a chart with its title, a summary and a note, in the colours of the page. */
export async function createPicture(
  chart: Chart,
  palette: Palette,
  { title, summary, note }: PictureTexts,
  marks: PictureMarks,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return null
  const { width, height } = chart
  const wrap = (text: string, style: Style) => {
    setTextStyle(context, palette, style)
    return { style, lines: wrapText(text, width, (part) => context.measureText(part).width) }
  }
  const parts = [wrap(title, TITLE), wrap(summary, TEXT)]
  const foot = wrap(note, TEXT)
  const toHeight = ({ style, lines }: typeof foot) => lines.length * style.lineHeight
  const chartTop = MARGIN + parts.reduce((sum, part) => sum + toHeight(part), 0) + GAP
  const size = { width: width + 2 * MARGIN, height: chartTop + height + GAP + toHeight(foot) + MARGIN }

  withRatio(chart, PICTURE_RATIO, (source) => {
    const ratio = chart.currentDevicePixelRatio
    canvas.width = Math.round(size.width * ratio)
    canvas.height = Math.round(size.height * ratio)
    context.scale(ratio, ratio)
    context.fillStyle = palette.surface
    context.fillRect(0, 0, size.width, size.height)
    context.drawImage(source, MARGIN, chartTop, width, height)
    context.save()
    context.translate(MARGIN, chartTop)
    paintMarks(context, palette, chart, marks)
    context.restore()
    let top = MARGIN
    const paint = ({ style, lines }: typeof foot, color: string) => {
      setTextStyle(context, palette, style)
      context.fillStyle = color
      for (const line of lines) {
        context.fillText(line, MARGIN, top + style.size)
        top += style.lineHeight
      }
    }
    for (const part of parts) paint(part, part.style === TITLE ? palette.ink : palette.horizon)
    top = chartTop + height + GAP
    paint(foot, palette.axis)
  })
  return toPng(canvas)
}
