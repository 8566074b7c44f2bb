import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { nameText, oneOf, singleLine, wholeNumber } from './text.ts'

/** How a requirement chooses among its free candidates. */
export const CHOICES = ['balanced', 'priority', 'soonest_idle', 'gap'] as const

/** The kinds of providers that a requirement can ask for. */
export const REQUIRED_KINDS = ['person', 'room', 'equipment', 'unit'] as const

const CANDIDATES = 50
const REQUIREMENTS = 8
const SPANS = 4

const CHOICE =
  '`balanced`: who has the least booked time around the start, up to four weeks away; near days count more. `priority`: the first free one in the order of the list. `soonest_idle`: whose last booking before the start ended first. `gap`: only of nights, where the others but `priority` are refused: the unit that leaves the fewest nights that nobody can book.'

const fields = {
  name: nameText().openapi({
    description: 'Names the requirement in `assignments`. Unique within the event type.',
    example: 'doctor',
  }),
  providerIds: z.array(resourceId('provider')),
  specialty: singleLine(100),
  kind: oneOf(REQUIRED_KINDS),
  count: z.union([wholeNumber(1, CANDIDATES, 'providers'), z.literal('all')]),
}

const DAY =
  'The day of the booking on which the span is, from 0 to 13. Day 1 begins at the wall time of the start on the next date, in the time zone of the event type.'
const OFFSET =
  'Minutes from the beginning of its day to that of the span. Day 0 begins at the start.'

const spanFields = {
  offsetMinutes: wholeNumber(0, 1439, 'minutes').openapi({ description: OFFSET, example: 80 }),
  durationMinutes: wholeNumber(1, 1440, 'minutes').openapi({
    description: 'Length of the span.',
    example: 30,
  }),
  label: singleLine(100),
}

/** A span as input. */
const SpanInput = z
  .strictObject({
    day: wholeNumber(0, 13, 'days')
      .optional()
      .openapi({ description: `${DAY} Default: 0.`, example: 0 }),
    offsetMinutes: spanFields.offsetMinutes,
    durationMinutes: spanFields.durationMinutes,
    label: spanFields.label.nullable().optional().openapi({
      description: 'What is done then. Shown in `assignments`.',
      example: 'Cut and style',
    }),
  })
  .openapi('SpanInput', {
    description: 'A part of a booking in which whoever serves a requirement is needed.',
  })

/** When a requirement is needed, as input. */
const neededTimeInput = {
  spans: z
    .array(SpanInput, { error: 'must be a list of spans' })
    .min(1, { error: 'must have at least one span' })
    .max(SPANS, { error: `must have at most ${SPANS} spans` })
    .nullable()
    .optional()
    .openapi({
      description:
        'When the booking needs them, in order and without overlap; between two spans they can be booked by others. All spans end within 14 days. The first span of the event type begins at 0 on day 0, and its `durationMinutes` follows from the last end, with days of 24 hours. Default: the whole booking.',
    }),
  bufferBeforeMinutes: wholeNumber(0, 1440, 'minutes').nullable().optional().openapi({
    description:
      'Time to keep free before each span. Default: `bufferBeforeMinutes` of the event type.',
    example: 0,
  }),
  bufferAfterMinutes: wholeNumber(0, 1440, 'minutes').nullable().optional().openapi({
    description:
      'Time to keep free after each span, such as for cleaning a room. Default: `bufferAfterMinutes` of the event type.',
    example: 15,
  }),
}

/** Whom or what a booking takes, as input. */
const RequirementInput = z
  .strictObject({
    name: fields.name,
    providerIds: fields.providerIds
      .min(1, { error: 'must name at least one provider' })
      .max(CANDIDATES, { error: `must name at most ${CANDIDATES} providers` })
      .optional()
      .openapi({ description: 'The candidates, in order of priority.' }),
    specialty: fields.specialty.optional().openapi({
      description: 'The candidates are the active providers of this specialty.',
      example: 'dentist',
    }),
    kind: fields.kind.optional().openapi({
      description:
        'The candidates are the active providers of this kind. `unit`: all units of the property, of an event type of nights.',
    }),
    count: fields.count.openapi({
      description: 'How many of the candidates a booking takes.',
      example: 1,
    }),
    choice: oneOf(CHOICES)
      .optional()
      .openapi({ description: `${CHOICE} Default: \`balanced\`; of nights, \`gap\`.` }),
    bookerMayChoose: z.boolean({ error: 'must be true or false' }).optional().openapi({
      description: 'Whether bookers may choose one of the candidates. Default: false.',
    }),
    ...neededTimeInput,
  })
  .refine(
    ({ providerIds, specialty, kind }) =>
      [providerIds, specialty, kind].filter((each) => each !== undefined).length === 1,
    { error: 'send exactly one of `providerIds`, `specialty` and `kind`', path: ['providerIds'] },
  )
  .openapi('RequirementInput', { description: 'Whom or what a booking takes.' })

/** The requirements of an event type, as input. */
export const requirementsInput = () =>
  z
    .array(RequirementInput)
    .min(1, { error: 'must have at least one requirement' })
    .max(REQUIREMENTS, { error: `must have at most ${REQUIREMENTS} requirements` })

/** A part of a booking in which whoever serves a requirement is needed. */
const Span = z
  .object({
    day: z.int().openapi({ description: DAY, example: 0 }),
    offsetMinutes: z.int().openapi({ description: OFFSET, example: 80 }),
    durationMinutes: z.int().openapi({ description: 'Length of the span.', example: 30 }),
    label: z.string().nullable().openapi({
      description: 'What is done then. Null if that is not said.',
      example: 'Cut and style',
    }),
  })
  .openapi('Span', {
    description: 'A part of a booking in which whoever serves a requirement is needed.',
  })

/** Whom or what a booking takes. */
export const Requirement = z
  .object({
    name: fields.name,
    providerIds: fields.providerIds
      .nullable()
      .openapi({ description: 'The candidates, in order of priority.' }),
    specialty: z.string().nullable().openapi({
      description: 'The candidates are the active providers of this specialty.',
      example: 'dentist',
    }),
    kind: z
      .enum(REQUIRED_KINDS)
      .nullable()
      .openapi({ description: 'The candidates are the active providers of this kind.' }),
    count: z
      .union([z.int(), z.literal('all')])
      .openapi({ description: 'How many of the candidates a booking takes.', example: 1 }),
    choice: z.enum(CHOICES).openapi({ description: CHOICE }),
    bookerMayChoose: z
      .boolean()
      .openapi({ description: 'Whether bookers may choose one of the candidates.' }),
    spans: z.array(Span).nullable().openapi({
      description: 'When the booking needs them. Null: all the time.',
      example: null,
    }),
    bufferBeforeMinutes: z.int().nullable().openapi({
      description: 'Time kept free before each span. Null: as the event type says.',
      example: null,
    }),
    bufferAfterMinutes: z.int().nullable().openapi({
      description: 'Time kept free after each span. Null: as the event type says.',
      example: null,
    }),
  })
  .openapi('Requirement', {
    description:
      'Whom or what a booking takes. One of `providerIds`, `specialty` and `kind` is set.',
  })
