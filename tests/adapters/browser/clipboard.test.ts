import { expect, test } from 'vitest'

import { createBrowserClipboard } from '#src/adapters/browser/clipboard.ts'

test('copy returns false when the browser has no clipboard', async () => {
  expect(await createBrowserClipboard({ window: { navigator: {} } }).copy('app-1')).toBe(false)
})
