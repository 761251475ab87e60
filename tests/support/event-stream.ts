import { type IncomingMessage, request } from 'node:http'

/** A server-sent event with parsed JSON. */
export interface ServerSentEvent {
  readonly id: string | null
  readonly event: string
  readonly data: unknown
}

/** A reader of one response with server-sent events. It does not reconnect. */
export interface StreamReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** The events received until now. */
  readonly events: readonly ServerSentEvent[]
  /** Waits for `count` events in total, or for the end of the stream. Returns all events. */
  waitForEvents(count: number): Promise<readonly ServerSentEvent[]>
  /** Waits until the stream has ended. */
  waitForEnd(): Promise<void>
  /** Stops reading from the connection. */
  pause(): void
  /** Closes the connection. */
  close(): void
}

function parseEvent(block: string): ServerSentEvent | null {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const event = fields.get('event')
  if (event === undefined) return null
  return { id: fields.get('id') ?? null, event, data: JSON.parse(fields.get('data') ?? 'null') }
}

function sendRequest(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end()
  })
}

/** Opens an event stream and collects its events. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<StreamReader> {
  const response = await sendRequest(url, headers)
  const events: ServerSentEvent[] = []
  const waiting = new Set<() => void>()
  let ended = false
  let rest = ''

  const notify = () => {
    for (const check of [...waiting]) check()
  }
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    events.push(...blocks.flatMap((block) => parseEvent(block) ?? []))
    notify()
  })
  response.on('error', () => {})
  response.on('close', () => {
    ended = true
    notify()
  })

  const waitUntil = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isDone()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    async waitForEvents(count) {
      await waitUntil(() => events.length >= count || ended)
      return events
    },
    waitForEnd: () => waitUntil(() => ended),
    pause: () => void response.pause(),
    close: () => void response.destroy(),
  }
}
