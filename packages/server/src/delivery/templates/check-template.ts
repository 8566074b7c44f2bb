import type { Result } from '@holdfast/engine'
import type { InputError } from '../../kernel/refusals.ts'
import type { TemplateEngine } from '../ports/template-engine.ts'
import { fieldsOf, type MessageKind } from './message-kinds.ts'
import type { MessageText } from './message-template.ts'
import { valuesOf } from './template-values.ts'

/**
 * What is wrong with templates for messages of a kind: they do not parse, read an unknown field, or show
 * nothing although every field has a value. Empty if they can be sent.
 */
export async function templateErrors(
  engine: TemplateEngine,
  kind: MessageKind,
  templates: Partial<MessageText>,
): Promise<readonly InputError[]> {
  const errors: InputError[] = []
  for (const part of ['subject', 'text'] as const) {
    const template = templates[part]
    if (template === undefined) continue
    const message = await templateError(engine, kind, template)
    if (message !== undefined) errors.push({ pointer: `/${part}`, message })
  }
  return errors
}

const SAMPLE = 'sample'

async function templateError(
  engine: TemplateEngine,
  kind: MessageKind,
  template: string,
): Promise<string | undefined> {
  const fields = await engine.fieldsRead(template)
  if (!fields.ok) return fields.refusal
  const unknown = unknownField(kind, fields.value)
  if (unknown !== undefined) return unknown
  const values = valuesOf(fields.value.map((name) => [name, SAMPLE] as const))
  return renderError(await engine.fill(template, values))
}

function renderError(filled: Result<string, string>): string | undefined {
  if (!filled.ok) return filled.refusal
  return filled.value.trim() === '' ? 'shows nothing with sample data' : undefined
}

const ANSWERS = 'answers.'
// An id of a question. Which questions there are differs by event type.
const QUESTION_ID = /^[a-z0-9_-]{1,40}$/

/** The id of the question whose answer a field shows. Undefined if it shows something else. */
export function questionOf(field: string): string | undefined {
  const id = field.slice(ANSWERS.length)
  return field.startsWith(ANSWERS) && QUESTION_ID.test(id) ? id : undefined
}

/** A sentence about the first field that messages of the kind do not have. */
function unknownField(kind: MessageKind, fields: readonly string[]): string | undefined {
  const known = fieldsOf(kind)
  const hasAnswers = known.some((name) => name.startsWith(ANSWERS))
  const wrong = fields.find(
    (field) => !known.includes(field) && !(hasAnswers && questionOf(field) !== undefined),
  )
  return wrong === undefined
    ? undefined
    : `unknown field "${wrong}"; the fields of this message are ${known.join(', ')}`
}
