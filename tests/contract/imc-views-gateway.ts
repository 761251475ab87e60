import { expect, test } from 'vitest'
import { MAX_VIEWS, type NewView } from '#src/domain/imc/saved-views.ts'
import { getValue, rejection } from '#tests/contract/identity-under-test.ts'
import { type CreateImc, newKey, openBrowser } from '#tests/contract/imc-under-test.ts'

const VIEW: NewView = { list: 'usuarios', name: 'Mis activos', query: 'estado=activos&ocultas=perfil', shared: false }

/** Tests of every gateway of saved views (D92). */
export function viewsGatewayContract(name: string, create: CreateImc): void {
  test(`${name}: a private view is seen by its owner only, one of the entity by all (D92)`, async () => {
    const service = await create()
    const { views } = await openBrowser(service)
    const other = await openBrowser(service, 'operador')
    getValue(await views.save({ ...VIEW, name: 'Todos', shared: true }, newKey()))
    const saved = getValue(await views.save(VIEW, newKey()))
    expect(saved.map(({ name, query, shared, own }) => [name, query, shared, own])).toEqual([
      ['Mis activos', VIEW.query, false, true],
      ['Todos', VIEW.query, true, true],
    ])
    expect(getValue(await other.views.list('usuarios')).map((view) => [view.name, view.own])).toEqual([
      ['Todos', false],
    ])
    const [mine, shared] = saved
    expect(await other.views.rename(mine?.id ?? '', 'x')).toMatchObject(rejection(404))
    expect(await other.views.remove(shared?.id ?? '')).toMatchObject(rejection(403))
    expect(await other.views.save({ ...VIEW, shared: true }, newKey())).toMatchObject(rejection(403))
    expect(getValue(await other.views.save(VIEW, newKey()))).toHaveLength(2)
  })

  test(`${name}: a name is unique in its scope, and a repeated key saves once (D92)`, async () => {
    const { views } = await openBrowser(await create())
    const key = newKey()
    getValue(await views.save(VIEW, key))
    expect(getValue(await views.save(VIEW, key))).toHaveLength(1)
    expect(await views.save({ ...VIEW, name: 'MIS ACTÍVOS' }, newKey())).toMatchObject(rejection(409))
    expect(await views.save({ ...VIEW, name: ' ' }, newKey())).toMatchObject(rejection(400))
    const [first, second] = getValue(await views.save({ ...VIEW, name: 'Otra' }, newKey()))
    expect(await views.rename(second?.id ?? '', 'mis activos')).toMatchObject(rejection(409))
    const renamed = getValue(await views.rename(second?.id ?? '', 'Zonas'))
    expect(renamed.map((view) => view.name)).toEqual(['Mis activos', 'Zonas'])
    expect(getValue(await views.remove(first?.id ?? ''))).toHaveLength(1)
    expect(await views.remove(first?.id ?? '')).toMatchObject(rejection(404))
  })

  test(`${name}: a scope has a limit of views, and views of the entity are audited (D92)`, async () => {
    const { views, audit } = await openBrowser(await create())
    getValue(await views.save({ ...VIEW, name: 'Compartida', shared: true }, newKey()))
    for (let i = 0; i < MAX_VIEWS; i += 1) getValue(await views.save({ ...VIEW, name: `Vista ${i}` }, newKey()))
    expect(await views.save({ ...VIEW, name: 'Una más' }, newKey())).toMatchObject(rejection(409))
    const query = { kind: 'all', person: '', action: 'view-saved', from: null, until: null, after: null } as const
    expect(getValue(await audit.page(query)).lines.map(({ target }) => target)).toEqual(['Compartida'])
  })
}
