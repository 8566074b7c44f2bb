import { z } from '@hono/zod-openapi'
import { ACCOUNT_LOCALES } from './account.ts'
import { resourceId } from './ids.ts'
import { listOrOne } from './lists.ts'
import { minorUnits } from './payment-rules.ts'
import { multiLine, oneOf, singleLine, wholeNumber } from './text.ts'
import { instantAnswer } from './time.ts'

/** The kinds of questions. */
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

/** The id of a question, which names its answer. */
export function questionId() {
  const error = 'must be 1 to 40 lowercase letters, digits, hyphens and underscores'
  return z
    .string({ error })
    .regex(/^[a-z0-9_-]{1,40}$/, { error })
    .openapi({ example: 'reason' })
}

const isRequired = (fallback: string) =>
  z.boolean({ error: 'must be true or false' }).openapi({
    description: `Whether it must be answered.${fallback}`,
  })

const isPrivate = (fallback: string) =>
  z.boolean({ error: 'must be true or false' }).openapi({
    description: `Whether its answer is encrypted and left out of lists, events and emails.${fallback}`,
  })

const isConsent = (fallback: string) =>
  z.boolean({ error: 'must be true or false' }).openapi({
    description: `Whether the label is a text that bookers agree to: a booking whose answer is true keeps it in \`consents\`. Only for \`checkbox\`, not with \`private\`, and at most five of an event type.${fallback}`,
  })

const questionFields = {
  id: questionId().describe('Names the answer. Unique in the event type.'),
  label: singleLine(300).openapi({
    description: 'The question that bookers see.',
    example: 'What brings you to us?',
  }),
  kind: oneOf(QUESTION_KINDS).describe('What an answer is.'),
}

const bound = () => {
  const error = 'must be a number'
  return z.number({ error }).min(-999_999_999_999, { error }).max(999_999_999_999, { error })
}

/** What an answer must be beside its kind, in bodies and answers. */
const answerBounds = {
  pattern: singleLine(200).nullable().openapi({
    description:
      'What the answer to a `text` must match as a whole: characters, `.`, classes such as `[A-Z0-9]`, `\\d`, `\\w`, `\\s`, counts such as `?`, `*`, `+` and `{2,4}`, and `|` between alternatives. No groups.',
    example: '\\d{5}',
  }),
  hint: singleLine(300).nullable().openapi({
    description:
      'What bookers read beside the question, and if the answer does not match. Required with `pattern`.',
    example: 'Five digits, such as 10115',
  }),
  min: bound().nullable().openapi({ description: 'The least answer to a `number`.', example: 1 }),
  max: bound()
    .nullable()
    .openapi({ description: 'The greatest answer to a `number`.', example: 12 }),
}

/** What the choice of an option does, in bodies and answers. */
const optionRuleFields = {
  addMinutes: wholeNumber(0, 1439, 'minutes')
    .nullable()
    .optional()
    .openapi({ description: 'How much longer the booking is. Default: 0.', example: 15 }),
  addAmount: minorUnits(0).nullable().optional().openapi({
    description:
      'What is added to the price, in minor units, for each seat if the price is per seat. Only with `payment`. Default: 0.',
    example: 1000,
  }),
  leadsTo: z
    .strictObject({
      eventTypeId: resourceId('eventType').optional(),
      providerId: resourceId('provider').optional(),
    })
    .refine(
      ({ eventTypeId, providerId }) => (eventTypeId === undefined) !== (providerId === undefined),
      {
        error: 'send exactly one of `eventTypeId` and `providerId`',
      },
    )
    .nullable()
    .optional()
    .openapi({
      description:
        'Where the choice leads, for `select`. `eventTypeId`: another event type is booked instead. `providerId`: this candidate takes part.',
      example: null,
    }),
}

/** What the choice of an option does. */
export const OptionRule = z
  .strictObject(optionRuleFields)
  .openapi('OptionRule', { description: 'What the choice of an option does to a booking.' })

const optionRules = () =>
  z
    .record(singleLine(200), OptionRule, {
      error: 'must be an object with options and what they do',
    })
    .nullable()
    .openapi({
      description:
        'What the choice of an option does, by the text of the option, for `select` and `multi_select`. The answer is then part of the query for slots and of the new booking, and never changes. Not with `private`.',
      example: { 'Long hair': { addMinutes: 15, addAmount: 1000 } },
    })

const textsByLanguage = () =>
  z.record(z.string(), z.array(singleLine(200)).max(50), {
    error: 'must be an object with languages and lists of texts',
  })

