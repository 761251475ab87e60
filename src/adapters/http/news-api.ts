import type { HttpClient } from '#src/adapters/http/client.ts'
import { type NewsRow, newsReply } from '#src/adapters/http/contract/news.ts'
import { NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { fieldOf, isRecord, type LooseRecord, listIn } from '#src/adapters/http/decode/loose-records.ts'
import { instantOn } from '#src/adapters/http/decode/loose-values.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { NewsGateway } from '#src/application/market/news-gateway.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import { isoOf } from '#src/domain/time/bogota.ts'

const WEB_ADDRESS = /^https?:\/\//i
const NO_DAY = ''

const textAt = (record: LooseRecord, name: string): string => {
  const value = fieldOf(record, name)
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${value}` : ''
}

/** FNV-1a of the text, so that the same news keeps its id from call to call. */
function idFrom(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `h-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

function linkOf(text: string): string | null {
  return WEB_ADDRESS.test(text) && URL.canParse(text) ? text : null
}

function cleanRow(row: unknown): readonly NewsRow[] {
  if (!isRecord(row)) return []
  const headline = textAt(row, 'headline')
  if (headline === '') return []
  const body = textAt(row, 'body')
  const time = instantOn(NO_DAY, fieldOf(row, 'fecha'))
  return [
    {
      id: textAt(row, 'id') || idFrom(`${headline}\n${body}`),
      headline,
      body,
      link: linkOf(textAt(row, 'link')),
      fecha: time === null ? null : isoOf(time),
    },
  ]
}

const itemOf = ({ fecha, ...row }: NewsRow): NewsItem => ({ ...row, time: fecha === null ? null : Date.parse(fecha) })

function withoutRepeats(items: readonly NewsItem[]): readonly NewsItem[] {
  const seen = new Set<string>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function readNews(body: unknown): readonly NewsItem[] | null {
  const parsed = newsReply.safeParse(listIn(body)?.flatMap(cleanRow))
  return parsed.success ? withoutRepeats(parsed.data.map(itemOf)) : null
}

/** News in the order of the server; rows without a headline and repeated ids are left out, unsafe links are null. */
export function createNewsApi({ http }: { readonly http: HttpClient }): NewsGateway {
  return { latest: (signal) => requestJson(http, { path: NEWS_PATH, signal }, readNews) }
}
