import { expect, test } from 'vitest'
import type { RememberedUsername } from '#src/application/identity/remembered-username.ts'
import type { Clipboard } from '#src/application/platform/clipboard.ts'

/** What any memory of the user name does; each `create` starts without one. */
export function rememberedUsernameContract(name: string, create: () => RememberedUsername): void {
  test(`${name}: no user name is remembered until one is`, () => {
    expect(create().read()).toBeNull()
  })

  test.each(['demo', 'Ordóñez7', 'ñ'.repeat(50)])(
    `${name}: the user name %s is remembered until it is forgotten`,
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

/** What any clipboard does; it is empty at first. */
export function clipboardContract(name: string, create: () => ClipboardUnderTest): void {
  test(`${name}: a text is copied as it is`, async () => {
    const { clipboard, text } = create()
    expect(await clipboard.copy('app-3d7a51c0 ñ')).toBe(true)
    expect(text()).toBe('app-3d7a51c0 ñ')
  })

  test(`${name}: a refused copy says so and leaves what was there`, async () => {
    const { clipboard, text, refuse } = create()
    await clipboard.copy('uno')
    refuse()
    expect(await clipboard.copy('dos')).toBe(false)
    expect(text()).toBe('uno')
  })
}
