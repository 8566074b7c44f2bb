import { ok, parsePattern, type Result, refuse } from '@holdfast/engine'
import { type InputError, pointerStep, type Refusal } from '../../kernel/refusals.ts'
import {
  type OptionRulesInput,
  type OptionTextsInput,
  optionRulesOf,
  optionTextsOf,
} from './option-rules.ts'
import type { Question, QuestionKind } from './question.ts'

/** The most questions of an event type. */
export const QUESTIONS_MAX = 20
/** The most options of a question. */
export const OPTIONS_MAX = 50
/** The most consents of an event type: a booking keeps the text of each. */
export const CONSENTS_MAX = 5
/** The most bytes of all questions of an event type as JSON: its item is read for each booking. */
export const QUESTIONS_BYTES_MAX = 16_384

/** Why a server without vault keys refuses private questions and answers. */
export const NO_VAULT_KEYS =
  'needs the keys of a vault, which this server does not have. Set HOLDFAST_VAULT_KEYS.'

const ID = /^[a-z0-9_-]{1,40}$/

/** A question as input; `required` and `private` are false if absent. */
export interface QuestionInput {
  readonly id: string
  readonly label: string
  readonly kind: QuestionKind
  readonly required?: boolean | undefined
  readonly options?: readonly string[] | null | undefined
  readonly private?: boolean | undefined
  readonly consent?: boolean | undefined
  readonly pattern?: string | null | undefined
  readonly hint?: string | null | undefined
  readonly min?: number | null | undefined
  readonly max?: number | null | undefined
  readonly optionRules?: OptionRulesInput | null | undefined
  readonly optionTexts?: OptionTextsInput | null | undefined
}

/**
 * Checks the questions of an event type and converts them to their stored form: ids are unique, exactly the
 * kinds `select` and `multi_select` have options, which differ from each other, and all of it is at most 16 kB.
 * Private questions need a server that can encrypt their answers. Labels and options are already text without
 * control characters. Refuses with all errors at once.
 */
export function checkQuestions(
  inputs: readonly QuestionInput[],
  canEncrypt: boolean,
): Result<readonly Question[], Refusal> {
  const errors: InputError[] = []
  if (inputs.length > QUESTIONS_MAX) {
    const message = `has ${inputs.length} questions; at most ${QUESTIONS_MAX} are possible`
    errors.push({ pointer: '/questions', message })
  }
  const consents = inputs.filter(({ consent }) => consent).length
  if (consents > CONSENTS_MAX) {
    const message = `has ${consents} consents; at most ${CONSENTS_MAX} are possible, as each booking keeps their texts`
    errors.push({ pointer: '/questions', message })
  }
  const seen = new Set<string>()
  inputs.forEach((input, index) => {
    for (const { member, message } of problemsOf(input, seen)) {
      errors.push({ pointer: `/questions/${index}/${member}`, message })
    }
    if (input.private && !canEncrypt) {
      const message = `a private question ${NO_VAULT_KEYS}`
      errors.push({ pointer: `/questions/${index}/private`, message })
    }
    seen.add(input.id)
  })
  const questions = inputs.map(stored)
  const bytes = Buffer.byteLength(JSON.stringify(questions))
  if (bytes > QUESTIONS_BYTES_MAX) {
    const message = `are ${bytes} bytes; at most ${QUESTIONS_BYTES_MAX} are possible. Shorten labels or options.`
    errors.push({ pointer: '/questions', message })
  }
  return errors.length === 0 ? ok(questions) : refuse({ code: 'validation_failed', errors })
}

interface Problem {
  /** The pointer within the question. */
  readonly member: string
  readonly message: string
}

function problemsOf(input: QuestionInput, seen: ReadonlySet<string>) {
  const { id, kind, options } = input
  const problems: Problem[] = [
    ...patternProblems(input),
    ...boundsProblems(input),
    ...optionRuleProblems(input),
    ...optionTextProblems(input),
    ...consentProblems(input),
  ]
  // As the name of a member, it would set the prototype of the answers.
  if (!ID.test(id) || id === '__proto__') {
    const message = `"${id}" is no id. Use 1 to 40 lowercase letters, digits, _ and -, such as company_size.`
    problems.push({ member: 'id', message })
  } else if (seen.has(id)) {
    problems.push({ member: 'id', message: `"${id}" is the id of another question` })
  }
  const message = optionsProblem(kind, options ?? undefined)
  if (message !== undefined) problems.push({ member: 'options', message })
  return problems
}

