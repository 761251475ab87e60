import { expect, test } from 'vitest'
import type { SettingsGateway } from '#src/application/market/ports.ts'
import { MAX_SETTING_LENGTH } from '#src/domain/identity/settings.ts'
import { getValue } from '#tests/contract/identity-under-test.ts'

/** A service with the settings of its clients. */
export interface SettingsUnderTest {
  readonly visitor: SettingsGateway
  /** Signs a client in, in a browser of its own, and returns its settings. */
  readonly client: (username: string) => Promise<SettingsGateway>
}

/** Tests of every gateway that stores the settings of one user: of a client, or of a visitor in its browser. */
export function settingStoreContract(name: string, open: () => Promise<SettingsGateway>): void {
  const layout = { wide: [{ panel: 'chart', columns: 10 }], note: 'ñ "comillas"', none: null }

  test(`${name}: a setting is empty before its first value, and then keeps each value with its version`, async () => {
    const settings = await open()
    expect(await settings.read('mesa')).toEqual({ ok: true, value: { version: 0, value: null } })
    expect(await settings.write('mesa', { version: 0, value: layout })).toEqual({
      ok: true,
      value: { version: 1, value: layout },
    })
    await settings.write('mesa', { version: 1, value: [] })
    expect(await settings.read('mesa')).toEqual({ ok: true, value: { version: 2, value: [] } })
    expect(getValue(await settings.read('dibujos-spot'))).toEqual({ version: 0, value: null })
  })

  test(`${name}: a value that another window has replaced is refused, and the newer one stays`, async () => {
    const settings = await open()
    await settings.write('mesa', { version: 0, value: 'first' })
    for (const version of [0, 2, 7])
      expect(await settings.write('mesa', { version, value: 'late' })).toMatchObject({
        ok: false,
        error: { kind: 'rejected', status: 409 },
      })
    expect(getValue(await settings.read('mesa'))).toEqual({ version: 1, value: 'first' })
  })

  test(`${name}: a value that is too long is refused`, async () => {
    const settings = await open()
    const longest = 'x'.repeat(MAX_SETTING_LENGTH - 2)
    expect((await settings.write('mesa', { version: 0, value: longest })).ok).toBe(true)
    expect(await settings.write('mesa', { version: 1, value: `${longest}x` })).toMatchObject({
      ok: false,
      error: { kind: 'rejected', status: 400 },
    })
  })
}

/** Tests of every gateway of the settings of clients (D127). */
export function settingsGatewayContract(name: string, open: () => Promise<SettingsUnderTest>): void {
  settingStoreContract(name, async () => (await open()).client('demo'))

  test(`${name}: each client has its own settings, a visitor none`, async () => {
    const { client, visitor } = await open()
    await (await client('demo')).write('mesa', { version: 0, value: 'of demo' })
    expect(getValue(await (await client('demodos')).read('mesa'))).toEqual({ version: 0, value: null })
    for (const call of [visitor.read('mesa'), visitor.write('mesa', { version: 0, value: 1 })])
      expect(await call).toMatchObject({ ok: false, error: { kind: 'rejected', status: 401 } })
  })
}
