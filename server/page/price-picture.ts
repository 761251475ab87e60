import { escapeMarkup } from '#server/http/html.ts'
import type { PreviewDay, PreviewPrice } from '#server/market/preview-price.ts'
import { PICTURE_SIZE } from '#server/page/head-tags.ts'
import {
  DELAY_NOTE,
  MARKET_TITLE,
  momentText,
  NO_PRICE_YET,
  priceLabel,
  SIMULATED_DATA,
  VERSUS_PREVIOUS_CLOSE,
} from '#server/page/messages.ts'
import { type Box, findHorizon, linePoints, priceRange, type Ranges, toX, toY } from '#server/page/price-line.ts'
import { formatPercent, formatPrice, formatSigned, splitPrice } from '#src/domain/money.ts'
import { formatTime } from '#src/domain/time/bogota.ts'
import { computeMove, direction } from '#src/domain/trading/figures.ts'
import type { Direction } from '#src/domain/trading/market.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'

/** The light colours of the portal (src/ui/styles/tokens.css); a preview picture has one theme. */
export const COLOURS = {
  surface: '#fbfbfa',
  line: '#d6dddf',
  rule: '#10181c',
  ink: '#10181c',
  'ink-soft': '#33434b',
  muted: '#55646c',
  accent: '#1a3ac2',
  'on-accent': '#ffffff',
  up: '#0a6c40',
  down: '#b0202e',
  same: '#55646c',
  'chart-price': '#1a3ac2',
  'chart-area': '#1a3ac21f',
  'chart-under': '#55646c24',
  'chart-grid': '#e3e8e9',
} as const

/**
 * The three faces of the picture (tools/picture-fonts.mjs), as the font attributes of an SVG text.
 */
const FACES = {
  text: 'font-weight="450" font-stretch="normal"',
  head: 'font-weight="650" font-stretch="semi-condensed"',
  figure: 'font-weight="600" font-stretch="condensed"',
} as const

export const PICTURE_FACES = Object.keys(FACES)

interface TextStyle {
  readonly face: keyof typeof FACES
  readonly size: number
  readonly fill: string
  readonly anchor?: 'end' | 'middle'
}

const MARGIN = 60
const RIGHT = PICTURE_SIZE.width - MARGIN
/** Right edge of the column with average, TRM, low and high, in px. */
const FIGURES_RIGHT = 540

/** The plot area. The price labels are to its right. */
const PLOT: Box = { left: 600, top: 162, width: 416, height: 340 }
const LABEL_X = PLOT.left + PLOT.width + 12

/** Minimum distance between the middles of two price labels, in px. */
const LABEL_GAP = 36

const LOGO = `<path fill="${COLOURS.ink}" d="M12 0h2v26h-2zM4 4h8v8H4zM14 4h8v3h-8zM4 19h8v3H4z"/><path fill="${COLOURS.accent}" d="M14 14h8v8h-8z"/>`

const ARROWS: Readonly<Record<Direction, string>> = {
  UP: 'M5 1 9.5 9h-9z',
  DOWN: 'M5 9 .5 1h9z',
  SAME: 'M.5 3.8h9v2.4h-9z',
}

const TONES: Readonly<Record<Direction, string>> = { UP: COLOURS.up, DOWN: COLOURS.down, SAME: COLOURS.same }

function drawText(x: number, y: number, { face, size, fill, anchor }: TextStyle, content: string): string {
  const alignment = anchor ? ` text-anchor="${anchor}"` : ''
  return `<text x="${x}" y="${y}" ${FACES[face]} font-size="${size}" fill="${fill}"${alignment}>${escapeMarkup(content)}</text>`
}

const drawHairline = (y: number, left: number, right: number) =>
  `<path d="M${left} ${y}H${right}" stroke="${COLOURS.line}" stroke-width="2"/>`

const drawLabel = (x: number, y: number, content: string, anchor?: 'end' | 'middle') =>
  drawText(x, y, { face: 'text', size: 24, fill: COLOURS.muted, ...(anchor && { anchor }) }, content)

