import { AUDIT_ACTIONS, type AuditQuery } from '#src/domain/imc/audit/audit.ts'
import { parseDate } from '#src/domain/time/bogota.ts'

/** The values of the filter; null and '' match every line. */
export type AuditFilter = Omit<AuditQuery, 'after'>

/** Maximum length of the person in a URL; a longer text is cut. */
const MAX_PERSON_LENGTH = 100

/** Maximum number of pages that a URL opens: 1,000 lines. */
export const MAX_URL_PAGES = 25

/** Reads the number of shown pages from a query; 1 if the number is missing or invalid. */
export function parseAuditPages(query: string): number {
  const pages = Number(new URLSearchParams(query).get('paginas') ?? 1)
  return Number.isInteger(pages) && pages > 0 ? Math.min(pages, MAX_URL_PAGES) : 1
}

/** Reads the filter from a query; ignores invalid values. */
export function parseAuditFilter(query: string): AuditFilter {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(name) ?? ''
  const action = read('accion')
  return {
    person: read('persona').slice(0, MAX_PERSON_LENGTH),
    action: AUDIT_ACTIONS.find((candidate) => candidate === action) ?? null,
    from: parseDate(read('desde')),
    until: parseDate(read('hasta')),
  }
}

/**
 * Formats the filter and the number of shown pages as a query without question mark. Omits empty
 * values, and the number of pages if it is 1.
 */
export function formatAuditQuery({ person, action, from, until }: AuditFilter, pages: number): string {
  const params = new URLSearchParams()
  const values = { persona: person.slice(0, MAX_PERSON_LENGTH), accion: action, desde: from, hasta: until }
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  if (pages > 1) params.set('paginas', `${Math.min(pages, MAX_URL_PAGES)}`)
  return params.toString()
}
