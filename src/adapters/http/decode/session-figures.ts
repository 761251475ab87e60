import {
  type AmountsReply,
  amountsReply,
  type CloseAndAverageReply,
  closeAndAverageReply,
  type PricesReply,
  pricesReply,
} from '#src/adapters/http/contract/market.ts'
import { effectiveDayIn } from '#src/adapters/http/decode/loose-chart.ts'
import { fieldOf, findRecord, type LooseRecord } from '#src/adapters/http/decode/loose-records.ts'
import { directionOf, instantOn, numberOf } from '#src/adapters/http/decode/loose-values.ts'
import type { OfSession } from '#src/application/market/market-gateway.ts'
import { type BogotaDate, isoOf } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'

/** Reads a reply about a session; null when it does not fit. `asked` is the day asked for. */
export type SessionReader<T> = (body: unknown, asked: BogotaDate) => OfSession<T> | null

interface Found {
  readonly record: LooseRecord
  readonly session: BogotaDate
}

/** The record of a reply that has any of the fields, and the session it speaks of. */
function foundIn(body: unknown, asked: BogotaDate, names: readonly string[]): Found | null {
  const record = findRecord(body, (candidate) => names.some((name) => Object.hasOwn(candidate, name)))
  return record && { record, session: effectiveDayIn(record, body) ?? asked }
}

const numberAt = (record: LooseRecord, name: string) => numberOf(fieldOf(record, name))

function cleanCloseAndAverage({ record, session }: Found): CloseAndAverageReply['data'] {
  const time = instantOn(session, fieldOf(record, 'time'))
  return {
    close: numberAt(record, 'close'),
    avg: numberAt(record, 'avg'),
    time: time === null ? null : isoOf(time),
    fecha_efectiva: session,
  }
}

/** Close and average; `time` may be missing. */
export const readCloseAndAverage: SessionReader<CloseAndAverage> = (body, asked) => {
  const found = foundIn(body, asked, ['close', 'avg'])
  const parsed = closeAndAverageReply.safeParse(found && { data: cleanCloseAndAverage(found) })
  if (!parsed.success) return null
  const { close, avg, time, fecha_efectiva } = parsed.data.data
  const lastDeal = time === null ? null : Date.parse(time)
  return { session: fecha_efectiva ?? asked, value: { close, average: avg, time: lastDeal } }
}

function cleanPrices({ record, session }: Found): PricesReply['data'] {
  return {
    trm: numberAt(record, 'trm'),
    trmchange: directionOf(fieldOf(record, 'trmchange')),
    open: numberAt(record, 'open'),
    openchange: directionOf(fieldOf(record, 'openchange')),
    low: numberAt(record, 'low'),
    lowchange: directionOf(fieldOf(record, 'lowchange')),
    high: numberAt(record, 'high'),
    highchange: directionOf(fieldOf(record, 'highchange')),
    fecha_efectiva: session,
  }
}

export const readPrices: SessionReader<DollarPrices> = (body, asked) => {
  const found = foundIn(body, asked, ['trm', 'open', 'low', 'high'])
  const parsed = pricesReply.safeParse(found && { data: cleanPrices(found) })
  if (!parsed.success) return null
  const { data } = parsed.data
  return {
    session: data.fecha_efectiva ?? asked,
    value: {
      trm: { value: data.trm, change: data.trmchange },
      open: { value: data.open, change: data.openchange },
      low: { value: data.low, change: data.lowchange },
      high: { value: data.high, change: data.highchange },
    },
  }
}

function cleanAmounts({ record, session }: Found): AmountsReply['data'] {
  return {
    sum: numberAt(record, 'sum'),
    // one kind of server writes the last amount as `open`
    close: numberAt(record, Object.hasOwn(record, 'close') ? 'close' : 'open'),
    avg: numberAt(record, 'avg'),
    low: numberAt(record, 'low'),
    high: numberAt(record, 'high'),
    count: numberAt(record, 'count'),
    fecha_efectiva: session,
  }
}

export const readAmounts: SessionReader<DollarAmounts> = (body, asked) => {
  const found = foundIn(body, asked, ['sum', 'count'])
  const parsed = amountsReply.safeParse(found && { data: cleanAmounts(found) })
  if (!parsed.success) return null
  const { fecha_efectiva, close, avg, ...rest } = parsed.data.data
  return { session: fecha_efectiva ?? asked, value: { ...rest, last: close, average: avg } }
}