function drawHead(moment: string): string {
  const words = `<tspan>Mercado </tspan><tspan ${FACES.head}>Dólar</tspan>`
  return [
    `<g transform="translate(${MARGIN - 7} 40) scale(1.75)">${LOGO}</g>`,
    `<text x="${MARGIN + 48}" y="75" ${FACES.text} font-size="34" fill="${COLOURS.ink}">${words}</text>`,
    drawLabel(RIGHT, 74, moment, 'end'),
    `<path d="M${MARGIN} 110H${RIGHT}" stroke="${COLOURS.rule}" stroke-width="4"/>`,
  ].join('')
}

const drawFoot = (simulated: boolean) =>
  [
    drawHairline(562, MARGIN, RIGHT),
    drawLabel(MARGIN, 600, DELAY_NOTE),
    simulated
      ? drawText(RIGHT, 600, { face: 'head', size: 24, fill: COLOURS['ink-soft'], anchor: 'end' }, SIMULATED_DATA)
      : '',
  ].join('')

/** Draws the large price. A whole part of more than five characters has a smaller font. */
function drawPrice(close: number): string {
  const parts = splitPrice(close)
  const size = Math.min(150, Math.floor((150 * 5) / (parts?.whole.length ?? 5)))
  return `<text x="${MARGIN}" y="300" ${FACES.figure} fill="${COLOURS.ink}" font-size="${size}"><tspan font-size="${size * 0.4}" dy="${-size * 0.3}" fill="${COLOURS.muted}">$</tspan><tspan dx="10" dy="${size * 0.3}">${parts?.whole}</tspan><tspan font-size="${size * 0.58}">${parts?.decimals}</tspan></text>`
}

function drawMove({ close, previousClose }: PreviewPrice): string {
  const move = computeMove(previousClose, close)
  if (move === null) return ''
  const moveDirection = direction(close, previousClose)
  const fill = TONES[moveDirection]
  return [
    `<path transform="translate(${MARGIN} 331) scale(2.4)" fill="${fill}" d="${ARROWS[moveDirection]}"/>`,
    drawText(
      MARGIN + 36,
      354,
      { face: 'head', size: 32, fill },
      `${formatSigned(move.pesos, 2)} (${formatPercent(move.percent)})`,
    ),
    drawLabel(MARGIN, 390, VERSUS_PREVIOUS_CLOSE),
  ].join('')
}

function drawFigures({ average, trm, low, high }: PreviewPrice): string {
  const figures = [
    ['Promedio', average],
    ['TRM', trm],
    ['Mínimo', low],
    ['Máximo', high],
  ] as const
  return figures
    .map(([name, value], index) => {
      const [left, right] = index % 2 === 0 ? [MARGIN, 290] : [310, FIGURES_RIGHT]
      const y = index < 2 ? 452 : 528
      const figure = drawText(
        right,
        y,
        { face: 'figure', size: 30, fill: COLOURS.ink, anchor: 'end' },
        formatPrice(value),
      )
      return `${drawHairline(y - 42, left, right)}${drawLabel(left, y, name)}${figure}`
    })
    .join('')
}

const toPath = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** Draws the TRM at y = `level`, and the area between it and the line: cobalt above, grey below. */
function drawTrm(points: readonly (readonly [number, number])[], level: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const { left, top, width, height } = PLOT
  const area = `${toPath(points)}L${last[0]} ${level}L${first[0]} ${level}Z`
  return [
    `<clipPath id="over"><rect x="${left}" y="${top}" width="${width}" height="${level - top}"/></clipPath>`,
    `<clipPath id="under"><rect x="${left}" y="${level}" width="${width}" height="${top + height - level}"/></clipPath>`,
    `<path clip-path="url(#over)" fill="${COLOURS['chart-area']}" d="${area}"/>`,
    `<path clip-path="url(#under)" fill="${COLOURS['chart-under']}" d="${area}"/>`,
    `<path d="M${left} ${level}H${left + width}" stroke="${COLOURS['ink-soft']}" stroke-width="2" stroke-dasharray="2 5"/>`,
  ].join('')
}

