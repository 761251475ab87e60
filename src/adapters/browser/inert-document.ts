/** The only Trusted Types policy that the content security policy allows (D64). */
const TRUSTED_TYPES_POLICY = 'mercado-dolar-tables'

interface TrustedTypesWindow {
  readonly DOMParser: typeof DOMParser
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
  }
}

/**
 * Creates a parser of untrusted HTML. A parsed document runs no scripts and loads no resources, so
 * the policy returns every text unchanged. A browser without Trusted Types needs no policy.
 */
export function createInertParser({ window }: { readonly window: TrustedTypesWindow }): (html: string) => Document {
  const policy = window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, { createHTML: (html) => html })
  const parser = new window.DOMParser()
  return (html) => parser.parseFromString(policy ? policy.createHTML(html) : html, 'text/html')
}
