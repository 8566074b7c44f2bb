import type { Coloring } from './coloring.ts'
import { type EmptyClassesChoice, useEmptyClasses } from './use-empty-classes.ts'
import { useColoring } from './use-tones.ts'

/** What the reader chose to see in the calendar, as on the last visit. */
export interface ChosenLook {
  readonly emptyClasses: EmptyClassesChoice
  readonly coloring: Coloring
  readonly onColoring: (coloring: Coloring) => void
}

/** The choices of how the calendar looks. */
export function useLook(): ChosenLook {
  const [coloring, onColoring] = useColoring()
  return { emptyClasses: useEmptyClasses(), coloring, onColoring }
}