function drawTimeAxis(ranges: Ranges): string {
  const { from, to } = ranges
  return [from, (from + to) / 2, to]
    .map((time, index) => {
      const x = toX(PLOT, ranges, time)
      const grid = `<path d="M${x} ${PLOT.top}V${PLOT.top + PLOT.height}" stroke="${COLOURS['chart-grid']}" stroke-width="2"/>`
      const anchor = (['start', 'middle', 'end'] as const)[index]
      return (
        grid +
        drawLabel(x, PLOT.top + PLOT.height + 36, formatTime(time).slice(0, 5), anchor === 'start' ? undefined : anchor)
      )
    })
    .join('')
}

/**
 * Draws the price in a filled tag at `y`, and the label of the TRM at `level`, moved if the two
 * would overlap.
 */
function drawPriceLabels(close: number, y: number, level: number | null, trm: number | null): string {
  const tag = `<rect x="${LABEL_X - 8}" y="${y - 18}" width="${RIGHT - LABEL_X + 8}" height="36" rx="3" fill="${COLOURS.accent}"/>`
  const value = drawText(
    RIGHT - 8,
    y + 9,
    { face: 'figure', size: 26, fill: COLOURS['on-accent'], anchor: 'end' },
    formatPrice(close),
  )
  if (level === null || trm === null) return tag + value
  const isNear = Math.abs(level - y) < LABEL_GAP
  const middle = isNear ? y + (level < y ? -LABEL_GAP : LABEL_GAP) : level
  return tag + value + drawText(LABEL_X, middle + 8, { face: 'figure', size: 24, fill: COLOURS['ink-soft'] }, 'TRM')
}

/** Draws the day's line with the TRM as its horizon. */
function drawChart({ price, line }: PreviewDay): string {
  const { opensAt, closesAt } = tradingBounds('spot', price.date)
  const { times, prices } = line
  const [firstTime = opensAt, lastTime = closesAt] = [times[0], times.at(-1)]
  const horizon = findHorizon(line, price.dayTrm)
  const ranges: Ranges = {
    from: Math.min(opensAt, firstTime),
    to: Math.max(closesAt, lastTime),
    ...priceRange(prices, horizon),
  }
  const points = linePoints(line, PLOT, ranges)
  const end = points.at(-1)
  if (!end) return ''
  const level = horizon === null ? null : toY(PLOT, ranges, horizon)
  return [
    drawTimeAxis(ranges),
    level === null ? '' : drawTrm(points, level),
    `<path fill="none" stroke="${COLOURS['chart-price']}" stroke-width="3" stroke-linejoin="round" d="${toPath(points)}"/>`,
    `<circle cx="${end[0]}" cy="${end[1]}" r="6" fill="${COLOURS['chart-price']}"/>`,
    drawPriceLabels(price.close, end[1], level, horizon),
  ].join('')
}

const drawDay = (day: PreviewDay) =>
  [
    drawLabel(MARGIN, 160, `${MARKET_TITLE}. ${priceLabel(day.price.date === day.price.today)}`),
    drawPrice(day.price.close),
    drawMove(day.price),
    drawFigures(day.price),
    drawChart(day),
  ].join('')

const drawNoPrice = () => drawText(MARGIN, 320, { face: 'head', size: 56, fill: COLOURS.muted }, NO_PRICE_YET)

/**
 * Draws the preview picture as SVG: logo, price, change, figures, the day's line, time and delay.
 */
export function drawPricePicture(day: PreviewDay | null, { simulated }: { readonly simulated: boolean }): string {
  const { width, height } = PICTURE_SIZE
  const moment = day ? momentText(day.price.date, day.price.time) : ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Archivo">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.surface}"/>`,
    drawHead(moment),
    day ? drawDay(day) : drawNoPrice(),
    drawFoot(simulated),
    '</svg>',
  ].join('')
}
