/** The browser's storage is disabled or full. */
export interface StorageFailure {
  readonly kind: 'storage-unavailable'
}
