import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FactorStepState, toFactorStepState } from '#src/application/identity/second-factor.ts'
import { type FactorKind, toFactorStep } from '#src/domain/identity/second-factor.ts'
import { FactorCode } from '#src/ui/auth/factor-code.tsx'
import { findField, getButton, press } from '#tests/ui/auth/auth-portal.tsx'

function openFactor(factors: readonly FactorKind[], canUsePasskeys = true) {
  const pressed: string[] = []
  const state = toFactorStepState(toFactorStep({ ticket: 'boleto', factors }), { canUsePasskeys, isAsking: false })
  if (state === null) throw new Error('no step')
  const toCode = (factor: FactorStepState) => (
    <FactorCode
      factor={factor}
      busy={false}
      onSend={() => pressed.push('code')}
      onUsePasskey={() => pressed.push('passkey')}
      onBack={() => pressed.push('back')}
    />
  )
  const { rerender } = render(toCode(state))
  return { pressed, change: (part: Partial<FactorStepState>) => rerender(toCode({ ...state, ...part })) }
}

test('the second step starts with the first factor of the account, and offers the others (D93)', async () => {
  openFactor(['totp', 'recovery'])
  expect(document.activeElement).toBe(await findField('Código de verificación'))
  await press('Usar un código de recuperación')
  expect(document.activeElement).toBe(await findField('Código de recuperación'))
  await press('Usar un código de la aplicación')
  await findField('Código de verificación')
})

test('an account with a passkey starts with it; while the device asks, only Cancelar is offered (D96)', async () => {
  const { pressed, change } = openFactor(['totp', 'passkey', 'recovery'])
  expect(document.activeElement).toBe(getButton('Usar llave de acceso'))
  await press('Usar llave de acceso')
  change({ isAsking: true })
  expect(screen.queryByRole('button', { name: 'Usar un código de la aplicación' })).toBeNull()
  getButton('Cancelar').focus()
  await press('Cancelar')
  expect(pressed).toEqual(['passkey', 'back'])
  change({ isAsking: false })
  await press('Usar un código de la aplicación')
  await findField('Código de verificación')
  await press('Usar una llave de acceso')
  expect(document.activeElement).toBe(getButton('Usar llave de acceso'))
})

test('an account with passkeys alone is asked for a recovery code where there are none (D96)', async () => {
  openFactor(['passkey', 'recovery'], false)
  await findField('Código de recuperación')
  screen.getByText('Este navegador no admite llaves de acceso. Use otra forma.')
  expect(screen.queryByRole('button', { name: 'Usar un código de la aplicación' })).toBeNull()
})
