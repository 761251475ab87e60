import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getRegion, openPortal } from '#tests/ui/portal.tsx'

test('a month has all of its days on one page, without buttons to other pages (D123)', async () => {
  const { flush } = await openPortal({ path: '/dias/2026-11/' })
  await screen.findByRole('region', { name: 'Días' })
  await flush()
  const days = getRegion('Días')
  expect(days.getByText('1–2 de 2 días')).toBeTruthy()
  expect(days.queryByRole('button', { name: /página/i })).toBeNull()
})
