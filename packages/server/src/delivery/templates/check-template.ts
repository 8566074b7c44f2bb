import { fieldsOfMessage, type MessageKind } from '@holdfast/contracts'
import type { Result } from '@holdfast/engine'
import type { InputError } from '../../kernel/refusals.ts'
import { templateEngine } from './load-engine.ts'
import type { MessageText } from './message-template.ts'
import type { TemplateValues } from './template-engine.ts'
import { valuesOf } from './template-values.ts'

/**
 * What is wrong with templates for messages of a kind: they do not parse, read an unknown field, or show
 * nothing with sample data. Empty if they can be sent.
 */
export async function templateErrors(
  kind: MessageKind,
  templates: Partial<MessageText>,
): Promise<readonly InputError[]> {
  const { fieldsRead, fillTemplate } = await templateEngine()
  const errors: InputError[] = []
  for (const part of ['subject', 'text'] as const) {
    const template = templates[part]
    if (template === undefined) continue
    const fields = fieldsRead(template)
    const message = fields.ok
      ? (unknownField(kind, fields.value) ??
        renderError(fillTemplate(template, sampleValues(kind, fields.value))))
      : fields.refusal
    if (message !== undefined) errors.push({ pointer: `/${part}`, message })
  }
  return errors
}

function renderError(filled: Result<string, string>): string | undefined {
  if (!filled.ok) return filled.refusal
  return filled.value.trim() === '' ? 'shows nothing with sample data' : undefined
}

// An id of a question. Which questions there are differs by event type.
const ANSWER = /^answers\.[a-z0-9_-]{1,40}$/

/** A sentence about the first field that messages of the kind do not have. */
function unknownField(kind: MessageKind, fields: readonly string[]): string | undefined {
  const known = fieldsOfMessage(kind).map(({ name }) => name)
  const hasAnswers = known.some((name) => name.startsWith('answers.'))
  const wrong = fields.find(
    (field) => !known.includes(field) && !(hasAnswers && ANSWER.test(field)),
  )
  return wrong === undefined
    ? undefined
    : `unknown field "${wrong}"; the fields of this message are ${known.join(', ')}`
}

const ANSWERS = 'answers.'

/**
 * The sample values of messages of a kind. Each account has its own questions, so `fieldsRead` says to which
 * of them the samples have answers.
 */
function sampleValues(kind: MessageKind, fieldsRead: readonly string[]): TemplateValues {
  const fields = fieldsOfMessage(kind)
  const answer = fields.find(({ name }) => name.startsWith(ANSWERS))?.example ?? ''
  return valuesOf([
    ...fields.map(({ name, example }) => [name, example] as const),
    ...fieldsRead.filter((name) => name.startsWith(ANSWERS)).map((name) => [name, answer] as const),
  ])
}
