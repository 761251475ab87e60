import { expect, test } from 'vitest'
import { createMemoryLog } from '#src/adapters/memory/platform.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import { createActivationView } from '#src/application/imc/users/activation.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import { err, ok } from '#src/domain/result.ts'
import { createEntityUser } from '#tests/support/entity-users.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const FREE_USER = createEntityUser({ id: 'a', name: 'Ana' })
const OTHER_USER = createEntityUser({ id: 'b', name: 'Beto' })
const LINKED_USER = createEntityUser({ id: 'c', name: 'Ciro', status: 'assigned' })
const IN_TRANSIT_USER = createEntityUser({ id: 'd', name: 'Dora', status: 'transit' })
const INACTIVE_USER = createEntityUser({ id: 'e', name: 'Elsa', active: false })
const ADMIN = createEntityUser({ id: 'f', name: 'Fabio', role: 'administrator' })

/** Opens a view over a service that refuses the users `refusedIds`. */
function openView(refusedIds: readonly string[] = []) {
  const calls: (readonly [id: string, active: boolean])[] = []
  let onEndCalls = 0
  const closings: string[] = []
  const setActive: UsersGateway['setActive'] = async (id, active) => {
    calls.push([id, active])
    return refusedIds.includes(id)
      ? err({ kind: 'rejected', status: 409, message: 'El usuario tiene una solicitud en curso.' })
      : ok({ message: '' })
  }
  const log = createMemoryLog()
  const toasts = createToasts()
  const onEnd = () => {
    onEndCalls += 1
  }
  const view = createActivationView(
    { ...createMemoryPorts({ log }), users: { setActive }, toasts },
    { onEnd, onResultsClosed: () => closings.push('closed') },
  )
  const leavePage = view.subscribe(() => {}).unsubscribe
  return {
    view,
    calls,
    log,
    toast: () => toasts.getSnapshot().current?.text ?? null,
    leavePage,
    onEndCalls: () => onEndCalls,
    closings,
  }
}

test('confirm sends a deactivation once and shows its texts', async () => {
  const { view, calls, onEndCalls } = openView()
  view.open(FREE_USER, 'deactivate')
  expect(calls).toEqual([])
  view.confirm()
  view.confirm()
  await flushPromises()
  expect(calls).toEqual([['a', false]])
  expect(onEndCalls()).toBe(1)
  expect(view.getSnapshot()).toEqual({
    dialog: null,
    notice: { tone: 'ok', lead: 'Desactivado!!!', rest: 'Usuario desactivado con exito.', name: FREE_USER.name },
  })
})

test('confirm sends an activation and shows its texts', async () => {
  const { view, calls } = openView()
  view.open(INACTIVE_USER, 'activate')
  view.confirm()
  await flushPromises()
  expect(calls).toEqual([['e', true]])
  expect(view.getSnapshot().notice).toEqual({
    tone: 'ok',
    lead: 'Activado!!!',
    rest: 'Usuario activado con exito.',
    name: INACTIVE_USER.name,
  })
})

test('a refused deactivation shows the message of the service and calls onEnd', async () => {
  const { view, onEndCalls } = openView(['a'])
  view.open(FREE_USER, 'deactivate')
  view.confirm()
  await flushPromises()
  expect(view.getSnapshot().notice).toEqual({
    tone: 'err',
    lead: 'Ha ocurrido un error',
    rest: 'El usuario tiene una solicitud en curso.',
    name: FREE_USER.name,
  })
  expect(onEndCalls()).toBe(1)
})

test('a cancelled confirmation sends nothing', async () => {
  const { view, calls } = openView()
  view.open(FREE_USER, 'deactivate')
  view.close()
  view.confirm()
  await flushPromises()
  expect(calls).toEqual([])
  expect(view.getSnapshot().dialog).toBeNull()
})

test('the confirmation of several users shows why some users are excluded', () => {
  const { view } = openView()
  view.openSeveral([FREE_USER, LINKED_USER, IN_TRANSIT_USER, INACTIVE_USER, ADMIN], 'deactivate')
  expect(view.getSnapshot().dialog?.items.map(({ user, state, reason }) => [user.name, state, reason])).toEqual([
    ['Ana', 'waiting', null],
    ['Ciro', 'left-out', 'Desvincule primero su pantalla.'],
    ['Dora', 'left-out', 'El usuario tiene una solicitud en curso.'],
    ['Elsa', 'left-out', 'Ya está inactivo.'],
    ['Fabio', 'left-out', 'Los administradores se activan y se desactivan en Accesos.'],
  ])
})

