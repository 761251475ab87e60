import { err, ok, type Result } from '#src/domain/result.ts'

/** The panels of a desk (D128). `figures`: close, average, prices and TRM; `other`: the other market. */
export const DESK_PANELS = [
  'chart',
  'figures',
  'deals',
  'other',
  'amounts',
  'currencies',
  'stocks',
  'indices',
  'news',
] as const
export type DeskPanel = (typeof DESK_PANELS)[number]

/** A panel on the grid: its width in columns, its height in rows. */
export interface DeskItem {
  readonly panel: DeskPanel
  readonly columns: number
  readonly rows: number
  readonly isHidden: boolean
}

/** Every panel once, in the order of the page. At least one is shown. */
export type Desk = readonly DeskItem[]

/** Columns of the grid, whatever the width of the page. */
export const DESK_COLUMNS = 24

/** The smallest and the largest size of a panel. */
export const DESK_LIMITS = { columns: [3, DESK_COLUMNS], rows: [2, 16] } as const

/** The widths of pages that have a desk of their own; `min` in px. */
export const DESK_SIZES = ['wide', 'ultrawide'] as const
export type DeskSize = (typeof DESK_SIZES)[number]
export const DESK_MIN_PX: Readonly<Record<DeskSize, number>> = { wide: 1800, ultrawide: 2800 }

/** The desks of a user, one for each width. */
export type Desks = Readonly<Record<DeskSize, Desk>>

const item = (panel: DeskPanel, columns: number, rows: number): DeskItem => ({ panel, columns, rows, isHidden: false })

export const DEFAULT_DESKS: Desks = {
  wide: [
    item('chart', 10, 10),
    item('figures', 5, 10),
    item('deals', 4, 10),
    item('other', 5, 10),
    item('amounts', 24, 2),
    item('currencies', 6, 6),
    item('stocks', 6, 6),
    item('indices', 6, 6),
    item('news', 6, 6),
  ],
  ultrawide: [
    item('chart', 11, 11),
    item('figures', 3, 11),
    item('deals', 3, 11),
    item('other', 4, 11),
    item('news', 3, 11),
    item('amounts', 24, 2),
    item('currencies', 8, 6),
    item('stocks', 8, 6),
    item('indices', 8, 6),
  ],
}

const clamp = (value: number, [low, high]: readonly [number, number]) =>
  Math.min(high, Math.max(low, Math.round(value)))

const change = (desk: Desk, panel: DeskPanel, values: Partial<DeskItem>): Desk =>
  desk.map((each) => (each.panel === panel ? { ...each, ...values } : each))

export const listShown = (desk: Desk): Desk => desk.filter(({ isHidden }) => !isHidden)

/** Puts a panel where another is; that one and those between move towards its old place. */
export function placePanel(desk: Desk, panel: DeskPanel, target: DeskPanel): Desk {
  const from = desk.findIndex((each) => each.panel === panel)
  const to = desk.findIndex((each) => each.panel === target)
  const moved = desk[from]
  if (moved === undefined || to < 0) return desk
  const others = desk.filter((each) => each !== moved)
  return [...others.slice(0, to), moved, ...others.slice(to)]
}

/** Moves a panel among the shown ones; at the ends it stays. */
export function movePanel(desk: Desk, panel: DeskPanel, steps: number): Desk {
  const shown = listShown(desk)
  const from = shown.findIndex((each) => each.panel === panel)
  const target = shown[clamp(from + steps, [0, shown.length - 1])]
  return from < 0 || target === undefined ? desk : placePanel(desk, panel, target.panel)
}

/** Changes the size of a panel, within the limits. */
export const resizePanel = (
  desk: Desk,
  panel: DeskPanel,
  { columns, rows }: Pick<DeskItem, 'columns' | 'rows'>,
): Desk => change(desk, panel, { columns: clamp(columns, DESK_LIMITS.columns), rows: clamp(rows, DESK_LIMITS.rows) })

/** True for the only panel that is shown. */
export const isLastShown = (desk: Desk, panel: DeskPanel): boolean =>
  listShown(desk).every((each) => each.panel === panel)

