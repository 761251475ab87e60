import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Main } from '#src/ui/parts/main.tsx'
import { useArrival } from '#src/ui/shell/use-arrival.ts'

afterEach(cleanup)

function Place({ path }: { readonly path: string }) {
  useArrival(path)
  return <Main title={path}>{path}</Main>
}

test('the first screen leaves the focus where it is', () => {
  render(<Place path="/" />)
  expect(document.activeElement).toBe(document.body)
})

test('a navigation goes to the top, focuses the main part and names the tab', () => {
  const { rerender } = render(<Place path="/" />)
  document.documentElement.scrollTop = 500
  rerender(<Place path="/precios/" />)
  expect(document.documentElement.scrollTop).toBe(0)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(document.title).toBe('/precios/ | Mercado Dólar')
})

test('the same screen drawn again takes nobody away', () => {
  const { rerender } = render(<Place path="/" />)
  document.documentElement.scrollTop = 500
  rerender(<Place path="/" />)
  expect(document.documentElement.scrollTop).toBe(500)
  expect(document.activeElement).toBe(document.body)
})
