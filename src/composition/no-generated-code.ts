/*
 * inversify can generate resolvers with `new Function`, which the content security policy forbids.
 * The default option `jitless` turns this off. The build replaces the generators by this file.
 */

function refuse(): never {
  throw new Error('inversify generates no code: keep `jitless`')
}

export {
  refuse as buildConstructorArgumentsResolverJit,
  refuse as buildNoActivationsInstanceBindingNodeResolverJit,
  refuse as buildNoActivationsResolvedValueBindingNodeResolverJit,
  refuse as buildOneConstructorArgumentResolverJit,
  refuse as buildOnePropertyArgumentResolverJit,
  refuse as buildOneResolvedValueArgumentResolverJit,
  refuse as buildResolvedValueArgumentsResolverJit,
  refuse as buildZeroConstructorArgumentsResolverJit,
  refuse as buildZeroResolvedValueArgumentsResolverJit,
}