/** Hides a panel. The last one stays: an empty desk has no figures. */
export const hidePanel = (desk: Desk, panel: DeskPanel): Desk =>
  isLastShown(desk, panel) ? desk : change(desk, panel, { isHidden: true })

/** Shows a hidden panel again, at its old place. */
export const showPanel = (desk: Desk, panel: DeskPanel): Desk => change(desk, panel, { isHidden: false })

const isSameItem = (one: DeskItem, other: DeskItem | undefined) =>
  one.panel === other?.panel &&
  one.columns === other.columns &&
  one.rows === other.rows &&
  one.isHidden === other.isHidden

/** True for desks that look the same: a change that was taken back is none. */
export const isSameDesks = (one: Desks, other: Desks): boolean =>
  DESK_SIZES.every((size) => one[size].every((each, index) => isSameItem(each, other[size][index])))

/** A change of a desk by its user. */
export type DeskChange =
  | { readonly kind: 'move'; readonly panel: DeskPanel; readonly steps: number }
  | { readonly kind: 'place'; readonly panel: DeskPanel; readonly target: DeskPanel }
  | { readonly kind: 'resize'; readonly panel: DeskPanel; readonly columns: number; readonly rows: number }
  | { readonly kind: 'hide' | 'show'; readonly panel: DeskPanel }

export function changeDesk(desk: Desk, change: DeskChange): Desk {
  const { panel } = change
  switch (change.kind) {
    case 'move':
      return movePanel(desk, panel, change.steps)
    case 'place':
      return placePanel(desk, panel, change.target)
    case 'resize':
      return resizePanel(desk, panel, change)
    case 'hide':
      return hidePanel(desk, panel)
    case 'show':
      return showPanel(desk, panel)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPanel = (value: unknown): value is DeskPanel => DESK_PANELS.some((panel) => panel === value)

const isWithin = (value: unknown, [low, high]: readonly [number, number]): value is number =>
  Number.isInteger(value) && low <= (value as number) && (value as number) <= high

function parseItem(value: unknown): DeskItem | null {
  if (!isRecord(value)) return null
  const { panel, columns, rows, isHidden } = value
  if (!isPanel(panel) || typeof isHidden !== 'boolean') return null
  if (!isWithin(columns, DESK_LIMITS.columns) || !isWithin(rows, DESK_LIMITS.rows)) return null
  return { panel, columns, rows, isHidden }
}

/** A desk of an earlier version lacks panels of a later one: they follow, as in the default desk. */
const addMissing = (desk: Desk, size: DeskSize): Desk => [
  ...desk,
  ...DEFAULT_DESKS[size].filter(({ panel }) => desk.every((each) => each.panel !== panel)),
]

function parseDesk(value: unknown, size: DeskSize): Desk | null {
  if (!Array.isArray(value) || value.length > DESK_PANELS.length) return null
  const items = value.map(parseItem)
  if (!items.every((each) => each !== null)) return null
  const isRepeated = new Set(items.map(({ panel }) => panel)).size < items.length
  const desk = addMissing(items, size)
  return isRepeated || listShown(desk).length === 0 ? null : desk
}

/** Parses the desks of a storage or a file; null when they are not desks. */
export function parseDesks(value: unknown): Desks | null {
  if (!isRecord(value)) return null
  const wide = parseDesk(value['wide'], 'wide')
  const ultrawide = parseDesk(value['ultrawide'], 'ultrawide')
  return wide && ultrawide && { wide, ultrawide }
}

/** Names the content of an exported file. */
const FILE_FORMAT = 'mercado-dolar-mesa-1'

/** The largest file of desks, in characters. */
const MAX_FILE_LENGTH = 20_000

/** Formats desks as the text of a file. */
export const formatDesksFile = (desks: Desks): string =>
  `${JSON.stringify({ format: FILE_FORMAT, ...desks }, null, 2)}\n`

/** Parses the text of a file. `other-format`: the text is no file of desks. */
export function parseDesksFile(text: string): Result<Desks, 'other-format' | 'invalid-desk'> {
  const content = text.length <= MAX_FILE_LENGTH ? parseJson(text) : null
  if (!isRecord(content) || content['format'] !== FILE_FORMAT) return err('other-format')
  const desks = parseDesks(content)
  return desks ? ok(desks) : err('invalid-desk')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
