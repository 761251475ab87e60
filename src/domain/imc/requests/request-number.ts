import type { RequestReceipt } from '#src/domain/imc/requests/requests.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/** The number of a request, with the id and the reference that contain the number. */
export interface RequestNumber extends RequestReceipt {
  readonly sequence: number
}

const DIGITS = 5

/** Example: the request 420 of 2026 has the id `sol-00420` and the reference `S-2026-00420`. */
export const toRequestNumber = (sequence: number, at: Instant): RequestNumber => {
  const digits = String(sequence).padStart(DIGITS, '0')
  return { sequence, id: `sol-${digits}`, reference: `S-${toDate(at).slice(0, 4)}-${digits}` }
}
