/** A server-sent event before its data are parsed; `id` is null when it is missing. */
export interface TextEvent {
  readonly id: string | null
  readonly name: string
  readonly data: string
}

/** Maximum length of an event without an end, in characters. */
export const MAX_EVENT_LENGTH = 1_000_000

/** Reads a stream chunk by chunk; a chunk may end anywhere. */
export interface EventReader {
  /** The events that the chunk completes; null when an event is too long. */
  read(chunk: string): readonly TextEvent[] | null
}

const LINE_END = /\r\n|\n|\r/g

/** Splits a line into name and value; one space after the colon is not part of the value. */
function parseField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon === -1) return [line, '']
  const value = line.slice(colon + 1)
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value]
}

/** Builds the event of the lines between two empty lines; null when they carry no data. */
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
  let length = 0

  function completeLines(text: string): readonly string[] {
    // A carriage return at the end of a chunk may be the first half of a line end.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const pieces = whole.split(LINE_END)
    rest = `${pieces.pop() ?? ''}${text.slice(whole.length)}`
    return pieces
  }

  return {
    read(chunk) {
      const events: TextEvent[] = []
      for (const line of completeLines(rest + chunk)) {
        length += line.length
        if (line !== '') {
          lines.push(line)
          continue
        }
        const event = parseEvent(lines)
        if (event) events.push(event)
        lines = []
        length = 0
      }
      return length + rest.length > MAX_EVENT_LENGTH ? null : events
    },
  }
}
