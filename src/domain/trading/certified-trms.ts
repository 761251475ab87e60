import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'

/**
 * A TRM that the authority certified, in pesos, and the days on which it is in force, both included
 * (D67).
 */
export interface CertifiedTrm {
  readonly value: number
  readonly from: BogotaDate
  readonly until: BogotaDate
}

/** The certified TRMs in order of date; no two are in force on one day. */
export type CertifiedTrms = readonly CertifiedTrm[]

/**
 * Orders certified TRMs. Of two with the same first day the later one of the list counts; a TRM
 * ends before the next one starts.
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

/** The certified TRM in force on a day; null without one. */
export function findCertifiedTrm(trms: CertifiedTrms, date: BogotaDate): CertifiedTrm | null {
  const found = trms[findPosition(trms, date)]
  return found !== undefined && found.from <= date ? found : null
}

/** The first certified TRM that starts after a day; null without one. */
export function findNextCertifiedTrm(trms: CertifiedTrms, date: BogotaDate): CertifiedTrm | null {
  const position = findPosition(trms, date)
  const found = trms[position]
  return (found !== undefined && found.from > date ? found : trms[position + 1]) ?? null
}

/**
 * Replaces computed TRMs by certified ones, day by day: a computed one stays on the days that have
 * no certified one. Both lists are in order of date; so is the result.
 */
export function replaceByCertified(computed: readonly CertifiedTrm[], certified: CertifiedTrms): CertifiedTrms {
  const rest = computed.flatMap((trm) => {
    const pieces: CertifiedTrm[] = []
    let from = trm.from
    for (let at = findPosition(certified, from); from <= trm.until; at++) {
      const next = certified[at]
      if (next === undefined || next.from > trm.until) {
        pieces.push({ ...trm, from })
        break
      }
      if (next.from > from) pieces.push({ ...trm, from, until: addDays(next.from, -1) })
      from = addDays(next.until, 1)
    }
    return pieces
  })
  return [...rest, ...certified].sort((one, other) => (one.from < other.from ? -1 : 1))
}
