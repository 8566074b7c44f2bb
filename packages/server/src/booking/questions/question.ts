import { z } from 'zod'
import {
  type OptionRules,
  type OptionTexts,
  optionRulesRepresentation,
  optionRulesSchema,
  optionTextsSchema,
} from './option-rules.ts'

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

/** A question to bookers, as it is stored in its event type. */
export interface Question {
  /** 1 to 40 of `a-z0-9_-`; unique within the event type. Answers are stored under it. */
  readonly id: string
  readonly label: string
  readonly kind: QuestionKind
  /** True if a booking needs an answer. */
  readonly isRequired?: boolean
  /** The possible answers of a `select` or `multi_select`; absent for any other kind. */
  readonly options?: readonly string[]
  /** What the answer of a `text` must match as a whole: see `parsePattern`. */
  readonly pattern?: string
  /** What bookers read if an answer does not match; there with a pattern. */
  readonly hint?: string
  /** The least answer of a `number`. */
  readonly min?: number
  /** The greatest answer of a `number`. */
  readonly max?: number
  /** What the choice of an option does, by its text. Such a question is not private. */
  readonly optionRules?: OptionRules
  /** What bookers read instead of `options`, in their order. */
  readonly optionTexts?: OptionTexts
  /** True if answers are stored encrypted, and shown only with a booking of its own. */
  readonly isPrivate?: boolean
  /** True if bookings keep the label that their bookers agreed to. For `checkbox` only. */
  readonly isConsent?: boolean
}

/** The stored questions of an event type. */
export const questionsSchema = z.array(
  z.object({
    id: z.string(),
    label: z.string(),
    kind: z.enum(QUESTION_KINDS),
    isRequired: z.exactOptional(z.boolean()),
    options: z.exactOptional(z.array(z.string())),
    pattern: z.exactOptional(z.string()),
    hint: z.exactOptional(z.string()),
    min: z.exactOptional(z.number()),
    max: z.exactOptional(z.number()),
    optionRules: z.exactOptional(optionRulesSchema),
    optionTexts: z.exactOptional(optionTextsSchema),
    isPrivate: z.exactOptional(z.boolean()),
    isConsent: z.exactOptional(z.boolean()),
  }),
)

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
