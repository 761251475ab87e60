import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Occupancy } from '#src/ui/imc/packages/package-columns.tsx'

/** Returns the parts of the bar, each with its start and its end in percent. */
function readParts() {
  const parts = [...screen.getByRole('img').querySelectorAll('rect')]
  return parts.map((part) => {
    const start = Number(part.getAttribute('x') ?? 0)
    return { start, end: start + Number(part.getAttribute('width')) }
  })
}

test.each([
  [1, 10_070],
  [60, 10_070],
  [40, 80],
  [10_069, 10_070],
])('the bar shows both parts without an overlap for %d used of %d screens', (used, screens) => {
  render(<Occupancy screens={screens} available={screens - used} />)
  const [usedPart, freePart] = readParts()
  expect(usedPart?.end).toBeGreaterThanOrEqual(1)
  expect(freePart?.start).toBeGreaterThan(usedPart?.end ?? 100)
  expect((freePart?.end ?? 0) - (freePart?.start ?? 0)).toBeGreaterThanOrEqual(1)
  expect(freePart?.end).toBeLessThanOrEqual(100)
})

test.each([
  [80, 0, 100],
  [0, 80, 99.6],
])('the bar shows one part for %d used and %d free screens', (used, free, end) => {
  render(<Occupancy screens={used + free} available={free} />)
  expect(readParts().map((part) => Math.round(part.end * 10) / 10)).toEqual([end])
})
