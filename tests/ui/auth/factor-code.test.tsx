import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toFactorStepState } from '#src/application/identity/second-factor.ts'
import { type FactorKind, toFactorStep } from '#src/domain/identity/second-factor.ts'
import { FactorCode } from '#src/ui/auth/factor-code.tsx'
import { findField, press } from '#tests/ui/auth/auth-portal.tsx'

function openFactor(factors: readonly FactorKind[]) {
  const factor = toFactorStepState(toFactorStep({ ticket: 'boleto', factors }))
  if (factor === null) throw new Error('no step')
  render(<FactorCode factor={factor} busy={false} onSend={() => {}} onBack={() => {}} />)
}

test('the second step starts with the first factor of the account, and offers the others (D93, D96)', async () => {
  openFactor(['totp', 'recovery'])
  expect(document.activeElement).toBe(await findField('Código de verificación'))
  await press('Usar un código de recuperación')
  expect(document.activeElement).toBe(await findField('Código de recuperación'))
  await press('Usar un código de la aplicación')
  await findField('Código de verificación')
})

test('an account without an application is not asked for a code of it (D96)', async () => {
  openFactor(['passkey', 'recovery'])
  await findField('Código de recuperación')
  expect(screen.queryByRole('button', { name: 'Usar un código de la aplicación' })).toBeNull()
})
