import { expect, test } from 'vitest'

import { type Log, type Page, type PageSizeStore, THEMES, type ThemeStore } from '#src/application/platform/ports.ts'

export interface PageUnderTest {
  readonly page: Page
  readonly setVisible: (visible: boolean) => void
  readonly setOnline: (online: boolean) => void
  readonly setDialogOpen: (open: boolean) => void
}

/** Tests of every page port. */
export function pageContract(name: string, create: () => PageUnderTest): void {
  test(`${name}: the page notifies its listener of every change of visibility and connection`, () => {
    const { page, setVisible, setOnline } = create()
    const states: (readonly [boolean, boolean])[] = []
    const { unsubscribe } = page.subscribe(({ visible, online }) => states.push([visible, online]))
    setVisible(false)
    setOnline(false)
    setVisible(true)
    setOnline(true)
    unsubscribe()
    setVisible(false)
    expect(states).toEqual([
      [false, true],
      [false, false],
      [true, false],
      [true, true],
    ])
    expect(page.getSnapshot().visible).toBe(false)
  })

  test(`${name}: the page is busy while a dialog is open`, () => {
    const { page, setDialogOpen } = create()
    expect(page.busy()).toBe(false)
    setDialogOpen(true)
    expect(page.busy()).toBe(true)
    setDialogOpen(false)
    expect(page.busy()).toBe(false)
  })
}

/** Tests of every theme store. `create` returns an empty store. */
export function themeStoreContract(name: string, create: () => ThemeStore): void {
  test(`${name}: the theme is system before a theme is stored`, () => {
    expect(create().getSnapshot()).toEqual({ theme: 'system' })
  })

  test.each(THEMES)(`${name}: write stores the theme %s`, (theme) => {
    const store = create()
    store.write('dark')
    store.subscribe()
    store.write(theme)
    expect(store.getSnapshot()).toEqual({ theme })
  })
}

/** Tests of every store of page sizes. `create` returns an empty store. */
export function pageSizesContract(name: string, create: () => PageSizeStore): void {
  test(`${name}: each list has its own page size, and null removes it`, () => {
    const store = create()
    expect(store.read('usuarios')).toBeNull()
    store.write('usuarios', 100)
    store.write('paquetes', 25)
    store.write('usuarios', 10)
    expect([store.read('usuarios'), store.read('paquetes'), store.read('costos')]).toEqual([10, 25, null])
    store.write('usuarios', null)
    store.write('costos', null)
    expect([store.read('usuarios'), store.read('paquetes')]).toEqual([null, 25])
  })
}

export interface LogUnderTest {
  readonly log: Log
  readonly readLines: () => readonly (readonly unknown[])[]
}

/** Tests of every log. */
export function logContract(name: string, create: () => LogUnderTest): void {
  test(`${name}: the log writes each message with its detail`, () => {
    const { log, readLines } = create()
    log.error('Error al consultar días festivos', { kind: 'timeout' })
    log.error('Otro', null)
    expect(readLines()).toEqual([
      ['Error al consultar días festivos', { kind: 'timeout' }],
      ['Otro', null],
    ])
  })
}
