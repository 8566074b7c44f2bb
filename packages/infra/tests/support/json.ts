/** A part of a template that has members. */
export type Part = Record<string, unknown>

/** What is at a path of names and indexes, `Replicas.0.Region`; nothing where the path ends before. */
export function at(node: unknown, path: string): unknown {
  let found = node
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Part)[name]
  }
  return found
}

/** A list at a path; empty where there is none. */
export function list(node: unknown, path: string): readonly unknown[] {
  const found = at(node, path)
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

/** Puts a value at a path whose parent is there; `undefined` takes away what is there. */
export function put(node: unknown, path: string, value?: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? node : at(node, names.join('.'))
  if (typeof parent !== 'object' || parent === null || !(last in parent || value !== undefined)) {
    throw new Error(`there is nothing to change at ${path}`)
  }
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1)
  else if (value === undefined) delete (parent as Part)[last]
  else (parent as Part)[last] = value
}

/** A value as JSON text, to look for what an intrinsic function names. */
export const textOf = (node: unknown): string => JSON.stringify(node) ?? ''
