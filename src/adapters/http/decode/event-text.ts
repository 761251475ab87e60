/** A server-sent event as it was written; `id` null where it had none. */
export interface TextEvent {
  readonly id: string | null
  readonly name: string
  readonly data: string
}

/** Characters of an event that has not come to its end; more than that is none of ours. */
export const MAX_EVENT_LENGTH = 1_000_000

/** Reads a stream piece by piece, wherever the pieces are cut. */
export interface EventReader {
  /** The events that the piece completes; null when one of them grew too long. */
  read(piece: string): readonly TextEvent[] | null
}

const LINE_END = /\r\n|\n|\r/g

/** Name and value of a line; one space after the colon is not part of the value. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon === -1) return [line, '']
  const value = line.slice(colon + 1)
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value]
}

/** The event of the lines between two empty ones, null for comments and the like. */
function eventOf(lines: readonly string[]): TextEvent | null {
  let id: string | null = null
  let name = ''
  const data: string[] = []
  for (const [field, value] of lines.map(fieldOf)) {
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }
  return data.length === 0 ? null : { id, name: name || 'message', data: data.join('\n') }
}

/** Reads `text/event-stream` as the HTML standard says (§ 9.2, server-sent events). */
export function createEventReader(): EventReader {
  let rest = ''
  let lines: string[] = []
  let length = 0

  function completeLines(text: string): readonly string[] {
    // A carriage return at the very end may be half of a line end.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const pieces = whole.split(LINE_END)
    rest = `${pieces.pop() ?? ''}${text.slice(whole.length)}`
    return pieces
  }

  return {
    read(piece) {
      const events: TextEvent[] = []
      for (const line of completeLines(rest + piece)) {
        length += line.length
        if (line !== '') {
          lines.push(line)
          continue
        }
        const event = eventOf(lines)
        if (event) events.push(event)
        lines = []
        length = 0
      }
      return length + rest.length > MAX_EVENT_LENGTH ? null : events
    },
  }
}
