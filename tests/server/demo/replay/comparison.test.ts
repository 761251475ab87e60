import { expect, test } from 'vitest'
import { comparisonTable } from '#server/demo/replay/messages.ts'
import { compareFigures } from '#server/demo/replay/run-replay.ts'

const EXPECTED = {
  date: '2025-09-22',
  open: 3864,
  low: 3835.55,
  high: 3868,
  close: null,
  average: 3852.3,
  amount: 1,
  count: 2,
}

test.each([
  [{}, true],
  [{ close: 1 }, true],
  [{ average: 3852.31 }, true],
  [{ average: 3852.29 }, true],
  [{ average: 3852.32 }, false],
  [{ average: 3852.28 }, false],
  [{ average: null }, false],
  [{ open: 3864.01 }, false],
  [{ low: null }, false],
  [{ count: 3 }, false],
  [{ amount: 2 }, false],
])('the comparison with a reply changed by %j returns equal=%s', (difference, equal) => {
  const compared = compareFigures(EXPECTED, { ...EXPECTED, ...difference })
  expect(compared.every((figure) => figure.equal)).toBe(equal)
  expect(comparisonTable(compared)).toMatch(equal ? /Todas las cifras coinciden\.$/ : /No coinciden 1 de 7 cifras\.$/)
})

test('the comparison table contains the requested and the actual figures', () => {
  const lines = comparisonTable(compareFigures(EXPECTED, { ...EXPECTED, open: null, close: 3851.5 })).split('\n')
  expect(lines[1]).toMatch(/^Apertura +3\.864,00 +— +distinto$/)
  expect(lines[2]).toMatch(/^Mínimo +3\.835,55 +3\.835,55 +igual$/)
  expect(lines[4]).toMatch(/^Cierre +— +3\.851,50 +no publicado$/)
})
