/** Returns the cached value of a key. Computes the value when the version is new. */
type VersionedCache<Value> = (key: string, version: string, compute: () => Value) => Value

/** Caches the most recently used values, one version of each key. */
export function createVersionedCache<Value>(maximumKeys: number): VersionedCache<Value> {
  // A map iterates in insertion order. Here this is the order of last use.
  const entries = new Map<string, { readonly version: string; readonly value: Value }>()

  return (key, version, compute) => {
    const current = entries.get(key)
    const entry = current?.version === version ? current : { version, value: compute() }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest = key] = entries.keys()
    if (entries.size > maximumKeys) entries.delete(oldest)
    return entry.value
  }
}
