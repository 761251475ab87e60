import type { TimelineEntry } from '#src/application/imc/requests/request.ts'
import { requestSubject, toKindText, toRequestDate, toStatusText } from '#src/application/imc/requests/requests.ts'
import type { RequestDetail } from '#src/domain/imc/requests/requests.ts'
import type { Size } from '#src/terminal/screen.ts'
import { cutText } from '#src/terminal/table-frame.ts'

interface TimelineFrameOptions {
  readonly notice: string | null
  readonly size: Size
  readonly hasKeys: boolean
}

const SYMBOLS: Readonly<Record<TimelineEntry['state'], string>> = {
  done: '●',
  current: '◉',
  pending: '○',
  good: '✓',
  bad: '✗',
}

const INDENT = '  '

/** Breaks a text into lines of at most `width` characters, at spaces where possible. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && [...last].length + 1 + [...word].length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(cutText(word, width))
  }
  return lines
}

function toEntryLines(entry: TimelineEntry, columns: number): readonly string[] {
  const { state, title, time, description, reason } = entry
  const texts = [description, reason].flatMap((text) => wrapText(text, Math.max(1, columns - INDENT.length)))
  return [`${SYMBOLS[state]} ${title}${time === '' ? '' : `  ${time}`}`, ...texts.map((text) => `${INDENT}${text}`)]
}

/**
 * Renders a request and its steps. A low terminal shows only the titles of the steps; the first
 * line always stays.
 */
export function renderTimeline(
  detail: RequestDetail,
  timeline: readonly TimelineEntry[],
  { notice, size: [columns, rows], hasKeys }: TimelineFrameOptions,
): readonly string[] {
  const head = [
    `Solicitud ${detail.reference}  ${toKindText(detail)}  ${toRequestDate(detail)}  ${toStatusText(detail)}`,
    ...wrapText(requestSubject(detail), columns),
    ...(detail.corrects === null ? [] : [`Corrige ${detail.corrects.reference}`]),
    ...(detail.correction === null ? [] : [`Corregida en ${detail.correction.reference}`]),
    ...(notice === null ? [] : [notice]),
  ]
  const foot = hasKeys ? ['q: salir'] : []
  const steps = timeline.map((entry) => toEntryLines(entry, columns))
  const fits = head.length + steps.flat().length + foot.length < rows
  const lines = [...head, ...(fits ? steps.flat() : steps.map(([title = '']) => title)), ...foot]
  return lines.map((line) => cutText(line, columns))
}
