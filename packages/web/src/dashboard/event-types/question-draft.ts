import type { EventType } from '../api.ts'
import type { Keyed } from '../ui/keyed.ts'
import { slugOf } from './slug.ts'

type Question = EventType['questions'][number]

/** A kind of question. */
export type QuestionKind = Question['kind']

/** The most questions of an event type. */
export const MAX_QUESTIONS = 20

const MAX_ID_LENGTH = 40

/** A question in the form. */
export interface QuestionDraft extends Keyed {
  readonly id: string
  /** Whether the id follows the label: until it is edited or saved. */
  readonly isIdDerived: boolean
  readonly label: string
  readonly kind: QuestionKind
  readonly isRequired: boolean
  readonly isPrivate: boolean
  /** One option a line. */
  readonly options: string
  /** What the form does not edit: the pattern and the bounds of the answer, and what options do. */
  readonly bounds: Pick<
    Question,
    'pattern' | 'hint' | 'min' | 'max' | 'optionRules' | 'optionTexts'
  >
}

const NO_BOUNDS = {
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: null,
  optionTexts: null,
}

/** A new question: a short text that need not be answered. */
export const newQuestion = (key: string): QuestionDraft => ({
  key,
  id: '',
  isIdDerived: true,
  label: '',
  kind: 'text',
  isRequired: false,
  isPrivate: false,
  options: '',
  bounds: NO_BOUNDS,
})

/** The form's values for the questions of an event type. */
export const questionDrafts = (questions: readonly Question[]): readonly QuestionDraft[] =>
  questions.map(({ id, label, kind, required, private: isPrivate, options, ...bounds }) => ({
    key: id,
    id,
    // Answers of bookings are kept by the id.
    isIdDerived: false,
    label,
    kind,
    isRequired: required,
    isPrivate,
    options: options?.join('\n') ?? '',
    bounds,
  }))

/** Whether questions of a kind have options. */
export const hasOptions = (kind: QuestionKind): boolean =>
  kind === 'select' || kind === 'multi_select'

const optionsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What the options do that are still there. Texts in other languages are those of the whole list. */
function keptOptions(
  options: readonly string[],
  { optionRules, optionTexts }: Pick<QuestionDraft['bounds'], 'optionRules' | 'optionTexts'>,
): Partial<QuestionDraft['bounds']> {
  const rules = Object.entries(optionRules ?? {}).filter(([option]) => options.includes(option))
  const isWhole = Object.values(optionTexts ?? {}).every((texts) => texts.length === options.length)
  return {
    ...(rules.length > 0 && { optionRules: Object.fromEntries(rules) }),
    ...(optionTexts !== null && isWhole && { optionTexts }),
  }
}

/** What a question has beside its kind and its options, as far as its kind can have it. */
function keptBounds(
  kind: QuestionKind,
  options: readonly string[],
  { pattern, hint, min, max, optionRules, optionTexts }: QuestionDraft['bounds'],
): Partial<QuestionDraft['bounds']> {
  if (hasOptions(kind)) return keptOptions(options, { optionRules, optionTexts })
  if (kind === 'text') return pattern === null ? {} : { pattern, hint }
  return kind !== 'number' || (min === null && max === null) ? {} : { min, max }
}

/** A question as the API takes it. */
export const questionOf = ({ id, label, kind, isRequired, isPrivate, ...rest }: QuestionDraft) => ({
  id: id.trim(),
  label: label.trim(),
  kind,
  required: isRequired,
  private: isPrivate,
  ...(hasOptions(kind) && { options: optionsOf(rest.options) }),
  ...keptBounds(kind, optionsOf(rest.options), rest.bounds),
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

/** The questions with one changed; an id that follows its label is made again. */
export function withQuestion(
  questions: readonly QuestionDraft[],
  index: number,
  part: Partial<QuestionDraft>,
): readonly QuestionDraft[] {
  const before = questions[index]
  if (before === undefined) return questions
  const changed = { ...before, ...part }
  const others = questions.toSpliced(index, 1).map(({ id }) => id)
  const id = changed.isIdDerived ? questionIdOf(changed.label, others) : changed.id
  return questions.with(index, { ...changed, id })
}
