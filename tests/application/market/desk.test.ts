import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createMemorySettings } from '#src/adapters/memory/settings.ts'
import { createDeskView } from '#src/application/market/desk.ts'
import type { SettingsGateway } from '#src/application/market/ports.ts'
import { createAnnouncer, createToasts } from '#src/application/platform/notices.ts'
import { DEFAULT_DESKS, DESK_PANELS, formatDesksFile, hidePanel } from '#src/domain/desk/desk.ts'
import { err } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

async function openDesk(settings: SettingsGateway = createMemorySettings({ findClient: () => ({ id: 'cli-demo' }) })) {
  const ports = createMemoryPorts({ settings })
  const toasts = createToasts()
  const announcer = createAnnouncer(ports.timers)
  const view = createDeskView({ ...ports, toasts, announcer })
  const { unsubscribe } = view.subscribe(() => {})
  await flushPromises()
  return { view, toasts, announcer, settings, unsubscribe, downloads: ports.downloads }
}

const listPanels = (view: ReturnType<typeof createDeskView>) =>
  view
    .getSnapshot()
    .desks.wide.filter(({ isHidden }) => !isHidden)
    .map(({ panel }) => panel)

test('a stored desk is the desk of the next visit, also in another browser', async () => {
  const { view, settings, toasts, announcer } = await openDesk()
  expect(view.getSnapshot().desks).toEqual(DEFAULT_DESKS)
  view.arrange()
  await flushPromises()
  view.change('wide', { kind: 'move', panel: 'deals', steps: -2 }, 'spot')
  expect(announcer.getSnapshot().text).toBe('Últimas operaciones: lugar 1 de 9')
  view.change('wide', { kind: 'resize', panel: 'other', columns: 7, rows: 99 }, 'spot')
  expect(announcer.getSnapshot().text).toBe('Next day: 7 de 24 columnas, 16 filas')
  view.change('wide', { kind: 'hide', panel: 'news' }, 'spot')
  expect(announcer.getSnapshot().text).toBe('Noticias: oculta')
  view.save()
  await flushPromises()
  expect(view.getSnapshot().isArranging).toBe(false)
  expect(toasts.getSnapshot().current?.text).toBe('Su mesa quedó guardada.')
  const other = await openDesk(settings)
  expect(listPanels(other.view).slice(0, 3)).toEqual(['deals', 'chart', 'figures'])
  expect(listPanels(other.view)).not.toContain('news')
})

test('a change that is taken back, cancelled or stored is none', async () => {
  const { view } = await openDesk()
  const isChanged = () => view.getSnapshot().isChanged
  expect(isChanged()).toBe(false)
  view.arrange()
  await flushPromises()
  view.change('ultrawide', { kind: 'move', panel: 'chart', steps: 1 }, 'spot')
  expect(isChanged()).toBe(true)
  view.change('ultrawide', { kind: 'move', panel: 'chart', steps: -1 }, 'spot')
  expect(isChanged()).toBe(false)
  view.change('wide', { kind: 'hide', panel: 'news' }, 'spot')
  view.cancel()
  expect(isChanged()).toBe(false)
  view.arrange()
  await flushPromises()
  view.change('wide', { kind: 'hide', panel: 'news' }, 'spot')
  view.save()
  expect(isChanged()).toBe(true)
  await flushPromises()
  expect(isChanged()).toBe(false)
})

test('cancelling forgets the changes, and a reset shows the default desk', async () => {
  const { view } = await openDesk()
  view.arrange()
  await flushPromises()
  view.change('wide', { kind: 'hide', panel: 'chart' }, 'spot')
  view.cancel()
  expect(view.getSnapshot().desks).toEqual(DEFAULT_DESKS)
  view.arrange()
  await flushPromises()
  view.change('wide', { kind: 'hide', panel: 'chart' }, 'spot')
  view.reset('wide')
  expect(view.getSnapshot().desks).toEqual(DEFAULT_DESKS)
})

