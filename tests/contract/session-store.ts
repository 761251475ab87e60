import { expect, test } from 'vitest'
import type { SessionStore } from '#src/application/identity/ports.ts'

import type { StoredSession } from '#src/domain/identity/session.ts'
import { withRenewedPassword } from '#src/domain/identity/session.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

export const SESSION: StoredSession = {
  username: 'demo',
  startedAt: toInstant('2026-11-21', '09:43:15') + 7,
  user: {
    id: 'cli-demo',
    name: 'Camila Restrepo',
    email: 'demo@mercadodolar.example',
    token: 'tok-6b1f9c2e',
    passwordExpired: false,
    termsAcceptedAt: toInstant('2026-03-02', '09:15') + 250,
  },
}

const EXPIRED_PASSWORD_SESSION: StoredSession = { ...SESSION, user: { ...SESSION.user, passwordExpired: true } }
const OTHER_SESSION: StoredSession = {
  ...SESSION,
  username: 'demodos',
  startedAt: SESSION.startedAt + 1,
  user: { ...SESSION.user, id: 'cli-demodos', token: 'tok-2' },
}

/** A browser with an empty storage. */
export interface StoreUnderTest {
  /** Opens another tab. */
  readonly openTab: () => SessionStore
  /** Replaces the session by malformed data and notifies every tab. */
  readonly corrupt: () => void
  /** Makes every later write fail. */
  readonly refuse: () => void
}

/** Tests of every store of the client session. */
export function sessionStoreContract(name: string, create: () => StoreUnderTest): void {
  test(`${name}: read returns no session when the storage is empty`, () => {
    expect(create().openTab().read()).toEqual({ kind: 'none' })
  })

  test.each([
    ['a session', SESSION],
    ['a session with an expired password', EXPIRED_PASSWORD_SESSION],
    ['a session of another client', OTHER_SESSION],
  ])(`${name}: every tab reads %s that a tab has stored`, (_what, session) => {
    const { openTab } = create()
    const store = openTab()
    expect(store.write(session)).toEqual({ ok: true, value: undefined })
    expect(store.read()).toEqual({ kind: 'session', session })
    expect(openTab().read()).toEqual({ kind: 'session', session })
  })

  test(`${name}: write replaces the stored session`, () => {
    const store = create().openTab()
    store.write(EXPIRED_PASSWORD_SESSION)
    store.write(withRenewedPassword(EXPIRED_PASSWORD_SESSION))
    expect(store.read()).toEqual({ kind: 'session', session: SESSION })
    store.write(OTHER_SESSION)
    expect(store.read()).toEqual({ kind: 'session', session: OTHER_SESSION })
  })

  test(`${name}: wipe removes the session and can be repeated`, () => {
    const store = create().openTab()
    store.write(SESSION)
    store.writeApplicationToken('app-1')
    store.wipe()
    store.wipe()
    expect(store.read()).toEqual({ kind: 'none' })
  })

  test(`${name}: a change notifies the other tabs until they unsubscribe`, () => {
    const { openTab } = create()
    const [writingTab, otherTab] = [openTab(), openTab()]
    const calls: string[] = []
    writingTab.subscribe(() => calls.push(`writing ${writingTab.read().kind}`))
    const unsubscribe = otherTab.subscribe(() => calls.push(`other ${otherTab.read().kind}`))
    writingTab.write(SESSION)
    expect([...new Set(calls)].at(-1)).toBe('other session')
    expect(calls.some((call) => call.startsWith('writing') || call.endsWith('invalid'))).toBe(false)
    calls.length = 0
    writingTab.wipe()
    expect([...new Set(calls)]).toEqual(['other none'])
    unsubscribe()
    calls.length = 0
    writingTab.write(SESSION)
    expect(calls).toEqual([])
  })

  test(`${name}: another tab always reads a session while a password is renewed`, () => {
    const { openTab } = create()
    const [writingTab, otherTab] = [openTab(), openTab()]
    writingTab.write(EXPIRED_PASSWORD_SESSION)
    const kinds: string[] = []
    otherTab.subscribe(() => kinds.push(otherTab.read().kind))
    writingTab.write(withRenewedPassword(EXPIRED_PASSWORD_SESSION))
    expect([...new Set(kinds)]).toEqual(['session'])
    expect(otherTab.read()).toEqual({ kind: 'session', session: SESSION })
  })

  test(`${name}: malformed data notifies every tab and is invalid until a session is written`, () => {
    const { openTab, corrupt } = create()
    const [store, otherTab] = [openTab(), openTab()]
    store.write(SESSION)
    const notified = new Set<SessionStore>()
    for (const tab of [store, otherTab]) tab.subscribe(() => notified.add(tab))
    corrupt()
    expect(notified.size).toBe(2)
    expect(store.read()).toEqual({ kind: 'invalid' })
    store.write(OTHER_SESSION)
    expect(store.read()).toEqual({ kind: 'session', session: OTHER_SESSION })
  })

  test(`${name}: write fails and stores nothing when the browser blocks storage`, () => {
    const { openTab, refuse } = create()
    const store = openTab()
    refuse()
    expect(store.write(SESSION)).toEqual({ ok: false, error: { kind: 'storage-unavailable' } })
    store.writeApplicationToken('app-1')
    expect(store.read()).toEqual({ kind: 'none' })
  })
}
