import { expect, test } from 'vitest'

import { isPage } from '#server/http/pages.ts'
import { ROUTES } from '#src/ui/shell/routes.ts'

/** Returns an address of a route, with values for its parameters. */
const toAddress = (path: string) => path.replaceAll(/:[^/]+/g, 'AbC-7')

test.each(ROUTES.map(({ path }) => path))('the server sends the page of the portal route %s', (path) => {
  const address = toAddress(path)
  const forms = [address, address.replace(/\/$/, ''), address.toUpperCase(), `${address.replace(/\/$/, '')}/`]
  expect(forms.filter((form) => !isPage(form))).toEqual([])
})

test('an address without a route of the portal is not a page', () => {
  const unknown = ['/nada', '/auth', '/auth/nada', '/precios/anuales', '/imc', '/imc/nada', '/imc/misproductos/otra/7']
  expect(unknown.filter(isPage)).toEqual([])
})
