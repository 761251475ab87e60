import { expect, test } from 'vitest'

import { findDestination, ROUTES } from '#src/ui/shell/routes.ts'

/** Screens that a picture reaches by actions, or that need a mailed link or a paid order. */
const WITHOUT_ADDRESS = [
  ...['checkout-return', 'expired-password', 'imc-password'],
  ...['reset-password', 'invitation', 'payments', 'payment'],
]

interface Picture {
  /** The home without a path. */
  readonly path?: string
}

const importPictures = async (file: string, name: string): Promise<readonly Picture[]> =>
  (await import(`../../tools/screenshots/${file}.mjs`))[name]

test('npm run shots pictures every screen', async () => {
  const pictures = [
    ...(await importPictures('portal-screens', 'PORTAL_SCREENS')),
    ...(await importPictures('imc-screens', 'IMC_SCREENS')),
  ]
  const paths = pictures.map(({ path = '/' }) => path.replace(/\?.*/, ''))
  const pictured = new Set<string>(paths.map((path) => findDestination(path, null).screen))
  const missing = ROUTES.map(({ screen }) => screen).filter((screen) => !pictured.has(screen))
  expect(missing.toSorted()).toEqual(WITHOUT_ADDRESS.toSorted())
})
