/** A fixed reply. `body` is in base64. */
export interface BareRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Path prefix of the routes that send a body with few headers. */
export const BODY_PREFIX = '/body'
