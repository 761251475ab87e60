import { type IncomingMessage, request } from 'node:http'

export interface StreamEvent {
  readonly id: string | null
  readonly event: string
  readonly data: unknown
}

/** A reader of server-sent events, as a browser is one. */
export interface EventReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** The events so far. */
  readonly events: readonly StreamEvent[]
  /** Waits until this many events have come. */
  until(count: number): Promise<readonly StreamEvent[]>
  /** Waits for the end of the stream. */
  ended(): Promise<void>
  /** Stops and goes on taking bytes off the connection. */
  pause(): void
  leave(): void
}

function eventOf(block: string): StreamEvent | null {
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

function respond(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end()
  })
}

/** Opens a stream and reads along. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const response = await respond(url, headers)
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  let ended = false
  let rest = ''

  const look = () => {
    for (const check of [...waiting]) check()
  }
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    events.push(...blocks.flatMap((block) => eventOf(block) ?? []))
    look()
  })
  response.on('error', () => {})
  response.on('close', () => {
    ended = true
    look()
  })

  const wait = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!done()) return
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
    async until(count) {
      await wait(() => events.length >= count || ended)
      return events
    },
    ended: () => wait(() => ended),
    pause: () => void response.pause(),
    leave: () => void response.destroy(),
  }
}
