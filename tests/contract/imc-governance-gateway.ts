import { expect, test } from 'vitest'
import { type GovernanceSettings, NO_GOVERNANCE } from '#src/domain/imc/governance/governance.ts'
import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import { type CreateImc, openBrowser } from '#tests/contract/imc-under-test.ts'

const SETTINGS: GovernanceSettings = {
  fourEyesRequests: true,
  fourEyesAbove: 5_000_000,
  screenExpiry: true,
  yearlyReview: true,
  reviewMonth: 3,
}

/** Tests of every gateway of the rules of an entity (D100). */
export function governanceGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: all rules are off until an administrator turns them on; a user reads them (D100)`, async () => {
    const service = await create()
    const { governance } = await openBrowser(service)
    const reader = await openBrowser(service, 'operador')
    expect(getValue(await governance.read())).toEqual({
      ...NO_GOVERNANCE,
      version: 0,
      updatedAt: null,
      updatedBy: '',
      administrators: 2,
    })
    const saved = getValue(await governance.save(SETTINGS, 0))
    expect(saved).toMatchObject({ ...SETTINGS, version: 1, updatedBy: 'Paula Ibáñez Cárdenas' })
    expect(getValue(await reader.governance.read())).toEqual(saved)
    expect(await reader.governance.save(NO_GOVERNANCE, 1)).toMatchObject(rejection(403))
  })

  test(`${name}: of two administrators the second reads who was first; a repeated save succeeds (D100)`, async () => {
    const { governance } = await openBrowser(await create())
    getValue(await governance.save(SETTINGS, 0))
    const message = 'Paula Ibáñez Cárdenas cambió los controles mientras usted los editaba.'
    expect(await governance.save(NO_GOVERNANCE, 0)).toMatchObject({ error: { status: 409, message } })
    expect(getValue(await governance.save(SETTINGS, 0)).version).toBe(1)
    expect(getValue(await governance.save({ ...SETTINGS, fourEyesAbove: null }, 1)).version).toBe(2)
  })

  test(`${name}: impossible values are refused (D100)`, async () => {
    const { governance } = await openBrowser(await create())
    for (const values of [{ fourEyesAbove: 0 }, { reviewMonth: null }, { reviewMonth: 13 }]) {
      expect(await governance.save({ ...SETTINGS, ...values }, 0)).toMatchObject(rejection(400))
    }
  })

  test(`${name}: the audit says from what to what (D100)`, async () => {
    const { governance, audit } = await openBrowser(await create())
    getValue(await governance.save({ ...NO_GOVERNANCE, screenExpiry: true }, 0))
    getValue(await governance.save({ ...NO_GOVERNANCE, fourEyesAbove: 5_000_000 }, 1))
    const query = {
      kind: 'all',
      person: '',
      action: 'governance-changed',
      from: null,
      until: null,
      after: null,
    } as const
    expect(getValue(await audit.page(query)).lines.map(({ before, after }) => [before, after])).toEqual([
      [
        { 'Control dual en compras desde': 'No', 'Vencimiento de pantallas': 'Sí' },
        { 'Control dual en compras desde': '5000000', 'Vencimiento de pantallas': 'No' },
      ],
      [{ 'Vencimiento de pantallas': 'No' }, { 'Vencimiento de pantallas': 'Sí' }],
    ])
  })
}
