import type { Import } from '../rules/cruise.ts'

/**
 * All files that a change of `changed` can reach: these files, what imports them, what imports that,
 * and so on. A file that is only read, such as a fixture or a document, reaches nothing by an import.
 */
export function reachedBy(
  imports: readonly Import[],
  changed: readonly string[],
): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const { from, to } of imports) {
    const known = importers.get(to)
    if (known === undefined) importers.set(to, [from])
    else known.push(from)
  }
  const reached = new Set(changed)
  const open = [...changed]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const importer of importers.get(file) ?? []) {
      if (reached.has(importer)) continue
      reached.add(importer)
      open.push(importer)
    }
  }
  return reached
}
