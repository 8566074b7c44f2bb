import type { EventType } from '../api.ts'
import type { Keyed } from '../ui/keyed.ts'
import {
  type OptionsOfQuestion,
  optionLines,
  optionMembersOf,
  type Paid,
  questionOptionsOf,
  realigned,
} from './question-options.ts'
import { slugOf } from './slug.ts'

type Question = EventType['questions'][number]

/** A kind of question. */
export type QuestionKind = Question['kind']

/** The most questions of an event type. */
export const MAX_QUESTIONS = 20

const MAX_ID_LENGTH = 40

/** A question in the form. */
export interface QuestionDraft extends Keyed, OptionsOfQuestion {
  readonly id: string
  /** Whether the id follows the label: until it is edited or saved. */
  readonly isIdDerived: boolean
  readonly label: string
  readonly kind: QuestionKind
  readonly isRequired: boolean
  readonly isPrivate: boolean
  /** Whether bookings keep the label that was agreed to; of a checkbox that is not private. */
  readonly isConsent: boolean
  /** What the form does not edit: the pattern and the bounds of the answer. */
  readonly bounds: Pick<Question, 'pattern' | 'hint' | 'min' | 'max'>
}

const NO_BOUNDS = { pattern: null, hint: null, min: null, max: null }

/** A new question: a short text that need not be answered. */
export const newQuestion = (key: string): QuestionDraft => ({
  key,
  id: '',
  isIdDerived: true,
  label: '',
  kind: 'text',
  isRequired: false,
  isPrivate: false,
  isConsent: false,
  options: '',
  optionDrafts: [],
  languages: [],
  bounds: NO_BOUNDS,
})

/** The form's values for the questions of an event type, with amounts in its currency. */
export const questionDrafts = (
  questions: readonly Question[],
  currency: string,
): readonly QuestionDraft[] =>
  questions.map((question) => {
    const { id, label, kind, pattern, hint, min, max } = question
    return {
      key: id,
      id,
      // Answers of bookings are kept by the id.
      isIdDerived: false,
      label,
      kind,
      isRequired: question.required,
      isPrivate: question.private,
      isConsent: question.consent,
      ...questionOptionsOf(question, currency),
      bounds: { pattern, hint, min, max },
    }
  })

/** Whether questions of a kind have options. */
export const hasOptions = (kind: QuestionKind): boolean =>
  kind === 'select' || kind === 'multi_select'

/** Whether a question can be a text that bookers agree to. */
export const canBeConsent = ({
  kind,
  isPrivate,
}: Pick<QuestionDraft, 'kind' | 'isPrivate'>): boolean => kind === 'checkbox' && !isPrivate

/** The pattern and the bounds of a question, as far as its kind can have them. */
function keptBounds(
  kind: QuestionKind,
  { pattern, hint, min, max }: QuestionDraft['bounds'],
): Partial<QuestionDraft['bounds']> {
  if (kind === 'text') return pattern === null ? {} : { pattern, hint }
  return kind !== 'number' || (min === null && max === null) ? {} : { min, max }
}

/** A question as the API takes it. What its options add to a price is sent only if bookers pay one. */
export const questionOf = (question: QuestionDraft, paid: Paid) => ({
  id: question.id.trim(),
  label: question.label.trim(),
  kind: question.kind,
  required: question.isRequired,
  private: question.isPrivate,
  ...(question.isConsent && canBeConsent(question) && { consent: true }),
  ...(hasOptions(question.kind) && {
    options: optionLines(question.options),
    ...optionMembersOf(question, question.kind, paid),
  }),
  ...keptBounds(question.kind, question.bounds),
})

/** An id made from a label that no other question has: `Any allergies?` becomes `any-allergies`. */
export function questionIdOf(label: string, taken: readonly string[]): string {
  const base = slugOf(label).slice(0, MAX_ID_LENGTH).replace(/-+$/, '') || 'question'
  for (let number = 1; ; number += 1) {
    const tail = number === 1 ? '' : `-${number}`
    const id = `${base.slice(0, MAX_ID_LENGTH - tail.length)}${tail}`
    if (!taken.includes(id)) return id
  }
}

/** The questions with one changed. An id that follows its label is made again; options keep what is said of them. */
export function withQuestion(
  questions: readonly QuestionDraft[],
  index: number,
  part: Partial<QuestionDraft>,
): readonly QuestionDraft[] {
  const before = questions[index]
  if (before === undefined) return questions
  const moved = part.options !== undefined && { optionDrafts: realigned(before, part.options) }
  const changed = { ...before, ...moved, ...part }
  const others = questions.toSpliced(index, 1).map(({ id }) => id)
  const id = changed.isIdDerived ? questionIdOf(changed.label, others) : changed.id
  return questions.with(index, { ...changed, id })
}
