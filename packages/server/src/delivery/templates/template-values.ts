import { fieldsOfMessage, type MessageKind } from '@holdfast/contracts'
import type { TemplateValues } from './template-engine.ts'

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

const ANSWER = 'answers.'

/**
 * The sample values of messages of a kind. Each account has its own questions, so `fieldsRead` says to which
 * of them the samples have answers.
 */
export function sampleValues(kind: MessageKind, fieldsRead: readonly string[]): TemplateValues {
  const fields = fieldsOfMessage(kind)
  const answer = fields.find(({ name }) => name.startsWith(ANSWER))?.example ?? ''
  return valuesOf([
    ...fields.map(({ name, example }) => [name, example] as const),
    ...fieldsRead.filter((name) => name.startsWith(ANSWER)).map((name) => [name, answer] as const),
  ])
}
