/** The browser's storage cannot be used: it is disabled or full. */
export interface StorageFailure {
  readonly kind: 'storage-unavailable'
}
