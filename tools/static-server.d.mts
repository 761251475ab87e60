import type { Server } from 'node:http'

export function startStaticServer(options: {
  readonly folder: string
  readonly port?: number
  /** The path of the folder's address, with a slash at both ends. */
  readonly mount?: string
}): Promise<{ readonly server: Server; readonly url: string }>
