import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_DESKS,
  DESK_COLUMNS,
  DESK_LIMITS,
  DESK_PANELS,
  DESK_SIZES,
  type Desk,
  type DeskPanel,
  formatDesksFile,
  hidePanel,
  isSameDesks,
  listShown,
  movePanel,
  parseDesks,
  parseDesksFile,
  placePanel,
  resizePanel,
  showPanel,
} from '#src/domain/desk/desk.ts'

const panel = fc.constantFrom(...DESK_PANELS)
const change: fc.Arbitrary<(desk: Desk) => Desk> = fc.oneof(
  fc.tuple(panel, fc.integer({ min: -12, max: 12 })).map(
    ([name, steps]) =>
      (desk: Desk) =>
        movePanel(desk, name, steps),
  ),
  fc.tuple(panel, panel).map(
    ([name, target]) =>
      (desk: Desk) =>
        placePanel(desk, name, target),
  ),
  fc.tuple(panel, fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.integer({ min: -50, max: 50 })).map(
    ([name, columns, rows]) =>
      (desk: Desk) =>
        resizePanel(desk, name, { columns, rows }),
  ),
  panel.map((name) => (desk: Desk) => hidePanel(desk, name)),
  panel.map((name) => (desk: Desk) => showPanel(desk, name)),
)
const desk = fc
  .tuple(fc.constantFrom(...DESK_SIZES), fc.array(change, { maxLength: 12 }))
  .map(([size, changes]) => changes.reduce((current: Desk, apply) => apply(current), DEFAULT_DESKS[size]))

const listPanels = (items: Desk) => items.map((item) => item.panel)

test('whatever a user changes, a desk has every panel once, within the limits, and shows at least one', () => {
  fc.assert(
    fc.property(desk, (items) => {
      expect([...listPanels(items)].sort()).toEqual([...DESK_PANELS].sort())
      expect(listShown(items).length).toBeGreaterThan(0)
      for (const { columns, rows } of items) {
        expect(columns).toBeGreaterThanOrEqual(DESK_LIMITS.columns[0])
        expect(columns).toBeLessThanOrEqual(DESK_COLUMNS)
        expect(rows).toBeGreaterThanOrEqual(DESK_LIMITS.rows[0])
        expect(rows).toBeLessThanOrEqual(DESK_LIMITS.rows[1])
      }
    }),
  )
})

test('desks are the same if every panel of each has its place, its size and is shown alike', () => {
  fc.assert(
    fc.property(desk, desk, (one, other) => {
      const toDesks = (wide: Desk) => ({ ...DEFAULT_DESKS, wide })
      expect(isSameDesks(toDesks(one), toDesks(one.map((item) => ({ ...item }))))).toBe(true)
      expect(isSameDesks(toDesks(one), toDesks(other))).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test('a file gives back the desks that were exported', () => {
  fc.assert(
    fc.property(desk, desk, (wide, ultrawide) => {
      expect(parseDesksFile(formatDesksFile({ wide, ultrawide }))).toEqual({ ok: true, value: { wide, ultrawide } })
    }),
  )
})

test('a step moves a panel by one shown place, and back', () => {
  fc.assert(
    fc.property(desk, panel, (items, name) => {
      const shown = listPanels(listShown(items))
      const index = shown.indexOf(name)
      const moved = listPanels(listShown(movePanel(items, name, 1)))
      fc.pre(index >= 0 && index < shown.length - 1)
      expect(moved.indexOf(name)).toBe(index + 1)
      expect(moved.filter((each) => each !== name)).toEqual(shown.filter((each) => each !== name))
      expect(listPanels(listShown(movePanel(movePanel(items, name, 1), name, -1)))).toEqual(shown)
    }),
  )
})

test('a panel takes the place of the one it is dropped on', () => {
  const { wide } = DEFAULT_DESKS
  expect(listPanels(placePanel(wide, 'deals', 'chart')).slice(0, 3)).toEqual(['deals', 'chart', 'figures'])
  expect(listPanels(placePanel(wide, 'chart', 'deals')).slice(0, 3)).toEqual(['figures', 'deals', 'chart'])
  expect(placePanel(wide, 'chart', 'chart')).toEqual(wide)
})

test('a hidden panel comes back where it was, and the last shown one cannot be hidden', () => {
  const { wide } = DEFAULT_DESKS
  expect(showPanel(hidePanel(wide, 'deals'), 'deals')).toEqual(wide)
  const all = DESK_PANELS.reduce<Desk>((items, name) => hidePanel(items, name), wide)
  expect(listPanels(listShown(all))).toEqual(['news'])
})

test('the default rows of panels fill the columns', () => {
  for (const size of DESK_SIZES) {
    let used = 0
    for (const { columns } of DEFAULT_DESKS[size]) used = used + columns > DESK_COLUMNS ? columns : used + columns
    expect(used).toBe(DESK_COLUMNS)
  }
})

test('a desk of an earlier version gets the panels that it lacks', () => {
  const { wide, ultrawide } = DEFAULT_DESKS
  const old = wide.filter((item) => item.panel !== 'news')
  expect(parseDesks({ wide: old, ultrawide })?.wide.map((item) => item.panel)).toEqual(listPanels(wide))
})

const { wide, ultrawide } = DEFAULT_DESKS
const withFirst = (values: object) => ({ ultrawide, wide: [{ ...wide[0], ...values }, ...wide.slice(1)] })
test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', []],
  ['one desk', { wide }],
  ['an unknown panel', withFirst({ panel: 'weather' })],
  ['a panel twice', withFirst({ panel: 'figures' satisfies DeskPanel })],
  ['too many columns', withFirst({ columns: DESK_COLUMNS + 1 })],
  ['too few rows', withFirst({ rows: 1 })],
  ['a part of a column', withFirst({ columns: 4.5 })],
  ['a text as size', withFirst({ columns: '10' })],
  ['no visible panel', { ultrawide, wide: wide.map((item) => ({ ...item, isHidden: true })) }],
])('%s is no desk', (_, value) => {
  expect(parseDesks(value)).toBeNull()
})

test.each([
  ['{', 'other-format'],
  ['{"format":"otro"}', 'other-format'],
  ['{"format":"mercado-dolar-mesa-1","wide":[]}', 'invalid-desk'],
  [`"${'x'.repeat(30_000)}"`, 'other-format'],
])('the file %.60s is refused', (text, error) => {
  expect(parseDesksFile(text)).toEqual({ ok: false, error })
})
