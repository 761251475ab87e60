import { expect, test } from 'vitest'

import { isPage } from '#server/http/pages.ts'
import { ROUTES } from '#src/ui/shell/routes.ts'

/** Returns a path of a route, with values for its parameters. */
const fillParameters = (path: string) => path.replaceAll(/:[^/]+/g, 'AbC-7')

test.each(ROUTES.map(({ path }) => path))('isPage accepts every spelling of the portal route %s', (route) => {
  const path = fillParameters(route)
  const spellings = [path, path.replace(/\/$/, ''), path.toUpperCase(), `${path.replace(/\/$/, '')}/`]
  expect(spellings.filter((spelling) => !isPage(spelling))).toEqual([])
})

test('isPage refuses a path without a portal route', () => {
  const unknown = ['/nada', '/auth', '/auth/nada', '/precios/anuales', '/imc', '/imc/nada', '/imc/misproductos/otra/7']
  expect(unknown.filter(isPage)).toEqual([])
})