test('of two windows the later one is refused, and keeps its changes on the page', async () => {
  const first = await openDesk()
  const second = await openDesk(first.settings)
  for (const { view } of [first, second]) view.arrange()
  await flushPromises()
  first.view.change('wide', { kind: 'hide', panel: 'news' }, 'spot')
  second.view.change('wide', { kind: 'hide', panel: 'deals' }, 'spot')
  first.view.save()
  await flushPromises()
  second.view.save()
  await flushPromises()
  expect(second.view.getSnapshot()).toMatchObject({ isArranging: true, isSaving: false })
  expect(second.view.getSnapshot().problem).toContain('Otra ventana')
  expect(listPanels(second.view)).not.toContain('deals')
  second.view.cancel()
  second.view.arrange()
  await flushPromises()
  expect(listPanels(second.view)).not.toContain('news')
})

test('a stored value that is no desk, and a service that does not answer, leave the default desk', async () => {
  const settings = createMemorySettings({ findClient: () => ({ id: 'cli-demo' }) })
  await settings.write('mesa', { version: 0, value: { wide: 'otra cosa' } })
  expect((await openDesk(settings)).view.getSnapshot()).toMatchObject({ desks: DEFAULT_DESKS, problem: null })
  const unreachable = async () => err({ kind: 'unreachable' } as const)
  const { view } = await openDesk({ read: unreachable, write: unreachable })
  expect(view.getSnapshot().desks).toEqual(DEFAULT_DESKS)
  expect(view.getSnapshot().problem).toContain('No pudimos comunicarnos')
  view.arrange()
  await flushPromises()
  expect(view.getSnapshot().isArranging).toBe(false)
})

test('an exported desk can be imported, and other files are refused with a reason', async () => {
  const { view, downloads } = await openDesk()
  view.arrange()
  await flushPromises()
  view.change('wide', { kind: 'hide', panel: 'stocks' }, 'spot')
  view.exportFile()
  const desks = { ...DEFAULT_DESKS, wide: hidePanel(DEFAULT_DESKS.wide, 'stocks') }
  expect(downloads.files().map(({ text }) => text)).toEqual([formatDesksFile(desks)])
  view.reset('wide')
  view.importFile('nombre;precio')
  expect(view.getSnapshot().problem).toBe('El archivo no contiene una mesa de Mercado Dólar.')
  view.importFile(formatDesksFile(desks))
  expect(view.getSnapshot()).toMatchObject({ desks, problem: null })
})

test('a drag that is cancelled puts the panel back, and one that ends does not', async () => {
  const { view, announcer } = await openDesk()
  view.arrange()
  await flushPromises()
  view.change('wide', { kind: 'hide', panel: 'news' }, 'spot')
  const before = view.getSnapshot().desks
  view.grab()
  expect(view.getSnapshot().isDragging).toBe(true)
  view.change('wide', { kind: 'place', panel: 'chart', target: 'deals' }, 'spot')
  view.change('wide', { kind: 'place', panel: 'chart', target: 'other' }, 'spot')
  view.putBack()
  expect(view.getSnapshot()).toMatchObject({ desks: before, isDragging: false, isArranging: true })
  expect(announcer.getSnapshot().text).toBe('Arrastre cancelado: el panel volvió a su lugar y su tamaño.')
  view.grab()
  view.change('wide', { kind: 'resize', panel: 'chart', columns: 20, rows: 4 }, 'spot')
  view.drop()
  view.putBack()
  expect(view.getSnapshot().isDragging).toBe(false)
  expect(view.getSnapshot().desks.wide[0]).toMatchObject({ panel: 'chart', columns: 20, rows: 4 })
})

test('the last shown panel stays, and the page says why until the next change', async () => {
  const { view, announcer } = await openDesk()
  view.arrange()
  await flushPromises()
  for (const panel of DESK_PANELS.slice(1)) view.change('wide', { kind: 'hide', panel }, 'spot')
  const { text } = announcer.getSnapshot()
  view.change('wide', { kind: 'hide', panel: 'chart' }, 'spot')
  expect(listPanels(view)).toEqual(['chart'])
  expect(view.getSnapshot().problem).toBe(
    'Gráfica es el único panel a la vista. Muestre otro con «Mostrar panel» y luego ocúltelo.',
  )
  expect(announcer.getSnapshot().text).toBe(text)
  view.change('wide', { kind: 'show', panel: 'deals' }, 'spot')
  expect(view.getSnapshot().problem).toBeNull()
})
