import { expect, test } from 'vitest'

import type { SessionStore } from '#src/application/identity/session-store.ts'
import type { StoredSession } from '#src/domain/identity/session.ts'
import { withRenewedKey } from '#src/domain/identity/session.ts'
import { instantOf } from '#src/domain/time/bogota.ts'

export const SESSION: StoredSession = {
  username: 'demo',
  startedAt: instantOf('2026-11-21', '09:43:15') + 7,
  user: {
    id: 'cli-demo',
    name: 'Camila Restrepo',
    email: 'demo@mercadodolar.example',
    token: 'tok-6b1f9c2e',
    keyExpired: false,
    termsAcceptedAt: instantOf('2026-03-02', '09:15') + 250,
  },
}

const EXPIRED: StoredSession = { ...SESSION, user: { ...SESSION.user, keyExpired: true } }
const ANOTHER: StoredSession = {
  ...SESSION,
  username: 'demodos',
  startedAt: SESSION.startedAt + 1,
  user: { ...SESSION.user, id: 'cli-demodos', token: 'tok-2' },
}

/** One browser whose storage is empty at first. */
export interface StoreUnderTest {
  /** Another tab of it. */
  readonly tab: () => SessionStore
  /** Leaves a session flag with garbage behind it, as a hand would, and lets every tab hear of it. */
  readonly corrupt: () => void
  /** A browser that keeps nothing from now on. */
  readonly refuse: () => void
}

/** What any store of the client's session does. */
export function sessionStoreContract(name: string, create: () => StoreUnderTest): void {
  test(`${name}: at first there is no session`, () => {
    expect(create().tab().read()).toEqual({ kind: 'none' })
  })

  test.each([SESSION, EXPIRED, ANOTHER])(`${name}: a session is kept as it is, for every tab`, (session) => {
    const { tab } = create()
    const store = tab()
    expect(store.write(session)).toEqual({ ok: true, value: undefined })
    expect(store.read()).toEqual({ kind: 'session', session })
    expect(tab().read()).toEqual({ kind: 'session', session })
  })

  test(`${name}: the later session is the one that is kept`, () => {
    const store = create().tab()
    store.write(EXPIRED)
    store.write(withRenewedKey(EXPIRED))
    expect(store.read()).toEqual({ kind: 'session', session: SESSION })
    store.write(ANOTHER)
    expect(store.read()).toEqual({ kind: 'session', session: ANOTHER })
  })

  test(`${name}: what is wiped is gone, and wiping again is no error`, () => {
    const store = create().tab()
    store.write(SESSION)
    store.writeApplicationToken('app-1')
    store.wipe()
    store.wipe()
    expect(store.read()).toEqual({ kind: 'none' })
  })

  test(`${name}: other tabs hear of what one does, itself it does not, and nobody after stopping`, () => {
    const { tab } = create()
    const [mine, other] = [tab(), tab()]
    const heard: string[] = []
    mine.subscribe(() => heard.push(`mine ${mine.read().kind}`))
    const stop = other.subscribe(() => heard.push(`other ${other.read().kind}`))
    mine.write(SESSION)
    expect([...new Set(heard)].at(-1)).toBe('other session')
    expect(heard.some((line) => line.startsWith('mine') || line.endsWith('invalid'))).toBe(false)
    heard.length = 0
    mine.wipe()
    expect([...new Set(heard)]).toEqual(['other none'])
    stop()
    heard.length = 0
    mine.write(SESSION)
    expect(heard).toEqual([])
  })

  test(`${name}: a renewed password never looks like an end to another tab`, () => {
    const { tab } = create()
    const [mine, other] = [tab(), tab()]
    mine.write(EXPIRED)
    const kinds: string[] = []
    other.subscribe(() => kinds.push(other.read().kind))
    mine.write(withRenewedKey(EXPIRED))
    expect([...new Set(kinds)]).toEqual(['session'])
    expect(other.read()).toEqual({ kind: 'session', session: SESSION })
  })

  test(`${name}: garbage behind the flag is invalid, told to every tab, and replaced by the next session`, () => {
    const { tab, corrupt } = create()
    const store = tab()
    store.write(SESSION)
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    corrupt()
    expect(told).toBeGreaterThan(0)
    expect(store.read()).toEqual({ kind: 'invalid' })
    store.write(ANOTHER)
    expect(store.read()).toEqual({ kind: 'session', session: ANOTHER })
  })

  test(`${name}: a browser that keeps nothing says so, and goes without the application token`, () => {
    const { tab, refuse } = create()
    const store = tab()
    refuse()
    expect(store.write(SESSION)).toEqual({ ok: false, error: { kind: 'storage-unavailable' } })
    store.writeApplicationToken('app-1')
    expect(store.read()).toEqual({ kind: 'none' })
  })
}
