import { expect, test } from 'vitest'
import { checkGoals, type Figures, findLowest, type Goal } from '#bench/charts/goals.ts'
import { createCandles, createDeals } from '#bench/charts/picture.ts'

const createFigures = (value: number): Figures => ({
  cold: value,
  first: value,
  append: value,
  zoom: value,
  memory: value,
  warmMemory: value,
})

test('findLowest ignores figures that were not measured', () => {
  expect(findLowest([createFigures(3), createFigures(Number.NaN), createFigures(2)], 'zoom')).toBe(2)
  expect(findLowest([createFigures(Number.NaN)], 'zoom')).toBeNaN()
})

const createZoomGoal = (baseline: Goal['baseline'], max: number): Goal => ({
  measure: 'zoom',
  baseline,
  max,
  minPoints: 0,
})

test.each([
  ['a ratio to the best library equal to the goal passes', createZoomGoal('best library', 0.5), 2, true],
  ['a ratio to the best library above the goal fails', createZoomGoal('best library', 0.5), 2.01, false],
  ['twice the bare canvas passes', createZoomGoal('bare canvas', 2), 2, true],
  ['more than twice the bare canvas fails', createZoomGoal('bare canvas', 2), 2.01, false],
  ['a time equal to the goal passes', createZoomGoal('none', 8), 8, true],
  ['a time above the goal fails', createZoomGoal('none', 8), 8.01, false],
])('%s', (_name, goal, ours, expected) => {
  const measured = {
    ours: createFigures(ours),
    libraries: [createFigures(4), createFigures(9)],
    bareCanvas: createFigures(1),
  }
  expect(checkGoals([goal], 100, measured).map((result) => result.passed)).toEqual([expected])
})

test('a goal that was not measured fails', () => {
  const measured = { ours: createFigures(1), libraries: [], bareCanvas: null }
  expect(
    checkGoals([createZoomGoal('best library', 1), createZoomGoal('bare canvas', 2)], 100, measured).map(
      ({ passed }) => passed,
    ),
  ).toEqual([false, false])
})

test.each([
  [99, 0],
  [100, 1],
  [200, 1],
  [201, 0],
])('at %i points checkGoals returns %i results when the goal applies to 100 to 200 points', (size, expected) => {
  const goal: Goal = { ...createZoomGoal('none', 8), minPoints: 100, maxPoints: 200 }
  expect(checkGoals([goal], size, { ours: createFigures(1), libraries: [], bareCanvas: null })).toHaveLength(expected)
})

test('createDeals returns the same ascending deals on each call', () => {
  const [one, other] = [createDeals(50), createDeals(50)]
  expect(one.first(50)).toEqual(other.first(50))
  const { x } = one.first(80)
  expect(x.every((value, index) => index === 0 || value > (x[index - 1] ?? value))).toBe(true)
})

test('a candle opens and closes between its low and high', () => {
  const { x, open, high, low, close } = createCandles(200).first(200)
  for (const index of x.keys()) {
    const [top = 0, bottom = 0] = [high[index], low[index]]
    for (const value of [open[index], close[index]]) {
      expect(value).toBeLessThanOrEqual(top)
      expect(value).toBeGreaterThanOrEqual(bottom)
    }
  }
})
