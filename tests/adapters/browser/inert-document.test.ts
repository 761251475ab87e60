// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { createInertParser } from '#src/adapters/browser/inert-document.ts'

test('the parser returns a separate document', () => {
  const parsed = createInertParser({ window })('<table><tr><td>ISA</td></tr></table>')
  expect(parsed.querySelector('td')?.textContent).toBe('ISA')
  expect(parsed).not.toBe(document)
  expect(document.querySelector('td')).toBeNull()
})

test('the parser creates one named policy when the browser has Trusted Types', () => {
  const policies: string[] = []
  const parsedTexts: string[] = []
  const trustedTypes = {
    createPolicy(name: string, rules: { createHTML(html: string): string }) {
      policies.push(name)
      return {
        createHTML(html: string) {
          parsedTexts.push(html)
          return rules.createHTML(html)
        },
      }
    },
  }
  const parse = createInertParser({ window: { DOMParser, trustedTypes } })
  parse('<p>uno</p>')
  parse('<p>dos</p>')
  expect(policies).toEqual(['mercado-dolar-tables'])
  expect(parsedTexts).toEqual(['<p>uno</p>', '<p>dos</p>'])
})