function patternProblems({ kind, pattern, hint }: QuestionInput): readonly Problem[] {
  if (pattern == null) {
    const message = 'is only possible with `pattern`'
    return hint == null ? [] : [{ member: 'hint', message }]
  }
  const problems: Problem[] = []
  if (kind !== 'text') {
    const message = `a question of the kind ${kind} has no pattern; only text has`
    problems.push({ member: 'pattern', message })
  } else if (parsePattern(pattern) === undefined) {
    const message = `"${pattern}" is no pattern. Use characters, ., classes such as [A-Z0-9], \\d, \\w, \\s, counts such as ? * + {2,4}, and | between alternatives; no groups and no ^ or $, as the whole answer must match.`
    problems.push({ member: 'pattern', message })
  }
  if (hint == null) {
    const message = 'is required with `pattern`: bookers read it if their answer does not match'
    problems.push({ member: 'hint', message })
  }
  return problems
}

function boundsProblems({ kind, min, max }: QuestionInput): readonly Problem[] {
  const message = `a question of the kind ${kind} has no bounds; only number has`
  if (kind !== 'number') {
    return [
      ...(min == null ? [] : [{ member: 'min', message }]),
      ...(max == null ? [] : [{ member: 'max', message }]),
    ]
  }
  return min != null && max != null && min > max
    ? [{ member: 'max', message: `must be at least \`min\`, which is ${min}` }]
    : []
}

function consentProblems({ kind, consent, private: isPrivate }: QuestionInput) {
  if (!consent) return []
  const member = 'consent'
  if (kind !== 'checkbox') {
    const message = `a question of the kind ${kind} is no consent; only checkbox can be one`
    return [{ member, message }]
  }
  return isPrivate
    ? [{ member, message: 'is not possible with `private`: the booking shows what was agreed to' }]
    : []
}

function optionRuleProblems({
  kind,
  options,
  optionRules,
  private: isPrivate,
}: QuestionInput): readonly Problem[] {
  if (optionRules == null) return []
  const member = 'optionRules'
  if (!hasOptions(kind)) {
    const message = `a question of the kind ${kind} has no options; only select and multi_select have`
    return [{ member, message }]
  }
  const message = 'is not possible with `private`: the answer is part of the query for slots'
  const problems: Problem[] = isPrivate ? [{ member, message }] : []
  for (const [option, { leadsTo }] of Object.entries(optionRules)) {
    const own = `${member}/${pointerStep(option)}`
    // As the name of a member, it would set the prototype of the rules.
    if (!options?.includes(option) || option === '__proto__') {
      problems.push({ member: own, message: `"${option}" is no option of the question` })
    }
    if (leadsTo != null && kind !== 'select') {
      const several = `is only possible for select: several options of a ${kind} could be chosen`
      problems.push({ member: `${own}/leadsTo`, message: several })
    }
  }
  return problems
}

function optionTextProblems({ kind, options = [], optionTexts }: QuestionInput) {
  if (optionTexts == null) return []
  const member = 'optionTexts'
  if (!hasOptions(kind)) {
    const message = `a question of the kind ${kind} has no options; only select and multi_select have`
    return [{ member, message }]
  }
  const count = options?.length ?? 0
  return Object.entries(optionTexts).flatMap(([language, texts = []]) => {
    const own = `${member}/${language}`
    if (texts.length !== count) {
      const message = `has ${texts.length} texts: send one for each of the ${count} options, in their order`
      return [{ member: own, message }]
    }
    const twice = texts.find((text, index) => texts.indexOf(text) !== index)
    return twice === undefined
      ? []
      : [{ member: own, message: `"${twice}" is there twice; texts must differ` }]
  })
}

const hasOptions = (kind: QuestionKind): boolean => kind === 'select' || kind === 'multi_select'

function optionsProblem(
  kind: QuestionKind,
  options: readonly string[] | undefined,
): string | undefined {
  if (!hasOptions(kind)) {
    return options === undefined
      ? undefined
      : `a question of the kind ${kind} has no options; only select and multi_select have`
  }
  if (options === undefined || options.length === 0) {
    return `a question of the kind ${kind} needs 1 to ${OPTIONS_MAX} options`
  }
  if (options.length > OPTIONS_MAX) {
    return `has ${options.length} options; at most ${OPTIONS_MAX} are possible`
  }
  const twice = options.find((option, index) => options.indexOf(option) !== index)
  return twice === undefined ? undefined : `"${twice}" is there twice; options must differ`
}

function stored({ id, label, kind, required, options, ...input }: QuestionInput): Question {
  const optionRules = optionRulesOf(input.optionRules ?? {})
  const optionTexts = optionTextsOf(input.optionTexts ?? {})
  return {
    id,
    label,
    kind,
    ...(required && { isRequired: true }),
    ...(options != null && { options }),
    ...(input.pattern != null && { pattern: input.pattern }),
    ...(input.hint != null && { hint: input.hint }),
    ...(input.min != null && { min: input.min }),
    ...(input.max != null && { max: input.max }),
    ...(optionRules && { optionRules }),
    ...(optionTexts && { optionTexts }),
    ...(input.private && { isPrivate: true }),
    ...(input.consent && { isConsent: true }),
  }
}
