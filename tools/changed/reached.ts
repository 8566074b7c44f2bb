import type { Import } from '../rules/cruise.ts'

/**
 * All files that a change of `changed` can reach, with how many imports they are away: these files, what imports them, what
 * imports that, and so on. A file that is only read, such as a fixture or a document, reaches nothing by an import.
 */
export function reachedBy(
  imports: readonly Import[],
  changed: readonly string[],
): ReadonlyMap<string, number> {
  const importers = Map.groupBy(imports, ({ to }) => to)
  const steps = new Map(changed.map((file) => [file, 0]))
  // A map yields what is added while it is walked: the nearest files first.
  for (const [file, step] of steps) {
    for (const { from } of importers.get(file) ?? [])
      if (!steps.has(from)) steps.set(from, step + 1)
  }
  return steps
}
