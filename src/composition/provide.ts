import type { Bind } from 'inversify'

declare const provides: unique symbol

/** A container key with the type of its value. */
export type Token<T> = symbol & { readonly [provides]?: T }

/** The keys of a record of dependencies, by name. */
export type Tokens<Deps> = { readonly [Name in keyof Deps]-?: Token<Deps[Name]> }

export const token = <T>(name: string): Token<T> => Symbol(name)

/** Binds a factory with named dependencies: a wrong or missing dependency does not compile. */
export function provide<T, Deps extends object>(
  bind: Bind,
  target: Token<T>,
  create: (deps: Deps) => T,
  deps: Tokens<Deps>,
): void {
  const entries = Object.entries<symbol>(deps)
  bind<T>(target).toResolvedValue(
    (...values: unknown[]) => create(Object.fromEntries(entries.map(([name], i) => [name, values[i]])) as Deps),
    entries.map(([, id]) => id),
  )
}

/** Binds each token to the field of its name in the value of `source`. */
export function provideFields<Fields extends object>(bind: Bind, tokens: Tokens<Fields>, source: Token<Fields>): void {
  for (const [name, id] of Object.entries<symbol>(tokens)) {
    bind(id).toResolvedValue((fields: Fields) => fields[name as keyof Fields], [source])
  }
}
