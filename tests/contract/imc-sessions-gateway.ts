import { expect, test } from 'vitest'

import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import { type CreateImc, openBrowser } from '#tests/contract/imc-under-test.ts'

/** Tests of every gateway of the open sessions of an entity's people (D95). */
export function sessionsGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: an administrator sees the sessions of all people, and its own marked`, async () => {
    const service = await create()
    await openBrowser(service, 'operador')
    const administrator = await openBrowser(service)
    const sessions = getValue(await administrator.sessions.list())
    expect(sessions.filter(({ isCurrent }) => isCurrent).map(({ userId }) => userId)).toEqual(['usr-andina-admin'])
    const other = sessions.find(({ userId }) => userId === 'usr-andina-operador')
    expect(other).toMatchObject({ name: expect.stringContaining('Peñuela'), isCurrent: false })
    expect(other?.startedAt).not.toBeNull()
    expect(other?.lastSeenAt).not.toBeNull()
  })

  test(`${name}: a user sees only its own sessions, and ends only its own`, async () => {
    const service = await create()
    const administrator = await openBrowser(service)
    const first = await openBrowser(service, 'operador')
    const second = await openBrowser(service, 'operador')
    const people = getValue(await second.sessions.list()).map(({ userId }) => userId)
    expect(new Set(people)).toEqual(new Set(['usr-andina-operador']))
    const ofAdministrator = getValue(await administrator.sessions.list()).find(({ isCurrent }) => isCurrent)
    expect(await second.sessions.end({ kind: 'session', id: ofAdministrator?.id ?? '' })).toMatchObject(rejection(404))
    expect(await second.sessions.end({ kind: 'person', userId: 'usr-andina-admin' })).toMatchObject(rejection(404))
    expect(getValue(await second.sessions.end({ kind: 'others' }))).toBe(people.length - 1)
    expect(await first.imcAuth.check()).toMatchObject(rejection(401))
    expect((await second.imcAuth.check()).ok).toBe(true)
    expect((await administrator.imcAuth.check()).ok).toBe(true)
  })

  test(`${name}: an ended session is refused, and the caller stays signed in`, async () => {
    const service = await create()
    const operator = await openBrowser(service, 'operador')
    const administrator = await openBrowser(service)
    const listed = getValue(await administrator.sessions.list())
    const ended = getValue(await administrator.sessions.end({ kind: 'person', userId: 'usr-andina-operador' }))
    expect(ended).toBe(listed.filter(({ userId }) => userId === 'usr-andina-operador').length)
    expect(await operator.imcAuth.check()).toMatchObject(rejection(401))
    expect(await operator.imcAuth.current()).toEqual({ ok: true, value: null })
    expect(getValue(await administrator.sessions.end({ kind: 'person', userId: 'usr-andina-operador' }))).toBe(0)
    expect((await administrator.imcAuth.check()).ok).toBe(true)
  })

  test(`${name}: the caller's own session is never ended`, async () => {
    const administrator = await openBrowser(await create())
    const own = getValue(await administrator.sessions.list()).find(({ isCurrent }) => isCurrent)
    expect(getValue(await administrator.sessions.end({ kind: 'session', id: own?.id ?? '' }))).toBe(0)
    expect((await administrator.imcAuth.check()).ok).toBe(true)
  })

  test(`${name}: an unknown session or person is rejected with 404`, async () => {
    const administrator = await openBrowser(await create())
    expect(await administrator.sessions.end({ kind: 'session', id: 'otra' })).toMatchObject(rejection(404))
    expect(await administrator.sessions.end({ kind: 'person', userId: 'usr-otra' })).toMatchObject(rejection(404))
  })
}
