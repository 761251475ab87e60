/** The chain of the audit lines (D121). Triggers refuse UPDATE and DELETE. */
export interface AuditChainTables {
  records_audit_chain: AuditChainTable
}

interface AuditChainTable {
  /** Counts from 1 without gaps. */
  readonly position: number
  readonly audit_id: string
  readonly hash: string
}
