import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'
import { optionRulesRepresentation, optionRulesSchema, optionTextsSchema } from './option-rules.ts'

/** All kinds of questions. */
export const QUESTION_KINDS = [
  'text',
  'long_text',
  'email',
  'phone',
  'number',
  'select',
  'multi_select',
  'checkbox',
  'date',
  'url',
] as const

/** The kind of a question, which decides what an answer looks like. */
export type QuestionKind = (typeof QUESTION_KINDS)[number]

const questionAttributes = z.object({
  /** 1 to 40 of `a-z0-9_-`; unique within the event type. Answers are stored under it. */
  id: z.string(),
  label: z.string(),
  kind: z.enum(QUESTION_KINDS),
  /** True if a booking needs an answer. */
  isRequired: z.exactOptional(z.boolean()),
  /** The possible answers of a `select` or `multi_select`; absent for any other kind. */
  options: z.exactOptional(z.array(z.string())),
  /** What the answer of a `text` must match as a whole: see `parsePattern`. */
  pattern: z.exactOptional(z.string()),
  /** What bookers read if an answer does not match; there with a pattern. */
  hint: z.exactOptional(z.string()),
  /** The least answer of a `number`. */
  min: z.exactOptional(z.number()),
  /** The greatest answer of a `number`. */
  max: z.exactOptional(z.number()),
  /** What the choice of an option does, by its text. Such a question is not private. */
  optionRules: z.exactOptional(optionRulesSchema),
  /** What bookers read instead of `options`, in their order. */
  optionTexts: z.exactOptional(optionTextsSchema),
  /** True if answers are stored encrypted, and shown only with a booking of its own. */
  isPrivate: z.exactOptional(z.boolean()),
  /** True if bookings keep the label that their bookers agreed to. For `checkbox` only. */
  isConsent: z.exactOptional(z.boolean()),
})

/** A question to bookers, as it is stored in its event type. */
export type Question = AttributesOf<typeof questionAttributes>

/** The stored questions of an event type. */
export const questionsSchema = z.array(questionAttributes)

/** The representation of a question. */
export const questionRepresentation = (question: Question) => ({
  id: question.id,
  label: question.label,
  kind: question.kind,
  required: question.isRequired ?? false,
  options: question.options ?? null,
  private: question.isPrivate ?? false,
  consent: question.isConsent ?? false,
  pattern: question.pattern ?? null,
  hint: question.hint ?? null,
  min: question.min ?? null,
  max: question.max ?? null,
  optionRules: optionRulesRepresentation(question.optionRules),
  optionTexts: question.optionTexts ?? null,
})
