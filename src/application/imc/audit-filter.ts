import { AUDIT_ACTIONS, type AuditQuery } from '#src/domain/imc/audit.ts'
import { parseDate } from '#src/domain/time/bogota.ts'

/** What the user filters by; null and '' filter nothing. */
export type AuditFilter = Omit<AuditQuery, 'after'>

/** Longer texts in an address are cut. */
const MAX_PERSON = 100

/** Maximum number of pages that an address opens: 1,000 lines. */
export const MAX_ADDRESS_PAGES = 25

/** Reads the number of shown pages from a query; 1 when it is missing or invalid. */
export function parseAuditPages(query: string): number {
  const pages = Number(new URLSearchParams(query).get('paginas') ?? 1)
  return Number.isInteger(pages) && pages > 0 ? Math.min(pages, MAX_ADDRESS_PAGES) : 1
}

/** Reads the filter from a query; invalid values filter nothing. */
export function parseAuditFilter(query: string): AuditFilter {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(name) ?? ''
  const action = read('accion')
  return {
    person: read('persona').slice(0, MAX_PERSON),
    action: AUDIT_ACTIONS.find((known) => known === action) ?? null,
    from: parseDate(read('desde')),
    until: parseDate(read('hasta')),
  }
}

/**
 * Formats the filter and the number of shown pages as a query without question mark; '' for the
 * first page without filter.
 */
export function formatAuditQuery({ person, action, from, until }: AuditFilter, pages: number): string {
  const params = new URLSearchParams()
  const values = { persona: person.slice(0, MAX_PERSON), accion: action, desde: from, hasta: until }
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  if (pages > 1) params.set('paginas', `${Math.min(pages, MAX_ADDRESS_PAGES)}`)
  return params.toString()
}
