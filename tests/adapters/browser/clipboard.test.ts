import { expect, test } from 'vitest'

import { createBrowserClipboard } from '#src/adapters/browser/clipboard.ts'

test('a browser without a clipboard copies nothing', async () => {
  expect(await createBrowserClipboard({ window: { navigator: {} } }).copy('app-1')).toBe(false)
})