test('deactivating several users shows a result per user and continues after a refusal', async () => {
  const { view, calls, onEndCalls, closings } = openView(['a'])
  view.openSeveral([FREE_USER, LINKED_USER, OTHER_USER], 'deactivate')
  view.confirm()
  expect(view.getSnapshot().dialog?.step).toBe('sending')
  view.close()
  expect(view.getSnapshot().dialog).not.toBeNull()
  await flushPromises()
  expect(calls).toEqual([
    ['a', false],
    ['b', false],
  ])
  const { dialog } = view.getSnapshot()
  expect(dialog?.step).toBe('results')
  expect(dialog?.items.map(({ state, reason }) => [state, reason])).toEqual([
    ['refused', 'El usuario tiene una solicitud en curso.'],
    ['done', null],
    ['left-out', 'Desvincule primero su pantalla.'],
  ])
  expect(dialog).toMatchObject({ includedCount: 2, doneCount: 1 })
  expect(onEndCalls()).toBe(1)
  expect(closings).toEqual([])
  view.close()
  expect(closings).toEqual(['closed'])
  expect(view.getSnapshot()).toEqual({
    dialog: null,
    notice: { tone: 'err', lead: '1 usuario desactivado, 2 sin cambio', rest: '', name: '' },
  })
})

test.each([
  ['1 usuario desactivado, 1 sin cambio', [FREE_USER, OTHER_USER], ['a']],
  ['1 usuario desactivado', [FREE_USER], []],
] as const)(
  'deactivating several users continues after the user leaves the page, and shows the toast "%s"',
  async (text, users, refusedIds) => {
    const { view, calls, toast, leavePage } = openView(refusedIds)
    view.openSeveral(users, 'deactivate')
    view.confirm()
    leavePage()
    await flushPromises()
    expect(calls).toHaveLength(users.length)
    expect(toast()).toBe(text)
  },
)

test('a toast shows a result that arrives after the user leaves the page', async () => {
  const { view, toast, leavePage } = openView()
  view.open(FREE_USER, 'deactivate')
  view.confirm()
  leavePage()
  await flushPromises()
  expect(toast()).toBe(`Desactivado!!! Usuario desactivado con exito. ${FREE_USER.name}`)
})

test('a result that arrives while the page is open shows no toast', async () => {
  const { view, toast } = openView()
  view.open(FREE_USER, 'deactivate')
  view.confirm()
  await flushPromises()
  expect(toast()).toBeNull()
})

test('confirm sends no request when every selected user is excluded', async () => {
  const { view, calls } = openView()
  view.openSeveral([LINKED_USER, ADMIN], 'deactivate')
  view.confirm()
  await flushPromises()
  expect(calls).toEqual([])
  expect(view.getSnapshot().dialog?.step).toBe('confirming')
})

test('a call that throws is logged and shows the support text', async () => {
  const log = createMemoryLog()
  const setActive = async () => {
    throw new Error('broken')
  }
  const view = createActivationView(
    { ...createMemoryPorts({ log }), users: { setActive }, toasts: createToasts() },
    { onEnd: () => {}, onResultsClosed: () => {} },
  )
  view.subscribe()
  view.open(FREE_USER, 'deactivate')
  view.confirm()
  await flushPromises()
  expect(view.getSnapshot().notice?.rest).toBe('Error en el servidor, por favor comuniquese con el equipo de soporte')
  expect(log.entries()).toHaveLength(1)
})

test('each opening of the dialog has a new number, and its results have the same number', async () => {
  const { view } = openView()
  view.openSeveral([FREE_USER, OTHER_USER], 'deactivate')
  const first = view.getSnapshot().dialog?.opening
  view.confirm()
  await flushPromises()
  expect(view.getSnapshot().dialog).toMatchObject({ opening: first, step: 'results' })
  view.open(FREE_USER, 'deactivate')
  expect(view.getSnapshot().dialog?.opening).not.toBe(first)
})
