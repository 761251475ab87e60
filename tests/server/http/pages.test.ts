import { expect, test } from 'vitest'

import { isPage } from '#server/http/pages.ts'
import { ROUTES } from '#src/ui/shell/routes.ts'

/** Returns an address of a route, with values for its parameters. */
const toAddress = (path: string) => path.replaceAll(/:[^/]+/g, 'AbC-7')

test.each(ROUTES.map(({ path }) => path))('isPage accepts every spelling of the portal route %s', (path) => {
  const address = toAddress(path)
  const forms = [address, address.replace(/\/$/, ''), address.toUpperCase(), `${address.replace(/\/$/, '')}/`]
  expect(forms.filter((form) => !isPage(form))).toEqual([])
})

test('isPage refuses an address without a portal route', () => {
  const unknown = ['/nada', '/auth', '/auth/nada', '/precios/anuales', '/imc', '/imc/nada', '/imc/misproductos/otra/7']
  expect(unknown.filter(isPage)).toEqual([])
})
