/** The one policy that the content security policy lets in (D64). */
export const TRUSTED_TYPES_POLICY = 'mercado-dolar-tables'

interface TrustedTypesWindow {
  readonly DOMParser: typeof DOMParser
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
  }
}

/**
 * Parses HTML into a document of its own, in which scripts don't run and nothing loads; the policy may therefore let any text
 * through. Browsers without Trusted Types parse the text as it is.
 */
export function createInertParser({ window }: { readonly window: TrustedTypesWindow }): (html: string) => Document {
  const policy = window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, { createHTML: (html) => html })
  const parser = new window.DOMParser()
  return (html) => parser.parseFromString(policy ? policy.createHTML(html) : html, 'text/html')
}
