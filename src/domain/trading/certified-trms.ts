import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'

/** A TRM in pesos and the calendar days on which it is in force, both included (D67). */
export interface DatedTrm {
  readonly value: number
  readonly from: BogotaDate
  readonly until: BogotaDate
}

/** A TRM that the authority certified (D67). */
export type CertifiedTrm = DatedTrm

/** The certified TRMs in order of date; their periods do not overlap. */
export type CertifiedTrms = readonly CertifiedTrm[]

/**
 * Orders certified TRMs by date. If two TRMs start on one day, the later list entry replaces the
 * earlier entry. Each TRM ends before the next TRM starts.
 */
export function orderCertifiedTrms(trms: readonly CertifiedTrm[]): CertifiedTrms {
  const byFirstDay = new Map(trms.map((trm) => [trm.from, trm]))
  const ordered = [...byFirstDay.values()].sort((one, other) => (one.from < other.from ? -1 : 1))
  return ordered.map((trm, i) => {
    const next = ordered[i + 1]
    return next !== undefined && next.from <= trm.until ? { ...trm, until: addDays(next.from, -1) } : trm
  })
}

/** Position of the first TRM that is in force on a day or later. */
function findPosition(trms: CertifiedTrms, date: BogotaDate): number {
  let [low, high] = [0, trms.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((trms[middle]?.until ?? '') < date) low = middle + 1
    else high = middle
  }
  return low
}

/** The certified TRM in force on a day; null if it is unknown. */
export function findCertifiedTrm(trms: CertifiedTrms, date: BogotaDate): CertifiedTrm | null {
  const trm = trms[findPosition(trms, date)]
  return trm !== undefined && trm.from <= date ? trm : null
}

/** The first certified TRM that starts after a day; null if it is unknown. */
export function findNextCertifiedTrm(trms: CertifiedTrms, date: BogotaDate): CertifiedTrm | null {
  const position = findPosition(trms, date)
  const trm = trms[position]
  return (trm !== undefined && trm.from > date ? trm : trms[position + 1]) ?? null
}

/**
 * Replaces computed TRMs by certified TRMs, day by day. The computed TRM remains on days without a
 * certified TRM. Both lists and the result are in order of date.
 */
export function replaceByCertified(computed: readonly DatedTrm[], certified: CertifiedTrms): readonly DatedTrm[] {
  const uncovered = computed.flatMap((trm) => {
    const pieces: DatedTrm[] = []
    let from = trm.from
    for (let position = findPosition(certified, from); from <= trm.until; position++) {
      const next = certified[position]
      if (next === undefined || next.from > trm.until) {
        pieces.push({ ...trm, from })
        break
      }
      if (next.from > from) pieces.push({ ...trm, from, until: addDays(next.from, -1) })
      from = addDays(next.until, 1)
    }
    return pieces
  })
  return [...uncovered, ...certified].sort((one, other) => (one.from < other.from ? -1 : 1))
}
