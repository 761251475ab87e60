import { expect, test } from 'vitest'
import type { RememberedUsername } from '#src/application/identity/remembered-username.ts'
import type { Clipboard } from '#src/application/platform/clipboard.ts'

/** Tests of every store of the user name. `create` starts without one. */
export function rememberedUsernameContract(name: string, create: () => RememberedUsername): void {
  test(`${name}: read returns null before a user name is stored`, () => {
    expect(create().read()).toBeNull()
  })

  test.each(['demo', 'Ordóñez7', 'ñ'.repeat(50)])(
    `${name}: the user name %s is stored until null is written`,
    (username) => {
      const remembered = create()
      remembered.write('otro')
      remembered.write(username)
      expect(remembered.read()).toBe(username)
      remembered.write(null)
      expect(remembered.read()).toBeNull()
    },
  )
}

export interface ClipboardUnderTest {
  readonly clipboard: Clipboard
  readonly text: () => string | null
  readonly refuse: () => void
}

/** Tests of every clipboard. It is empty at first. */
export function clipboardContract(name: string, create: () => ClipboardUnderTest): void {
  test(`${name}: copy writes the text unchanged`, async () => {
    const { clipboard, text } = create()
    expect(await clipboard.copy('app-3d7a51c0 ñ')).toBe(true)
    expect(text()).toBe('app-3d7a51c0 ñ')
  })

  test(`${name}: a rejected copy returns false and changes nothing`, async () => {
    const { clipboard, text, refuse } = create()
    await clipboard.copy('uno')
    refuse()
    expect(await clipboard.copy('dos')).toBe(false)
    expect(text()).toBe('uno')
  })
}
