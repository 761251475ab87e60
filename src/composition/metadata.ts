/**
 * The calls of `reflect-metadata` with which inversify numbers bindings and modules; it uses no
 * decorators. The build replaces the package, which is 2 KB, by this file.
 */
const metadata = new WeakMap<object, Map<unknown, unknown>>()

const getOwnMetadata = (key: unknown, target: object): unknown => metadata.get(target)?.get(key)

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const own = metadata.get(target) ?? new Map<unknown, unknown>()
  metadata.set(target, own.set(key, value))
}

Object.assign(Reflect, { getOwnMetadata, getMetadata: getOwnMetadata, defineMetadata })
