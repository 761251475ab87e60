/**
 * A fetch for a face without a browser: it resolves paths against `origin`, and sends back the
 * cookies that it received.
 */
export function createCookieFetch(origin: string): typeof globalThis.fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await globalThis.fetch(new URL(String(input), origin), { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name.trim(), value.join('='))
    }
    return response
  }
}
