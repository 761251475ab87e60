import { expect, test } from 'vitest'

import { matchScreen } from '#src/application/navigation/resolve.ts'
import { SCREEN_NAMES, SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'

/** A screen that a picture reaches only by actions, or that needs a mailed link or a paid order. */
const needsActions = (screen: ScreenName) => {
  const { path, guard, isOpenedByLink } = toScreen(screen)
  return isOpenedByLink || guard === 'expired' || path.startsWith(SCREENS.payments.path) || screen === 'imcPassword'
}

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
  const pictured = new Set(paths.map((path) => matchScreen(path)?.screen))
  expect(SCREEN_NAMES.filter((screen) => !pictured.has(screen) && !needsActions(screen))).toEqual([])
})
