/** Returns the value of a key and its version; computes it when the version is another. */
export type VersionedCache<Value> = (key: string, version: string, compute: () => Value) => Value

/** Caches computed values, the last ones used, each for one version of what it is computed from. */
export function createVersionedCache<Value>(maximum: number): VersionedCache<Value> {
  // A map iterates in the order of insertion, here of last use.
  const cached = new Map<string, { readonly version: string; readonly value: Value }>()

  return (key, version, compute) => {
    const known = cached.get(key)
    const entry = known?.version === version ? known : { version, value: compute() }
    cached.delete(key)
    cached.set(key, entry)
    const [oldest = key] = cached.keys()
    if (cached.size > maximum) cached.delete(oldest)
    return entry.value
  }
}
