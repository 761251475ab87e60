import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countPages, fitColumns, renderTable } from '#src/terminal/table-frame.ts'

const TABLE = {
  titles: ['Nombre', 'Usuario'],
  rows: Array.from({ length: 30 }, (_, i) => [`Persona número ${i + 1}`, `usuario${i + 1}`]),
}

const OPTIONS = { heading: '30 usuarios', notice: null, size: [80, 24] as const, page: 0, hasKeys: true }

test('a page of a list fits 80 by 24 and names its place and the keys', () => {
  const lines = renderTable(TABLE, OPTIONS)
  // The line break after the last line takes a row too.
  expect(lines.length).toBeLessThan(24)
  expect(lines[0]).toBe('30 usuarios (página 1 de 2)')
  expect(lines[1]).toBe('Nombre             Usuario')
  expect(lines[2]).toBe('Persona número 1   usuario1')
  expect(lines.at(-1)).toBe('n: siguiente  p: anterior  q: salir')
})

test('the pages of a list show each row once', () => {
  const pages = countPages(TABLE, OPTIONS)
  const lines = Array.from({ length: pages }, (_, page) => renderTable(TABLE, { ...OPTIONS, page }).slice(2, -1)).flat()
  expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual(TABLE.rows.map(([, username]) => username))
})

test('a pipe gets all rows without keys', () => {
  const lines = renderTable(TABLE, { ...OPTIONS, size: [80, Number.POSITIVE_INFINITY], hasKeys: false })
  expect(lines).toHaveLength(32)
  expect(lines[0]).toBe('30 usuarios')
})

test('a notice stands below the heading and takes a row of the page', () => {
  const lines = renderTable(TABLE, { ...OPTIONS, notice: 'Sin conexión' })
  expect(lines[1]).toBe('Sin conexión')
  expect(lines.length).toBeLessThan(24)
})

test('an empty list has no titles', () => {
  expect(renderTable({ ...TABLE, rows: [] }, OPTIONS)).toEqual(['30 usuarios', 'q: salir'])
})

test('the widest column gives way', () => {
  expect(fitColumns({ titles: ['A', 'B'], rows: [['x'.repeat(60), 'y'.repeat(20)]] }, 42)).toEqual([20, 20])
  expect(fitColumns({ titles: ['A', 'B'], rows: [['x'.repeat(60), 'y']] }, 42)).toEqual([39, 1])
})

test('no line is wider than the terminal', () => {
  const cell = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/\s/g, ' '))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell)), fc.integer({ min: 1, max: 120 }), (rows, columns) => {
      const table = { titles: ['Uno', 'Dos', 'Tres'], rows }
      for (const line of renderTable(table, { ...OPTIONS, size: [columns, 24] })) {
        expect([...line].length).toBeLessThanOrEqual(columns)
      }
    }),
    { numRuns: 50 },
  )
})
