import type { Shape } from '../cells/world.ts'
import type { FaultName } from '../run/faults.ts'
import type { PlantedChange } from '../run/preload-settings.ts'
import type { StoreName } from '../run/stores.ts'

/** A bug that a run can plant into the servers, to show that it is found. */
export interface PlantedBug {
  readonly name: string
  readonly what: string
  readonly change: PlantedChange
  /** The store that has it. Default: all. */
  readonly store?: StoreName
  /** The only shapes that have it. Default: all. */
  readonly shapes?: readonly Shape[]
  /** The faults that show it soon. Default: all. */
  readonly faults?: readonly FaultName[]
}
