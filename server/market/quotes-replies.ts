import { escapeMarkup } from '#server/http/escape-markup.ts'
import { toEffectiveDayField } from '#server/market/statistics-replies.ts'
import type { NewsReply } from '#src/adapters/http/contract/market/news.ts'
import { type IndexSeriesReply, TABLE_COLUMNS } from '#src/adapters/http/contract/market/quotes.ts'
import { rateDigits } from '#src/domain/money.ts'
import type { NewsItem } from '#src/domain/quotes/news.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import { formatTime, type Instant, toDate, toIso } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'

/** Formats a number as `1,234.56`, without `-0.00`. */
export function formatCell(value: number, digits: number): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(digits).split('.')
  const text = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderRow = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${renderRow('th', columns)}</thead><tbody>${rows.map((cells) => renderRow('td', cells)).join('')}</tbody></table>`
}

/** The HTML table of currencies: from, to, value, absolute change. */
export const currenciesTable = (quotes: readonly CurrencyQuote[]): string =>
  renderTable(
    TABLE_COLUMNS.currencies,
    quotes.map(({ from, to, value, change }) => {
      const digits = rateDigits(value)
      return [from, to, formatCell(value, digits), formatCell(change, digits)]
    }),
  )

/** The HTML table of stocks or indices: name, value, change in percent. */
export const securitiesTable = (columns: readonly string[], quotes: readonly SecurityQuote[]): string =>
  renderTable(
    columns,
    quotes.map(({ name, value, change }) => [name, formatCell(value, 2), formatCell(change, 2)]),
  )

/**
 * Creates the reply of an index series. Its labels have no date. `fecha_efectiva` is the day of the
 * series when that is not the reference date of `now` (D2).
 */
export function toIndexSeriesReply({ name, times, values }: IndexSeries, now: Instant): IndexSeriesReply {
  const last = times.at(-1)
  return {
    labels: Array.from(times, formatTime),
    datasets: [{ label: name, data: [...values] }],
    ...(last === undefined ? {} : toEffectiveDayField(referenceDate(now), toDate(last))),
  }
}

export const toNewsReply = (items: readonly NewsItem[]): NewsReply =>
  items.map(({ id, headline, body, link, time }) => ({
    id,
    headline,
    body,
    link,
    fecha: time === null ? null : toIso(time),
  }))
