/*
 * The container takes no plugins and no snapshots of its bindings. The build replaces the modules
 * that inversify needs for them by this file.
 */

function refuse(): never {
  throw new Error('the container takes no plugins and no snapshots')
}

class RefusedService {
  readonly register = refuse
  readonly restore = refuse
  readonly snapshot = refuse
}

export { RefusedService as PluginManager, RefusedService as SnapshotManager }
