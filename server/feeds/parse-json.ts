/** Media types of JSON replies. */
export const JSON_TYPES = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i

/** The `Accept` header of requests for JSON. */
export const JSON_ACCEPT = 'application/json'

/** Parses JSON; undefined when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
