import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createReleaseView } from '#src/application/imc/screens/release.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { err, ok } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const ROW: ScreenRow = {
  ...{ packageId: 'paq-1', number: '004512', profileId: 'per-1', screen: 'P-01', profile: 'Operador' },
  ...{ userId: 'usr-1', username: 'cnino', fullName: 'César Niño', status: 'assigned', statusText: 'Asignada' },
  ...{
    code: 'USD-1',
    packageName: 'Dólar',
    requestId: null,
    lastUse: null,
    isUseReported: false,
    endsOn: null,
    canExpire: false,
  },
}
const OTHER_ROW: ScreenRow = { ...ROW, screen: 'P-02' }

const LOST: CallFailure = { kind: 'timeout' }

/** Opens the dialog over a service that replies with `failures` in order, then accepts. */
function openRelease(rows: readonly ScreenRow[], failures: readonly (CallFailure | null)[] = []) {
  const sent: (readonly [screen: string, key: string])[] = []
  const replies = [...failures]
  const ends: string[] = []
  const toasts = createToasts()
  let keys = 0
  const screens = {
    async release({ screen }: Pick<ScreenRow, 'screen'>, key: string) {
      sent.push([screen, key])
      const failure = replies.shift()
      return failure ? err(failure) : ok({ id: `sol-${screen}`, reference: `S-${screen}` })
    },
  }
  const deps = { ...createMemoryPorts(), screens, toasts, newKey: () => `key-${++keys}` }
  const view = createReleaseView(deps, rows, () => ends.push('end'))
  const leave = view.subscribe().unsubscribe
  const confirm = async () => {
    view.confirm()
    await flushPromises()
  }
  return { view, sent, ends, toasts, leave, confirm }
}

test('a retry sends only the screen whose reply was lost, with its key (D28)', async () => {
  const { view, sent, ends, toasts, confirm } = openRelease([ROW, OTHER_ROW], [LOST])
  await confirm()
  expect(view.getSnapshot()).toMatchObject({
    step: 'ended',
    items: [{ outcome: { kind: 'failed' } }, { outcome: { kind: 'sent', reference: 'S-P-02' } }],
  })
  expect(toasts.getSnapshot().current).toBeNull()
  await confirm()
  expect(sent.map(([screen]) => screen)).toEqual(['P-01', 'P-02', 'P-01'])
  expect(sent[2]?.[1]).toBe(sent[0]?.[1])
  expect(sent[1]?.[1]).not.toBe(sent[0]?.[1])
  expect(ends).toEqual(['end', 'end'])
  expect(toasts.getSnapshot().current?.text).toBe('Solicitud Enviada.')
})

test('leaving the page ends the sequence after the running request', async () => {
  const { view, sent, ends, leave } = openRelease([ROW, OTHER_ROW])
  view.confirm()
  leave()
  await flushPromises()
  expect(sent.map(([screen]) => screen)).toEqual(['P-01'])
  expect(ends).toEqual(['end'])
})

test('a screen that cannot be released is excluded with its reason', async () => {
  const { view, sent, confirm } = openRelease([{ ...ROW, status: 'transit' }])
  expect(view.getSnapshot().excluded).toMatchObject([{ reason: 'tiene una solicitud en curso' }])
  await confirm()
  expect(sent).toEqual([])
})
