/**
 * The functions of `reflect-metadata` with which inversify numbers bindings and modules. The portal
 * uses no decorators, so the build replaces the package (2 KB) by this file.
 */
const metadata = new WeakMap<object, Map<unknown, unknown>>()

const getOwnMetadata = (key: unknown, target: object): unknown => metadata.get(target)?.get(key)

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const targetMetadata = metadata.get(target) ?? new Map<unknown, unknown>()
  metadata.set(target, targetMetadata.set(key, value))
}

Object.assign(Reflect, { getOwnMetadata, getMetadata: getOwnMetadata, defineMetadata })
