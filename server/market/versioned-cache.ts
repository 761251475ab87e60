/** Returns the cached value of a key; computes it when the version is new. */
export type VersionedCache<Value> = (key: string, version: string, compute: () => Value) => Value

/** Caches the most recently used values, one version of each key. */
export function createVersionedCache<Value>(maximum: number): VersionedCache<Value> {
  // A map iterates in the order of insertion, here of last use.
  const cached = new Map<string, { readonly version: string; readonly value: Value }>()

  return (key, version, compute) => {
    const current = cached.get(key)
    const entry = current?.version === version ? current : { version, value: compute() }
    cached.delete(key)
    cached.set(key, entry)
    const [oldest = key] = cached.keys()
    if (cached.size > maximum) cached.delete(oldest)
    return entry.value
  }
}