/** Languages in which bookers read pages. */
const LANGUAGES: ReadonlySet<string> = new Set(ACCOUNT_LOCALES)

const optionTexts = () =>
  textsByLanguage()
    .refine((texts) => Object.keys(texts).every((language) => LANGUAGES.has(language)), {
      error: `must have texts only for ${ACCOUNT_LOCALES.join(', ')}`,
    })
    .nullable()
    .openapi({
      description:
        'What bookers read instead of `options`, by language, in the order of `options`. Answers keep the text of `options`.',
      example: { de: ['Kurze Haare', 'Lange Haare'] },
    })

/** A question in a body. */
export const QuestionInput = z
  .strictObject({
    ...questionFields,
    required: isRequired(' Default: false.').optional(),
    private: isPrivate(' Default: false.').optional(),
    consent: isConsent(' Default: false.').optional(),
    options: z
      .array(singleLine(200), { error: 'must be a list of texts' })
      .min(1, { error: 'must have at least one option' })
      .max(50, { error: 'must have at most 50 options' })
      .optional()
      .openapi({ description: 'What can be chosen, for `select` and `multi_select`.' }),
    pattern: answerBounds.pattern.optional(),
    hint: answerBounds.hint.optional(),
    min: answerBounds.min.optional(),
    max: answerBounds.max.optional(),
    optionRules: optionRules().optional(),
    optionTexts: optionTexts().optional(),
  })
  .openapi('QuestionInput', { description: 'A question to the booker.' })

/** A question of an event type. */
export const Question = z
  .object({
    ...questionFields,
    required: isRequired(''),
    private: isPrivate(''),
    consent: isConsent(''),
    options: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'What can be chosen. Null unless it is a choice.', example: null }),
    ...answerBounds,
    optionRules: optionRules(),
    optionTexts: optionTexts(),
  })
  .openapi('Question', { description: 'A question to the booker.' })

/** An event type that an answer leads to. */
export const PublicLead = z
  .object({
    eventTypeId: resourceId('eventType'),
    title: z.string().openapi({ description: 'Its title.', example: 'Haircut for kids' }),
    path: z.string().openapi({
      description: 'Path of its booking page.',
      example: '/ada-weber/kids',
    }),
  })
  .openapi('PublicLead', { description: 'An event type that an answer leads to.' })

const answerInput = () =>
  z.union([multiLine(2000), z.number(), z.boolean(), z.array(singleLine(200)).max(50)], {
    error: 'must be a text, a number, true or false, or a list of texts',
  })

/** Changes of answers: omitted ones stay, null removes one. */
export const answersPatch = () =>
  z
    .record(questionId(), answerInput().nullable(), {
      error: 'must be an object with the ids of questions and their answers',
    })
    .openapi({
      description: 'Answers by the ids of their questions: omitted ones stay, null removes one.',
      example: { reason: 'A check-up' },
    })

/** The answers to questions by their ids, in a body. */
export const answersInput = () =>
  z
    .record(questionId(), answerInput(), {
      error: 'must be an object with the ids of questions and their answers',
    })
    .openapi({
      description:
        'The answers to the questions of the event type, by their ids. `number`: a number. `checkbox`: true or false. `multi_select`: a list of options. `date`: `YYYY-MM-DD`. Others: a text.',
      example: { reason: 'A check-up' },
    })

/** A text that a booker agreed to. */
export const Consent = z
  .object({
    questionId: z
      .string()
      .openapi({ description: 'The question that they answered.', example: 'terms' }),
    text: z.string().openapi({
      description:
        'The label of the question when they answered it. A later change of the question leaves it as it is.',
      example: 'I have read the notes on data protection',
    }),
    givenAt: instantAnswer().describe('When they agreed.'),
  })
  .openapi('Consent', { description: 'A text that a booker agreed to.' })

/** The answers of a booking by the ids of their questions. */
export const answersAnswer = (description: string) =>
  z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .openapi({ description, example: {} })

/** Answers in a query. */
export const answersQuery = () => {
  const error = 'must be the id of a question, a colon and one of its options, such as hair:Long'
  return listOrOne(z.string({ error }).regex(/^[a-z0-9_-]{1,40}:.{1,200}$/, { error }))
    .pipe(z.array(z.string()).max(100, { error: 'must be at most 100 answers' }))
    .optional()
    .openapi({
      description:
        'The answer to a question with `optionRules`: its id, a colon and the option. Repeat it for several questions, and for several options of a `multi_select`. The slots then have the duration and the price for these answers. Default: no answer.',
      example: ['hair:Long hair'],
    })
}
