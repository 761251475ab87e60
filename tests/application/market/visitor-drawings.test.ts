import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createMemorySettings } from '#src/adapters/memory/settings.ts'
import { createDrawingsView } from '#src/application/market/drawings.ts'
import type { SettingsGateway } from '#src/application/market/ports.ts'
import { createHasVisitorDrawings } from '#src/application/market/visitor-drawings.ts'
import { createAnnouncer, createToasts } from '#src/application/platform/notices.ts'
import { createState } from '#src/application/platform/readable.ts'
import { createLevel } from '#src/domain/charting/drawings.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import { err } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const LEVEL = createLevel('level', 4000)

const toSession = (access: ClientSessionState['access']) =>
  createState<ClientSessionState>({
    session: null,
    access,
    end: 'none',
    refusal: null,
    isSigningOut: false,
    signOutFailure: null,
  })

const openStore = () => createMemorySettings({ findClient: () => ({ id: 'user' }) })

async function draw(access: ClientSessionState['access'], visitorSettings: SettingsGateway = openStore()) {
  const settings = openStore()
  const ports = createMemoryPorts({ settings, visitorSettings })
  const clientSession = toSession(access)
  const deps = { ...ports, clientSession, announcer: createAnnouncer(ports.timers), toasts: createToasts() }
  const view = createDrawingsView(deps, 'spot')
  const { unsubscribe } = view.subscribe(() => {})
  await flushPromises()
  view.send({ type: 'ADD', drawing: LEVEL })
  await ports.clock.advance(300)
  await flushPromises()
  const hasDrawings = () => createHasVisitorDrawings({ clientSession, visitorSettings })('spot')
  return { view, settings, visitorSettings, hasDrawings, unsubscribe }
}

const read = async (settings: SettingsGateway) => {
  const reply = await settings.read('dibujos-spot')
  return reply.ok ? reply.value.value : reply.error
}

test('a visitor stores drawings in the browser, a client with the account (D131)', async () => {
  const visitor = await draw('signed-out')
  expect([await read(visitor.visitorSettings), await read(visitor.settings)]).toEqual([[LEVEL], null])
  expect(await visitor.hasDrawings()).toBe(true)
  const client = await draw('granted', visitor.visitorSettings)
  expect([await read(client.visitorSettings), await read(client.settings)]).toEqual([[LEVEL], [LEVEL]])
  expect(await client.hasDrawings()).toBe(false)
})

test('drawings that the browser cannot store stay on the page, which says so (D131)', async () => {
  const full: SettingsGateway = { ...openStore(), write: async () => err({ kind: 'storage-unavailable' }) }
  const { view, hasDrawings } = await draw('signed-out', full)
  expect(view.getSnapshot().drawings).toEqual([LEVEL])
  expect(view.getSnapshot().problem).toBe(
    'Los dibujos no se guardaron. Este navegador no tiene espacio o no permite guardarlos. Siguen en la gráfica mientras la página esté abierta.',
  )
  expect(await hasDrawings()).toBe(false)
})

test('drawings that could not be read are not called unsaved, and a drawing added meanwhile is (D131)', async () => {
  const offline: SettingsGateway = { ...openStore(), read: async () => err({ kind: 'unreachable' }) }
  const ports = createMemoryPorts({ settings: offline })
  const deps = {
    ...ports,
    clientSession: toSession('granted'),
    announcer: createAnnouncer(ports.timers),
    toasts: createToasts(),
  }
  const view = createDrawingsView(deps, 'spot')
  view.subscribe(() => {})
  await flushPromises()
  expect(view.getSnapshot().problem).toMatch(/^No pudimos consultar sus dibujos\. No pudimos comunicarnos/)
  view.send({ type: 'ADD', drawing: LEVEL })
  expect(view.getSnapshot().problem).toMatch(/^Los dibujos no se guardaron\. No pudimos comunicarnos/)
})
