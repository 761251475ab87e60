import { expect, test } from 'vitest'

import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import { type CreateImc, openBrowser, signInAs } from '#tests/contract/imc-under-test.ts'

const ADMIN = 'usr-andina-admin'
const NEW = 'usr-andina-nuevo'
const READER = 'usr-andina-operador'

/** Tests of every gateway of who can sign in for an entity (D111). */
export function accessGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: the list has who has a password, administrators first, with their sessions`, async () => {
    const service = await create()
    await openBrowser(service, 'operador')
    const administrator = await openBrowser(service)
    const people = getValue(await administrator.access.list())
    expect(people.map(({ id }) => id)).toEqual([NEW, ADMIN, READER])
    expect(people[0]).toMatchObject({ role: 'administrator', active: true, temporary: { until: null } })
    expect(people[1]).toMatchObject({ role: 'administrator', temporary: null })
    expect(people[2]).toMatchObject({ role: 'user', email: 'operador@andina.example', contractPending: false })
    expect(people[2]?.sessions).toBeGreaterThan(0)
  })

  test(`${name}: a deactivated administrator is signed out and refused until the activation`, async () => {
    const service = await create()
    const other = await openBrowser(service, 'nuevo')
    const administrator = await openBrowser(service)
    const { access } = administrator
    expect(await access.change(NEW, 'deactivate')).toEqual({ ok: true, value: undefined })
    expect(await access.change(NEW, 'deactivate')).toEqual({ ok: true, value: undefined })
    expect(await other.imcAuth.check()).toMatchObject(rejection(401))
    const credentials = { entity: 'ANDINA', username: 'nuevo', password: 'Demo#Dolar2026' }
    expect(await other.imcAuth.signIn(credentials)).toMatchObject(rejection(401))
    expect(getValue(await access.list()).find(({ id }) => id === NEW)).toMatchObject({ active: false, sessions: 0 })
    expect((await access.change(NEW, 'activate')).ok).toBe(true)
    expect(await signInAs(other, 'nuevo')).toMatchObject({ userId: NEW })
  })

  test(`${name}: a temporary password replaces the password and ends the sessions`, async () => {
    const service = await create()
    const reader = await openBrowser(service, 'operador')
    const administrator = await openBrowser(service)
    expect((await administrator.access.change(READER, 'send-password')).ok).toBe(true)
    expect(await reader.imcAuth.check()).toMatchObject(rejection(401))
    const credentials = { entity: 'ANDINA', username: 'operador', password: 'Demo#Dolar2026' }
    expect(await reader.imcAuth.signIn(credentials)).toMatchObject(rejection(401))
    const person = getValue(await administrator.access.list()).find(({ id }) => id === READER)
    expect(person?.temporary?.until).toEqual(expect.any(Number))
    expect(person).toMatchObject({ temporary: { usedAt: null }, sessions: 0 })
  })

  test(`${name}: the own access, another role, an inactive and an unknown person are refused`, async () => {
    const { access } = await openBrowser(await create())
    expect(await access.change(ADMIN, 'deactivate')).toMatchObject(rejection(409))
    expect(await access.change(ADMIN, 'send-password')).toMatchObject(rejection(409))
    expect(await access.change(READER, 'deactivate')).toMatchObject(rejection(409))
    expect(await access.change('usr-otra', 'deactivate')).toMatchObject(rejection(404))
    expect(await access.change('usr-andina-blondono', 'send-password')).toMatchObject(rejection(404))
    expect((await access.change(NEW, 'deactivate')).ok).toBe(true)
    expect(await access.change(NEW, 'send-password')).toMatchObject(rejection(409))
  })

  test(`${name}: a user neither reads nor changes accesses`, async () => {
    const { access } = await openBrowser(await create(), 'operador')
    expect(await access.list()).toMatchObject(rejection(403))
    expect(await access.change(NEW, 'deactivate')).toMatchObject(rejection(403))
  })
}
