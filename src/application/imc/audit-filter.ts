import { AUDIT_ACTIONS, type AuditQuery } from '#src/domain/imc/audit.ts'
import { parseDate } from '#src/domain/time/bogota.ts'

/** What the user filters by; null and '' filter nothing. */
export type AuditFilter = Omit<AuditQuery, 'after'>

/** Longer texts of an address are cut. */
const MAX_PERSON = 100

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

/** Writes the filter as a query without question mark, '' without a filter. */
export function formatAuditFilter({ person, action, from, until }: AuditFilter): string {
  const params = new URLSearchParams()
  const values = { persona: person.slice(0, MAX_PERSON), accion: action, desde: from, hasta: until }
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  return params.toString()
}
