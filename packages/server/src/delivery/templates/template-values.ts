import type { TemplateValues } from '../ports/template-engine.ts'

/** Puts values with names such as `booker.name` into groups. */
export function valuesOf(named: readonly (readonly [string, string])[]): TemplateValues {
  const values: Record<string, string | Record<string, string>> = {}
  for (const [name, value] of named) {
    const dot = name.indexOf('.')
    if (dot < 0) {
      values[name] = value
      continue
    }
    const group = values[name.slice(0, dot)]
    const member = name.slice(dot + 1)
    if (typeof group === 'object') group[member] = value
    else values[name.slice(0, dot)] = { [member]: value }
  }
  return values
}
