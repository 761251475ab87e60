/** A server-sent event with unparsed data; a missing `id` is null. */
export interface TextEvent {
  readonly id: string | null
  readonly name: string
  readonly data: string
}

/** Maximum length of an incomplete event, in characters. */
export const MAX_EVENT_LENGTH = 1_000_000

/** Reads a stream in chunks. A chunk may end at any character. */
interface EventReader {
  /** Returns the events that the chunk completes; null when an event is too long. */
  read(chunk: string): readonly TextEvent[] | null
}

const LINE_END = /\r\n|\n|\r/g

/** Splits a line into name and value. Removes one space after the colon. */
function parseField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon === -1) return [line, '']
  const value = line.slice(colon + 1)
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value]
}

/** Parses the lines of an event; null for lines without data. */
function parseEvent(lines: readonly string[]): TextEvent | null {
  let id: string | null = null
  let name = ''
  const data: string[] = []
  for (const [field, value] of lines.map(parseField)) {
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }
  return data.length === 0 ? null : { id, name: name || 'message', data: data.join('\n') }
}

/** Reads `text/event-stream` (HTML standard, section "Server-sent events"). */
export function createEventReader(): EventReader {
  let rest = ''
  let lines: string[] = []
  let eventLength = 0

  /** Returns the complete lines and saves the rest for the next chunk. */
  function takeLines(text: string): readonly string[] {
    // A carriage return at the end of a chunk may be the first half of a line end.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const pieces = whole.split(LINE_END)
    rest = `${pieces.pop() ?? ''}${text.slice(whole.length)}`
    return pieces
  }

  return {
    read(chunk) {
      const events: TextEvent[] = []
      for (const line of takeLines(rest + chunk)) {
        eventLength += line.length
        if (line !== '') {
          lines.push(line)
          continue
        }
        const event = parseEvent(lines)
        if (event) events.push(event)
        lines = []
        eventLength = 0
      }
      return eventLength + rest.length > MAX_EVENT_LENGTH ? null : events
    },
  }
}
