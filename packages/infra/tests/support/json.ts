/** An object in a template. */
export type Part = Record<string, unknown>

/** The value at a path such as `Replicas.0.Region`, or undefined if the path does not exist. */
export function at(node: unknown, path: string): unknown {
  let found = node
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Part)[name]
  }
  return found
}

/** The list at a path. Empty if the path does not exist. A single value becomes a list of one. */
export function list(node: unknown, path: string): readonly unknown[] {
  const found = at(node, path)
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** Sets the value at a path whose parent exists. `undefined` removes the value. */
export function put(node: unknown, path: string, value?: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? node : at(node, names.join('.'))
  if (typeof parent !== 'object' || parent === null || !(last in parent || value !== undefined)) {
    throw new Error(`nothing to change at ${path}`)
  }
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1)
  else if (value === undefined) delete (parent as Part)[last]
  else (parent as Part)[last] = value
}

/** A value as JSON text, to search for names in intrinsic functions. */
export const textOf = (node: unknown): string => JSON.stringify(node) ?? ''
