import { expect, test } from 'vitest'
import type { RememberedUsername } from '#src/application/identity/ports.ts'
import type { Clipboard } from '#src/application/platform/ports.ts'

/** Tests of every store of the remembered user name. `create` returns an empty store. */
export function rememberedUsernameContract(name: string, create: () => RememberedUsername): void {
  test(`${name}: read returns null before a user name is stored`, () => {
    expect(create().read()).toBeNull()
  })

  test.each(['demo', 'Ordóñez7', 'ñ'.repeat(50)])(
    `${name}: write stores the user name %s, and null removes it`,
    (username) => {
      const store = create()
      store.write('otro')
      store.write(username)
      expect(store.read()).toBe(username)
      store.write(null)
      expect(store.read()).toBeNull()
    },
  )
}

export interface ClipboardUnderTest {
  readonly clipboard: Clipboard
  readonly readText: () => string | null
  /** Makes every later copy fail. */
  readonly refuse: () => void
}

/** Tests of every clipboard. `create` returns an empty clipboard. */
export function clipboardContract(name: string, create: () => ClipboardUnderTest): void {
  test(`${name}: copy writes the text unchanged`, async () => {
    const { clipboard, readText } = create()
    expect(await clipboard.copy('app-3d7a51c0 ñ')).toBe(true)
    expect(readText()).toBe('app-3d7a51c0 ñ')
  })

  test(`${name}: a rejected copy returns false and changes nothing`, async () => {
    const { clipboard, readText, refuse } = create()
    await clipboard.copy('uno')
    refuse()
    expect(await clipboard.copy('dos')).toBe(false)
    expect(readText()).toBe('uno')
  })
}
