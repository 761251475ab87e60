import fc from 'fast-check'
import { expect, test } from 'vitest'

import { escapeMarkup } from '#server/http/html.ts'

test('escapeMarkup replaces every character that ends text or an attribute', () => {
  expect(escapeMarkup(`<a href="x" id='y'>&</a>`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/a&gt;')
})

test('escaped text contains no markup character', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeMarkup(text)).not.toMatch(/[<>"']/)
    }),
  )
})
