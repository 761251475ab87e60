/*
 * The container binds only factories (`provide`). The build replaces the modules that inversify
 * needs for classes by this file.
 */

function refuse(): never {
  throw new Error('the container binds no classes: use `provide`')
}

/** Replaces inversify's node for a class in its resolution plan. */
class RefusedClassNode {
  constructor() {
    refuse()
  }
}

export { RefusedClassNode as InstanceBindingNodeImplementation, refuse as getClassMetadata }
